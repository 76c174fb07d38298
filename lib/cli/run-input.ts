import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Refused } from './io.ts';

/** The input of a run: text or JSON; undefined when none was given. */
export interface GivenInput {
  readonly input: unknown;
}

/**
 * Reads `--input TEXT|JSON|@file` and `--set name=value`. What parses as a JSON object or array is JSON, anything else
 * text. `--set` adds fields, texts, to an object.
 */
export function readInput(
  cwd: string,
  given: string | undefined,
  fields: readonly string[] = [],
): GivenInput | Refused {
  const text = given?.startsWith('@') ? readText(cwd, given.slice(1)) : given;
  if (typeof text === 'object') return text;
  const input = text === undefined ? undefined : parseInput(text);
  return fields.length === 0 ? { input } : withFields(input, fields);
}

function readText(cwd: string, file: string): string | Refused {
  try {
    return readFileSync(resolve(cwd, file), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { refused: `the input file ${file} cannot be read: ${(error as Error).message}` };
  }
}

function parseInput(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withFields(input: unknown, fields: readonly string[]): GivenInput | Refused {
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input))) {
    return { refused: '--set adds a field to a JSON object, but the input is none' };
  }
  const entries = new Map(Object.entries(input ?? {}));
  for (const field of fields) {
    const [, name, value] = /^([A-Za-z0-9_]+)=([\s\S]*)$/.exec(field) ?? [];
    if (name === undefined)
      return { refused: `--set wants name=value, with a name of letters, digits and _: ${field}` };
    entries.set(name, value);
  }
  // Unlike an assignment, this makes a key such as `__proto__` an ordinary field.
  return { input: Object.fromEntries(entries) };
}
