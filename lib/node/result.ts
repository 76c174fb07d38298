import { covers } from '../ir/paths.ts';
import type { FailureKind, NodeEntry, Outcome } from '../ir/table.ts';
import type { Content } from '../store/content.ts';
import { unwritten } from './inputs.ts';

/** What a skill's result means for its node (semantics: which edges are taken, failure). */
export type Verdict =
  | {
      readonly kind: 'passed';
      readonly outcome: Outcome;
      readonly output: string | undefined;
      readonly note: string | undefined;
      readonly files: ReadonlyMap<string, Content>;
    }
  /** The skill says that it failed: for a gate that is its verdict. */
  | { readonly kind: 'says-failed'; readonly evidence: string }
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly evidence: string };

/** The labels that a node's result may choose from. */
export function offeredLabels(node: NodeEntry): string[] {
  return node.outcomes.flatMap((outcome) =>
    outcome.kind === 'pass' && outcome.label !== undefined ? [outcome.label] : [],
  );
}

/** `written` are the files that the skill wrote while it ran. `strict` refuses files that no output declares. */
export function judge(
  node: NodeEntry,
  result: unknown,
  written: ReadonlyMap<string, Content>,
  strict: boolean,
): Verdict {
  if (result !== undefined && result !== null && !isPlainObject(result)) {
    return failed(`the skill returned ${describe(result)}, which is no result`);
  }
  const { status, label, output, artifacts, note, ...others } = (result ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    return failed(
      `the skill returned the field '${unknown}', which no result has; a failure is { status: 'failed', note }`,
    );
  }
  if (note !== undefined && typeof note !== 'string') return failed(`the skill returned ${describe(note)} as note`);
  if (status === 'failed') return { kind: 'says-failed', evidence: note ?? 'the skill says that it failed' };
  if (status !== undefined && status !== 'passed')
    return failed(`the skill returned the status ${describe(status)}; it may be 'passed' or 'failed'`);
  if (output !== undefined && typeof output !== 'string')
    return failed(`the skill returned ${describe(output)} as output; a text is wanted`);
  const outcome = choose(node, label);
  if (typeof outcome === 'string') return failed(outcome);
  const files = collect(artifacts, written);
  if (typeof files === 'string') return failed(files);
  const mayWrite = (path: string): boolean =>
    path === node.changes?.path || node.outputs.some((declared) => covers(declared, path));
  const bad = [...files.keys()].find((path) => !isArtifactPath(path) || (strict && !mayWrite(path)));
  if (bad !== undefined)
    return failed(
      isArtifactPath(bad)
        ? `the skill wrote ${bad}, which is not among the node's outputs`
        : `the skill wrote to a path that is not allowed: ${bad}`,
    );
  const left = unwritten(node.outputs, files.keys());
  if (left.length > 0) return failed(`the skill left declared outputs unwritten: ${left.join(', ')}`);
  return { kind: 'passed', outcome, output, note, files };
}

/** Relative, inside the project, with no part that leads elsewhere. */
export function isArtifactPath(path: string): boolean {
  if (path === '' || path.endsWith('/') || path.includes('\0') || path.includes('\\') || /^[A-Za-z]:/.test(path))
    return false;
  const parts = path.split('/');
  return !parts.some((part) => part === '' || part === '.' || part === '..') && parts[0] !== '.workflow';
}

/** The outcome of passing with this label, or why there is none. Labels are compared after trimming, otherwise exactly. */
function choose(node: NodeEntry, label: unknown): Outcome | string {
  const passing = node.outcomes.filter((outcome) => outcome.kind === 'pass');
  const offered = offeredLabels(node);
  const list =
    offered.length === 0 ? 'this node offers none' : `offered are ${offered.map((text) => `'${text}'`).join(', ')}`;
  if (label !== undefined && label !== null && typeof label !== 'string')
    return `the skill returned ${describe(label)} as label; ${list}`;
  const chosen = label?.trim() ?? '';
  if (chosen === '') {
    return passing.find((outcome) => outcome.label === undefined) ?? `the result names no label; ${list}`;
  }
  return passing.find((outcome) => outcome.label === chosen) ?? `the label '${chosen}' is not offered; ${list}`;
}

function collect(artifacts: unknown, written: ReadonlyMap<string, Content>): Map<string, Content> | string {
  const files = new Map(written);
  if (artifacts === undefined || artifacts === null) return files;
  if (typeof artifacts !== 'object' || Array.isArray(artifacts))
    return `the skill returned ${describe(artifacts)} as artifacts`;
  for (const [path, content] of Object.entries(artifacts)) {
    if (typeof content === 'string') files.set(path, new TextEncoder().encode(content));
    else if (content instanceof Uint8Array) files.set(path, content);
    else return `the artifact ${path} is ${describe(content)}; a text or bytes are wanted`;
  }
  return files;
}

/** Not so a list, a map, a date, or an error that was returned in place of being thrown. */
function isPlainObject(value: unknown): boolean {
  return typeOf(value) === 'Object';
}

/** `Map`, `Date`, `Error` and the like. */
function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return `the text '${value.length > 60 ? `${value.slice(0, 60)}…` : value}'`;
    case 'number':
    case 'boolean':
      return String(value);
    case 'object':
      return isPlainObject(value) ? 'an object' : `a value of type ${typeOf(value)}`;
    default:
      return `a value of type ${typeof value}`;
  }
}

function failed(evidence: string): Verdict {
  return { kind: 'failed', failure: 'invalid', evidence };
}
