import jsonata from 'jsonata';
import type { State, StateMachine, States } from '../../lib/asl/definition.ts';
import type { WorkflowTable } from '../../lib/ir/table.ts';
import { nodePlaces, stateNames } from '../compile/machine.ts';

/** Asserts what holds for every definition that is emitted, whatever stands in the workflow. */
export function checkDefinition(asl: StateMachine, table: WorkflowTable): void {
  checkNames(asl);
  checkLevel(asl);
  checkNodes(asl, table);
  checkTexts(asl, table);
}

/** Names are unique over the whole machine, branches included, and short enough for the service. */
function checkNames(asl: StateMachine): void {
  const names = stateNames(asl);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names.filter((name) => !/^[\x20-\x7e]{1,80}$/.test(name))).toEqual([]);
}

/** Within each level: every state is reached from its start, an end is reached from every state, and none is elsewhere. */
function checkLevel(states: States): void {
  const names = Object.keys(states.States);
  const nexts = new Map(Object.entries(states.States).map(([name, state]) => [name, nextOf(state)]));
  expect([states.StartAt, ...[...nexts.values()].flat()].filter((name) => !names.includes(name))).toEqual([]);
  expect(reachedFrom([states.StartAt], (name) => nexts.get(name)!)).toEqual(new Set(names));
  const ends = names.filter((name) => nexts.get(name)!.length === 0);
  const before = (name: string) => names.filter((other) => nexts.get(other)!.includes(name));
  expect(reachedFrom(ends, before)).toEqual(new Set(names));
  for (const state of Object.values(states.States)) if (state.Type === 'Parallel') state.Branches.forEach(checkLevel);
}

function nextOf(state: State): string[] {
  if (state.Type === 'Choice') return [...state.Choices.map((rule) => rule.Next), state.Default];
  return 'Next' in state ? [state.Next] : [];
}

function reachedFrom(start: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set(start);
  for (const name of seen) for (const other of next(name)) seen.add(other);
  return seen;
}

/** Each node has one Task, which may take longer than its skill; nothing else but the two helpers is a Task. */
function checkNodes(asl: StateMachine, table: WorkflowTable): void {
  const places = nodePlaces(asl);
  const slugs = table.nodes.map((node) => node.slug);
  expect([...places.keys()].sort()).toEqual([...slugs].sort());
  expect([...places.values()].filter((list) => list.length !== 1)).toEqual([]);
  for (const { slug, timeoutSeconds } of table.nodes) {
    const { states, name } = places.get(slug)![0]!.at(-1)!;
    const task = states.States[name] as { readonly TimeoutSeconds?: number };
    expect(task.TimeoutSeconds).toBeGreaterThan(timeoutSeconds);
  }
}

/** Text of the user stands in comments only, and no comment is taken for an expression. */
function checkTexts(asl: StateMachine, table: WorkflowTable): void {
  const slugs = new Set(table.nodes.flatMap((node) => [node.slug, ...node.outcomes.map((outcome) => outcome.slug)]));
  expect([...slugs].filter((slug) => !/^[a-z0-9_-]{1,80}$/.test(slug))).toEqual([]);
  const wrong = [...textsIn(asl)].filter((text) => {
    const expression = /^\{%(.*)%\}$/s.exec(text)?.[1];
    return expression === undefined ? !isPlain(text, slugs) : !isOwn(jsonata(expression).ast(), slugs);
  });
  expect(wrong).toEqual([]);
  expect([...commentsIn(asl)].filter((text) => /^\s*\{%.*%\}\s*$/s.test(text))).toEqual([]);
}

function isPlain(text: string, slugs: ReadonlySet<string>): boolean {
  return slugs.has(text) || /^(\$\{(RunNode|CloseRun)\}|r\d+)$/.test(text);
}

/** Names that the service or the handlers give to what expressions read. */
const FIELDS = new Set(
  'states input result context Execution Task Token Id Name Input RedriveCount Payload take round asks turns apply run visit'
    .concat(' max exists string')
    .split(' '),
);

/** Whether an expression is made of fields, numbers and slugs alone. */
function isOwn(part: unknown, slugs: ReadonlySet<string>): boolean {
  if (Array.isArray(part)) return part.every((item) => isOwn(item, slugs));
  if (typeof part !== 'object' || part === null) return true;
  const { type, value } = part as { readonly type?: string; readonly value?: unknown };
  if (type === 'string' && !(slugs.has(value as string) || value === '/' || value === 'go')) return false;
  const isField = type === 'name' || type === 'variable';
  if (isField && !(FIELDS.has(value as string) || /^[lr]\d+$/.test(value as string))) return false;
  return Object.values(part).every((item) => isOwn(item, slugs));
}

/** Every text that the service evaluates or hands on: all but comments, names of states and what they are made of. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) if (!NOT_EVALUATED.has(key)) yield* textsIn(item);
  }
}

const NOT_EVALUATED = new Set('Comment StartAt Next Default Type Resource QueryLanguage Retry'.split(' '));

function* commentsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === 'Comment' && typeof item === 'string') yield item;
    else yield* commentsIn(item);
  }
}
