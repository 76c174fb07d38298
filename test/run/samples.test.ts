import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '../../lib/compile/index.ts';
import { readScript } from '../../lib/skills/read-script.ts';
import type { Script } from '../../lib/skills/scripted.ts';
import { checkScript } from '../../lib/skills/scripted.ts';
import { checkDefinition } from './check-definition.ts';
import type { Observed } from './observe.ts';
import { observe, sawLast, starts, startsAfter } from './observe.ts';
import { reversed } from './reversed.ts';

/**
 * A folder is a case: `workflow.yaml`, scripted outcomes (`script.yaml`) and input of the run (`input.json`), if any,
 * and what has to come out of it (`expected.json`).
 */
const samples = path.join(import.meta.dirname, 'samples');

interface Expected {
  readonly status: string;
  readonly exit: number;
  readonly nodes: Readonly<Record<string, ExpectedNode>>;
  /** How often each loop was taken. */
  readonly loops?: Readonly<Record<string, number>>;
  readonly context?: Readonly<Record<string, string>>;
  /** Nodes in the order in which their skills start, where the workflow leaves no other. */
  readonly starts?: readonly string[];
  /** A node and those that must have ended before each of its starts. */
  readonly after?: Readonly<Record<string, readonly string[]>>;
  /** Texts that stand in the reasons why the run is not completed. */
  readonly reasonsTell?: readonly string[];
}

interface ExpectedNode {
  readonly status: string;
  readonly runs: number;
  readonly label?: string;
  readonly reason?: string;
  /** The rest is compared where it is stated. */
  readonly note?: string;
  /** Texts that stand in the note. */
  readonly noteTells?: readonly string[];
  /** What the latest execution of the skill was given. */
  readonly args?: Readonly<Record<string, string>>;
  readonly inputs?: readonly string[];
  readonly absent?: readonly string[];
}

describe.each(readdirSync(samples).sort())('%s', (name) => {
  const file = (part: string) => path.join(samples, name, part);
  const json = (part: string) => JSON.parse(readFileSync(file(part), 'utf8')) as unknown;
  const yaml = readFileSync(file('workflow.yaml'), 'utf8');
  const script = existsSync(file('script.yaml')) ? scriptOf(file('script.yaml')) : new Map();
  const input = existsSync(file('input.json')) ? json('input.json') : undefined;
  const expected = json('expected.json') as Expected;

  it('ends as expected', async () => {
    const observed = await observe(yaml, { script, input });
    expect(checkScript(script, observed.table)).toEqual([]);
    expect([...observed.state.nodes.keys()]).toEqual(compile(yaml).compiled!.graph.nodes.map((node) => node.id));
    compare(observed, expected);
  });

  it('ends the same with everything listed the other way round', async () => {
    const observed = await observe(reversed(yaml), { script, input });
    expect([...observed.state.nodes.keys()]).toEqual(
      compile(yaml)
        .compiled!.graph.nodes.map((node) => node.id)
        .reverse(),
    );
    compare(observed, expected);
  });

  it('has a sound definition, the same each time, with names that hang on no order', () => {
    const { asl, table } = compile(yaml).compiled!;
    checkDefinition(asl, table);
    expect(JSON.stringify(compile(yaml).compiled!.asl)).toBe(JSON.stringify(asl));
    const turned = compile(reversed(yaml)).compiled!;
    checkDefinition(turned.asl, turned.table);
    const slugs = (nodes: typeof table.nodes) => new Map(nodes.map((node) => [node.id, node.slug]));
    expect(slugs(turned.table.nodes)).toEqual(slugs(table.nodes));
  });
});

function scriptOf(file: string): Script {
  const script = readScript('.', file);
  if ('refused' in script) throw new Error(script.refused);
  return script;
}

function compare(observed: Observed, expected: Expected): void {
  const { state, events } = observed;
  expect({ status: observed.status, exit: observed.exit }).toEqual({ status: expected.status, exit: expected.exit });
  expect(observed.executionFailed).toBe(expected.exit === 1);
  expect(nodesOf(observed, expected)).toEqual(
    entriesOf(expected.nodes).map(([id, node]) => [id, { ...node, ...(node.args && { args: entriesOf(node.args) }) }]),
  );
  expect([...(state.loops ?? [])].sort()).toEqual(entriesOf(expected.loops ?? {}));
  if (expected.context) expect([...(state.context ?? [])].sort()).toEqual(entriesOf(expected.context));
  if (expected.starts) expect(starts(events)).toEqual(expected.starts);
  for (const [node, others] of Object.entries(expected.after ?? {})) {
    expect({ node, after: others.filter((other) => startsAfter(events, node, other)) }).toEqual({
      node,
      after: others,
    });
  }
  for (const text of expected.reasonsTell ?? []) expect(observed.reasons.join('\n')).toContain(text);
}

/** What is told of each node, as far as it is expected. */
function nodesOf({ state, events }: Observed, expected: Expected): [string, unknown][] {
  const wanted = new Map(Object.entries(expected.nodes));
  const told = [...state.nodes].map(([id, node]): [string, unknown] => {
    const { note, noteTells, args, inputs, absent } = wanted.get(id) ?? ({} as Partial<ExpectedNode>);
    const saw = sawLast(events, id);
    return [
      id,
      {
        ...{ status: node.status, runs: node.runs ?? 0 },
        ...(node.label !== undefined && { label: node.label }),
        ...(node.reason !== undefined && { reason: node.reason }),
        ...(note !== undefined && { note: node.note }),
        ...(noteTells && { noteTells: noteTells.filter((text) => node.note.includes(text)) }),
        ...(args && { args: entriesOf(saw?.args ?? {}) }),
        ...(inputs && { inputs: saw?.inputs }),
        ...(absent && { absent: saw?.absent }),
      },
    ];
  });
  return told.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Sorted by key: names such as `__proto__` are not safe as keys of an object that is compared. */
function entriesOf<T>(map: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}
