import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '../diagnostics/near.ts';
import { list } from '../diagnostics/show.ts';
import { fileTrouble } from '../ir/file-trouble.ts';
import type { ParameterEntry } from '../ir/table.ts';
import { checkInput, valueOfText } from '../node/parameters.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';

/** The input of a run: text or JSON; undefined when none was given. */
export interface GivenInput {
  readonly input: unknown;
  /** What may not have been meant so. */
  readonly warning?: string;
}

/**
 * Reads `--input TEXT|JSON|@file` and `--set name=value`. What parses as a JSON object or array is JSON, anything else
 * text. `--set` adds fields to an object: texts, or values of the types that the workflow declares.
 */
export function readInput(
  cwd: string,
  given: string | undefined,
  fields: readonly string[] = [],
  parameters: readonly ParameterEntry[] = [],
): GivenInput | Refused {
  const text = given?.startsWith('@') ? readText(cwd, given.slice(1)) : given;
  if (typeof text === 'object') return text;
  const parsed = text === undefined ? { input: undefined } : parseInput(text);
  return isRefused(parsed) || fields.length === 0 ? parsed : withFields(parsed.input, fields, parameters);
}

function readText(cwd: string, file: string): string | Refused {
  try {
    return readFileSync(resolve(cwd, file), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { refused: `the input file ${file} cannot be read: ${fileTrouble(error)}` };
  }
}

/** What begins and ends like JSON and is none is a slip; what only begins so may be a text, such as `[urgent] fix it`. */
function parseInput(text: string): GivenInput | Refused {
  if (!/^\s*[{[]/.test(text)) return { input: text };
  try {
    return { input: JSON.parse(text) };
  } catch (error) {
    const why = (error as Error).message;
    if (/^\s*(\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)) return { refused: `the input is no valid JSON: ${why}` };
    return { input: text, warning: 'the input begins like JSON but is none, and is taken as text' };
  }
}

function withFields(
  input: unknown,
  fields: readonly string[],
  parameters: readonly ParameterEntry[],
): GivenInput | Refused {
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input))) {
    return { refused: '--set adds a field to a JSON object, but the input is none' };
  }
  const entries = new Map(Object.entries(input ?? {}));
  for (const field of fields) {
    const [, name, value] = /^([A-Za-z0-9_]+)=([\s\S]*)$/.exec(field) ?? [];
    if (name === undefined)
      return { refused: `--set wants name=value, with a name of letters, digits and _: ${field}` };
    const names = parameters.map((parameter) => parameter.name);
    if (names.length > 0 && !names.includes(name)) {
      const near = nearest(name, names);
      const hint = near === undefined ? `it has ${list(names)}` : `did you mean ${near}?`;
      return { refused: `the workflow has no input ${name}; ${hint}` };
    }
    entries.set(name, valueOfText(parameters, name, value ?? ''));
  }
  // Unlike an assignment, this makes a key such as `__proto__` an ordinary field.
  return { input: Object.fromEntries(entries) };
}

/** Refuses an input that is not what the workflow declares, before anything runs. */
export function fitInput({ input }: GivenInput, parameters: readonly ParameterEntry[]): Refused | undefined {
  const checked = checkInput(parameters, input);
  return checked.kind === 'fits' ? undefined : { refused: checked.problems.join('; ') };
}
