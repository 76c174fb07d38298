import { LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/near.ts';
import { show, visible } from '../diagnostics/show.ts';
import { sortDiagnostics } from '../diagnostics/sort.ts';
import { yamlPlaces } from '../diagnostics/yaml-places.ts';
import type { Position } from '../ir/position.ts';
import type { Config } from './sections.ts';
import { sections } from './sections.ts';

export interface ParsedConfig {
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** C00: the file cannot be read; C01: a value is wrong; C02: a key is unknown. */
type Code = 'C00' | 'C01' | 'C02';
type Path = readonly PropertyKey[];

/**
 * Reads the text of a project file. Everything that is wrong with it is told at once: errors leave out the section
 * that they stand in; unknown keys are warned of and ignored.
 */
export function parseConfig(text: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const found: Diagnostic[] = [];
  const { placeOf, at } = yamlPlaces(text, document, lines);
  const say = (code: Code, severity: Severity, message: string, at: Position, hint?: string) =>
    found.push({ code, severity, message, at, ...(hint !== undefined && { hint }) });
  for (const { message, pos } of document.errors) say('C00', 'error', visible(message), placeOf(...pos));
  if (found.length > 0) return { config: {}, diagnostics: sortDiagnostics(found) };

  const data: unknown = document.toJS();
  const unknownKey = (path: Path, key: string, known: readonly string[]) => {
    const near = nearest(key, known);
    const hint = near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean ${show(near)}?`;
    say('C02', 'warning', `The key ${show(key)} is unknown and ignored`, at([...path, key], true), hint);
  };
  if (data === null) return { config: {}, diagnostics: [] };
  if (typeof data !== 'object' || Array.isArray(data)) {
    say('C01', 'error', 'A project file is a map of sections', at([]));
    return { config: {}, diagnostics: found };
  }
  const config: Record<string, unknown> = {};
  const names = Object.keys(sections);
  for (const [name, given] of Object.entries(data)) {
    if (!Object.hasOwn(sections, name)) {
      unknownKey([], name, names);
      continue;
    }
    const schema: z.ZodType = sections[name as keyof typeof sections];
    const { value, issues } = readSection(schema, given);
    for (const issue of issues) {
      const path = [name, ...issue.path];
      if (issue.code !== 'unrecognized_keys') say('C01', 'error', told(issue), at(path));
      else for (const key of issue.keys) unknownKey(path, key, knownKeys(schema, issue.path));
    }
    if (value !== undefined) config[name] = value;
  }
  return { config, diagnostics: sortDiagnostics(found) };
}

/** The section's value, also where unknown keys stand in it; undefined where something in it is wrong. */
function readSection(schema: z.ZodType, given: unknown): { value?: unknown; issues: readonly z.core.$ZodIssue[] } {
  const first = schema.safeParse(given);
  if (first.success) return { value: first.data, issues: [] };
  const { issues } = first.error;
  const copy: unknown = structuredClone(given);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], copy);
    for (const key of issue.keys) Reflect.deleteProperty(holder as object, key);
  }
  const second = schema.safeParse(copy);
  return second.success ? { value: second.data, issues } : { issues };
}

/** The keys that the object at a place in a section may have. */
function knownKeys(schema: z.ZodType, path: Path): string[] {
  let here = schema as unknown as SchemaNode | undefined;
  for (const key of path) {
    here = unwrapped(here);
    here = here?.shape?.[String(key)] ?? here?.valueType ?? here?.element;
  }
  return Object.keys(unwrapped(here)?.shape ?? {});
}

/** The parts of zod's schemas that lead to another one. */
interface SchemaNode {
  readonly shape?: Readonly<Record<string, SchemaNode>>;
  readonly valueType?: SchemaNode;
  readonly element?: SchemaNode;
  readonly def?: { readonly innerType?: SchemaNode };
}

function unwrapped(schema: SchemaNode | undefined): SchemaNode | undefined {
  return schema?.def?.innerType ? unwrapped(schema.def.innerType) : schema;
}

function told(issue: z.core.$ZodIssue): string {
  const own = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  const text = own ?? issue.message;
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
