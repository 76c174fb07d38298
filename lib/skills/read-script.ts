import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from '../compile/1-parse/index.ts';
import { nearest } from '../diagnostics/near.ts';
import { fileTrouble } from '../ir/file-trouble.ts';
import type { Source, SourceMap } from '../ir/source.ts';
import type { Script, ScriptedOutcome } from './scripted.ts';

/** A value of the script's file. Maps keep any key, and texts are as they were written. */
type Value = string | Value[] | Map<string, Value>;

const FIELDS = ['output', 'label', 'fail', 'error', 'timeout', 'wait', 'artifacts', 'seconds'];

/** Why a file is no script. */
export interface RefusedScript {
  readonly refused: string;
}

/** Reads the scripted outcomes of `--mock F`: YAML or JSON, a map from node ids to one outcome or a list of them. */
export function readScript(cwd: string, file: string): Script | RefusedScript {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    return { refused: `the script ${file} cannot be read: ${fileTrouble(error)}` };
  }
  const root = readValue(text);
  if (typeof root === 'object' && 'problem' in root) return { refused: `${file}:${root.problem}` };
  if (!(root instanceof Map)) return { refused: `${file}: a script is a map from node ids to outcomes` };
  return scriptOf(file, root);
}

function scriptOf(file: string, root: ReadonlyMap<string, Value>): Script | RefusedScript {
  const script = new Map<string, ScriptedOutcome[]>();
  const problems: string[] = [];
  for (const [id, value] of root) {
    const outcomes = (Array.isArray(value) ? value : [value]).map((item) => outcomeOf(item));
    for (const outcome of outcomes) if ('problem' in outcome) problems.push(`${id}: ${outcome.problem}`);
    if (outcomes.length === 0) problems.push(`${id}: the list has no outcome`);
    script.set(id.normalize('NFC'), outcomes as ScriptedOutcome[]);
  }
  return problems.length > 0 ? { refused: `${file}: ${problems.join('; ')}` } : script;
}

interface Problem {
  readonly problem: string;
}

function outcomeOf(value: Value): ScriptedOutcome | Problem {
  if (value === '') return {};
  if (!(value instanceof Map)) return { problem: 'an outcome is a map such as {fail: evidence} or {label: text}' };
  const outcome: Record<string, unknown> = {};
  for (const [field, content] of value) {
    const read = readField(field, content);
    if ('problem' in read) return read;
    if (read.value !== undefined) outcome[field] = read.value;
  }
  return outcome;
}

function readField(field: string, content: Value): { readonly value: unknown } | Problem {
  if (!FIELDS.includes(field)) {
    const near = nearest(field, FIELDS);
    return {
      problem: `${field} is no outcome; ${near === undefined ? `there are ${FIELDS.join(', ')}` : `did you mean ${near}?`}`,
    };
  }
  if (field === 'artifacts') return readArtifacts(content);
  if (typeof content !== 'string') return { problem: `${field} is a text` };
  if (field === 'seconds') {
    const seconds = Number(content);
    const fine = content.trim() !== '' && Number.isFinite(seconds) && seconds >= 0;
    return fine ? { value: seconds } : { problem: `seconds is a number from 0 on, not ${content}` };
  }
  if (field === 'timeout') {
    if (content === 'true') return { value: true };
    return content === 'false' ? { value: undefined } : { problem: `timeout is true or false, not ${content}` };
  }
  return { value: content };
}

function readArtifacts(content: Value): { readonly value: unknown } | Problem {
  if (!(content instanceof Map)) return { problem: 'artifacts is a map from paths to texts' };
  const bad = [...content].find(([, text]) => typeof text !== 'string');
  return bad ? { problem: `the artifact ${bad[0]} is a text` } : { value: Object.fromEntries(content) };
}

function readValue(text: string): Value | Problem {
  if (text.trim() === '') return new Map();
  // JSON may be indented with tabs, which YAML forbids.
  try {
    return fromJson(JSON.parse(text));
  } catch {
    const { value, diagnostics } = parse(text);
    const problem = diagnostics.find(({ severity }) => severity === 'error');
    if (value && !problem) return fromSource(value.root);
    const { at, message } = problem!;
    return { problem: `${at.line}:${at.column}: ${message}` };
  }
}

function fromSource(source: Source): Value {
  switch (source.kind) {
    case 'scalar':
      return source.value === null ? '' : source.text;
    case 'list':
      return source.items.map(fromSource);
    case 'map':
      return mapOf(source);
  }
}

function mapOf(source: SourceMap): Map<string, Value> {
  return new Map(source.entries.map(({ key, value }) => [key, fromSource(value)]));
}

function fromJson(value: unknown): Value {
  if (Array.isArray(value)) return value.map(fromJson);
  if (value === null) return '';
  if (typeof value === 'object') return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
