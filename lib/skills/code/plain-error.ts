import { basename, dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { PlainError } from './messages.ts';

/** What is thrown by the language itself, where a place says more than the message does. */
const FAULTS: readonly string[] = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'EvalError'];

/**
 * An error as it can be told: its message without paths of this machine, and its place in the skills' folder where that
 * is known. Of an error that the skill threw on purpose the message is enough, unless `always`.
 */
export function plainError(error: unknown, root: string, always = false): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: thrown(error) };
  const { name, stack = '' } = error;
  const message = withoutPaths(error.message || name, root);
  const place = always || FAULTS.includes(name) ? placeIn(stack, root) : undefined;
  return { name, message, ...(place !== undefined && { place }) };
}

/** What is thrown need not be an error. */
function thrown(value: unknown): string {
  if (typeof value === 'string') return value;
  const { message } = (value ?? {}) as { message?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return `the skill threw ${inspect(value, { depth: 1, breakLength: Infinity, customInspect: false })}`;
}

/** The uppermost place in a stack that lies in the folder, as `skills/check/index.ts:12`. */
export function placeIn(stack: string, root: string): string | undefined {
  for (const [, url, line] of stack.matchAll(/((?:file:\/\/)?\/[^\s():]+):(\d+)/g)) {
    const shown = shownIn(url!, root);
    if (shown !== undefined) return `${shown}:${line}`;
  }
  return undefined;
}

function shownIn(url: string, root: string): string | undefined {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  if (!file.startsWith(root + sep)) return undefined;
  return [basename(root), ...relative(root, file).split(sep)].join('/');
}

/** A message must hold no path of this machine: those in the folder of skills are seen from there. */
export function withoutPaths(message: string, root: string): string {
  return message
    .replaceAll(`file://${root}`, basename(root))
    .replaceAll(root, basename(root))
    .replaceAll(dirname(root) + sep, '');
}

/** The message, and behind it the place. */
export function told({ message, place }: PlainError): string {
  return place === undefined ? message : `${message} (${place})`;
}
