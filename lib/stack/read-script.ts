import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Script, ScriptedOutcome } from '../skills/scripted.ts';
import { UserError } from './user-error.ts';

/** Reads a script, YAML or JSON: an outcome, or a list of them, by the node's id. Throws when it is none. */
export function readScript(file: string): Script {
  const script: unknown = parse(readFileSync(file, 'utf8'), { mapAsMap: true });
  if (!(script instanceof Map)) throw new UserError(`${file} is no script: outcomes by the ids of nodes are wanted`);
  return new Map([...script].map(([id, outcomes]) => [String(id), [outcomes].flat().map(plain) as ScriptedOutcome[]]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value instanceof Map ? Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item)])) : value;
}
