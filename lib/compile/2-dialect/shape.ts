import type * as z from 'zod/mini';
import type { Code } from '../../diagnostics/entry.ts';
import { nearest } from '../../diagnostics/near.ts';
import type { Report } from '../../diagnostics/report.ts';
import { show } from '../../diagnostics/show.ts';
import type { Dialect } from '../../ir/graph.ts';
import type { Source } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { graphSchemas, ROLES } from './graph-schema.ts';
import { suggestion } from './known-fields.ts';
import { dataOf, textOf } from './read.ts';
import { stepsSchemas } from './steps-schema.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Tells every field that is missing, ill-typed or unknown. */
export function checkShape(root: Source, dialect: Dialect, report: Report): void {
  const schema: z.ZodMiniType = dialect === 'graph' ? graphSchemas().graph : stepsSchemas().steps;
  const { error } = schema.safeParse(dataOf(root));
  for (const issue of error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') reportUnknown(root, dialect, issue.path, issue.keys, report);
    else reportWrong(root, dialect, issue, report);
  }
}

function reportUnknown(root: Source, dialect: Dialect, path: Path, keys: readonly string[], report: Report): void {
  const map = follow(root, path);
  for (const field of keys) {
    const entry = entryOf(map, field);
    if (!entry) continue;
    const { near, elsewhere } = suggestion(field, sectionOf(path, dialect), dialect);
    report('unknownField', { dialect, field, owner: ownerOf(root, path, dialect), near, elsewhere }, entry.keyAt);
  }
}

function reportWrong(root: Source, dialect: Dialect, issue: Issue, report: Report): void {
  const { path } = issue;
  const depth = ownerDepth(path);
  const owner = ownerOf(root, path.slice(0, depth), dialect);
  const field = pathText(path.slice(depth));
  const source = follow(root, path);
  const values = issue.code === 'invalid_value' ? issue.values.map(String) : undefined;
  if (source === undefined) {
    const holder = follow(root, path.slice(0, -1));
    if (holder)
      report(
        'missing',
        { code: codeOf(path, dialect, true), field, owner, values: wordsFor(path, dialect) },
        holder.at,
      );
    return;
  }
  const near = values && source.kind === 'scalar' ? nearest(source.text, values) : undefined;
  const code = codeOf(path, dialect, false);
  report('wrongType', { code, field, owner, wanted: issue.message, found: describe(source), near }, source.at);
}

/** What stands there, as the end of "must be …, not …". */
export function describe(source: Source): string {
  if (source.kind === 'list') return 'a list';
  if (source.kind === 'map') return 'a map';
  if (source.value === null && source.text === '') return 'nothing';
  return typeof source.value === 'string' ? `the text ${show(source.text)}` : source.text;
}

function codeOf(path: Path, dialect: Dialect, missing: boolean): Code {
  if (dialect === 'steps') return 'V000';
  const [first, , field] = path;
  if (path.length === 3 && first === 'nodes' && (field === 'role' || (missing && field === 'skill'))) return 'G03';
  if (path.length === 3 && first === 'edges' && (field === 'kind' || field === 'loop')) return 'G04';
  const required = path.length === 1 || (path.length === 3 && (first === 'nodes' || first === 'edges'));
  return missing && required ? 'G02' : 'G01';
}

/** The words that a missing field may have, where these are few. */
function wordsFor(path: Path, dialect: Dialect): readonly string[] | undefined {
  return dialect === 'graph' && path[0] === 'nodes' && path[2] === 'role' ? ROLES : undefined;
}

function follow(root: Source, path: Path): Source | undefined {
  let at: Source | undefined = root;
  for (const part of path) {
    if (typeof part === 'number') at = at?.kind === 'list' ? at.items[part] : undefined;
    else at = entryOf(at, String(part))?.value;
  }
  return at;
}

/** How many parts of a path lead to the node, edge, step or section that owns the rest. */
function ownerDepth(path: Path): number {
  if (path.length > 2 && typeof path[1] === 'number') return 2;
  return path.length > 1 && typeof path[1] !== 'number' ? 1 : 0;
}

function ownerOf(root: Source, path: Path, dialect: Dialect): string {
  if (path.length === 0) return dialect === 'graph' ? 'the workflow' : 'the file';
  const [first, index] = path;
  if (typeof index !== 'number') return path.length === 1 ? `\`${String(first)}\`` : `\`${pathText(path)}\``;
  const id = first === 'edges' ? undefined : textOf(follow(root, path.slice(0, 2)), 'id')?.text;
  const owner =
    id === undefined || id === ''
      ? `\`${pathText(path.slice(0, 2))}\``
      : `${first === 'nodes' ? 'node' : 'step'} ${show(id)}`;
  return path.length > 2 ? `\`${pathText(path.slice(2))}\` of ${owner}` : owner;
}

function sectionOf(path: Path, dialect: Dialect): string {
  if (path.length === 0) return dialect === 'graph' ? 'the workflow' : 'the file';
  if (path.length === 1) return `\`${String(path[0])}\``;
  if (path.length > 2) return pathText(path);
  return path[0] === 'nodes'
    ? 'a node'
    : path[0] === 'edges'
      ? 'an edge'
      : path[0] === 'steps'
        ? 'a step'
        : pathText(path);
}

function pathText(path: Path): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`))
    .join('');
}
