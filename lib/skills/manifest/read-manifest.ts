import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { nearest } from '../../diagnostics/near.ts';
import { list, show, visible } from '../../diagnostics/show.ts';
import type { YamlPlaces } from '../../diagnostics/yaml-places.ts';
import { yamlPlaces } from '../../diagnostics/yaml-places.ts';
import type { SkillProblem } from '../resolved.ts';
import { manifestFields } from './fields.ts';
import type { Manifest, SkillKind } from './schema.ts';
import { manifestSchema } from './schema.ts';

export type ReadManifest =
  { readonly manifest: Manifest; readonly places: YamlPlaces } | { readonly problems: readonly SkillProblem[] };

const messages = english().localeError;

/**
 * Reads a `skill.yaml`; everything that is wrong with it is told at once. `fallback` is its kind where it states none:
 * the other files in the folder may tell.
 */
export function readManifest(file: string, source: string, fallback: SkillKind | undefined): ReadManifest {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const places = yamlPlaces(source, document, lines);
  const problem = (message: string, at: SkillProblem['at'], hint?: string): SkillProblem => {
    return { file, source, at, message, ...(hint !== undefined && { hint }) };
  };
  if (document.errors.length > 0) {
    return { problems: document.errors.map(({ message, pos }) => problem(visible(message), places.placeOf(...pos))) };
  }
  const data: unknown = document.toJS();
  if (data === null ? fallback === undefined : typeof data !== 'object' || Array.isArray(data)) {
    return { problems: [problem('A manifest is a map of fields such as `kind: http`', places.at([]))] };
  }
  const given = { ...(fallback !== undefined && { kind: fallback }), ...(data as object | null) };
  const read = z.safeParse(manifestSchema, given, { error: messages });
  if (read.success) return { manifest: read.data, places };
  const kind = (given as { kind?: unknown }).kind;
  const problems = read.error.issues.flatMap((issue): SkillProblem[] => {
    if (issue.code !== 'unrecognized_keys') return [problem(told(issue, given), places.at(issue.path))];
    return issue.keys.map((key) => {
      const at = places.at([...issue.path, key], true);
      const known = issue.path.length === 0 ? manifestFields(kind as SkillKind) : [];
      const near = nearest(key, known);
      const hint =
        near === undefined ? known.length > 0 && `Known here: ${known.join(', ')}.` : `Did you mean ${show(near)}?`;
      return problem(
        `A skill of the kind ${String(kind)} has no field ${show(key)}`,
        at,
        hint === false ? undefined : hint,
      );
    });
  });
  return { problems };
}

function told(issue: z.core.$ZodIssue, given: object): string {
  const path = issue.path.join('.');
  const value = issue.path.reduce<unknown>(
    (here, key) => (here as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  if (path === 'kind' && issue.code === 'invalid_union') {
    const kinds = list(
      manifestSchema.def.options.map((option) => `\`${option.def.shape.kind.def.values[0]!}\``),
      'or',
    );
    return value === undefined
      ? `\`kind\` is missing: ${kinds}`
      : `There is no kind ${show(typeof value === 'string' ? value : JSON.stringify(value))} of skill; it may be ${kinds}`;
  }
  if (value === undefined) return `\`${path}\` is missing`;
  const text = issue.message.replace(/^Invalid (?:input|option|string): /, '');
  return `\`${path}\` is not right: ${text}`;
}
