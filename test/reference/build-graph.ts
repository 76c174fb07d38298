import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { RawGraph, RawNode, RawOutcome } from './generate-graph.ts';
import { isCertain } from './certain-inputs.ts';
import type { Case, EdgeInFile, NodeInFile } from './generated.ts';
import { pick } from './generated.ts';
import { reaching } from './reach.ts';

const FORWARD_LABELS = [
  undefined,
  'a',
  'b',
  undefined,
  'a',
  'b',
  'c',
  'recover, max 3',
  'recover x',
  'a',
  'at most 1 b',
  undefined,
];
const LOOP_LABELS = [
  'again',
  'more, up to 3 times',
  'once, 1x',
  'recover at most 3',
  'again',
  'redo',
  'limit of 1',
  'again',
  'redo',
];
const GATE_LABELS = [undefined, 'ok', 'recover, 3 attempts', 'max: 1', 'recover', undefined];
const OUTPUTS = ['artifacts/a.md', 'artifacts/b.md', 'd/', 'd/x.md', 'e/'];
const INPUTS = [...OUTPUTS, 'd/y.md', 'e/z.md'];
const INPUT_VALUES = ['x', '', 'passed', true, null, 5, { deep: [1] }];
const NOT_OFFERED = 'nobody offers this';
const GUARD_VALUES = ['passed', 'skipped', 'failed', 'a', 'b', 'x', '5', 'true', '"b"', 'again'];

/** A workflow file from numbers; what would make it invalid is left out. */
export function buildGraph(raw: RawGraph): Case {
  const ids = raw.nodes.map((_node, index) => String.fromCharCode(65 + index));
  const edges = withSkipEdges(raw, ids, addLoops(raw, ids, forwardEdges(raw, ids)));
  const nodes = addArtifacts(raw, ids, edges).map((node, index): NodeInFile => {
    const { independent, split, guard, weight } = raw.nodes[index]!;
    const isFree = !edges.some((edge) => edge.to === node.id && !edge.loop);
    const skipWhen = guard && index < ids.length - 1 ? skipWhenOf(raw, guard, ids.slice(0, index)) : undefined;
    return {
      ...node,
      ...(independent && isFree && { independent }),
      ...(split && !(split === 'one' && sharesLabel(node.id, edges)) && { split }),
      ...(skipWhen !== undefined && { skip_when: skipWhen }),
      ...(weight > 0 && { weight }),
    };
  });
  const script = nodes.map((node, index) => {
    const outgoing = edges.filter((edge) => edge.from === node.id);
    const offered = offeredLabels(outgoing, node.skip_when !== undefined);
    const list = raw.nodes[index]!.outcomes.map((outcome) => outcomeOf(outcome, offered, node.outputs ?? []));
    return [node.id, raw.calm ? calmed(list, outgoing) : list] as const;
  });
  return {
    workflow: {
      ...{ name: 'generated', version: '1.0.0' },
      nodes: nodes.toSorted((a, b) => rankOf(raw, a.id) - rankOf(raw, b.id)),
      edges: edges.toSorted((a, b) => rankOf(raw, a.to) - rankOf(raw, b.to)),
      final: ids.at(-1)!,
      ...(raw.maxConcurrency > 0 && { max_concurrency: raw.maxConcurrency }),
    },
    script: Object.fromEntries(script.filter(([, list]) => list.length > 0)),
    ...inputOf(raw),
    pace: raw.pace,
  };
}

/** The place of a node in the file. */
function rankOf(raw: RawGraph, id: string): number {
  return raw.nodes[id.charCodeAt(0) - 65]!.rank;
}

/** Nodes are in an order that no forward edge goes against; the last one is final. */
function forwardEdges(raw: RawGraph, ids: readonly string[]): EdgeInFile[] {
  const edges: EdgeInFile[] = [];
  const add = (from: number, to: number, rest: Omit<EdgeInFile, 'from' | 'to'>) => {
    const edge = { from: ids[from]!, to: ids[to]!, ...rest };
    if (!edges.some((other) => other.from === edge.from && other.to === edge.to && other.label === edge.label))
      edges.push(edge);
  };
  const label = (by: number) => {
    const text = pick(FORWARD_LABELS, by);
    return text === undefined ? {} : { label: text };
  };
  raw.nodes.forEach((node, index) => {
    if (index > 0 && node.parent > 0) add(Math.max(0, index - node.parent), index, label(node.label));
  });
  for (const edge of raw.edges) {
    const from = edge.from % (ids.length - 1);
    add(from, from + 1 + (edge.to % (ids.length - 1 - from)), label(edge.label));
  }
  const gates = new Set<number>();
  for (const gate of raw.gates) {
    const at = gate.at % (ids.length - 1);
    if (gates.has(at)) continue;
    gates.add(at);
    const forward = (by: number) => at + 1 + (by % (ids.length - 1 - at));
    const before = [
      ...reaching(
        [ids[at]!],
        edges.filter((edge) => edge.kind !== 'on_failure'),
      ),
    ].filter((id) => id !== ids[at]);
    const back = gate.back && before.length > 0;
    const [passLabel, failLabel] = gate.labels.map((by) => pick(GATE_LABELS, by));
    const failTo = back ? ids.indexOf(pick(before, gate.fail)) : forward(gate.fail);
    add(at, forward(gate.pass), { kind: 'on_pass', ...(passLabel && { label: passLabel }) });
    add(at, failTo, {
      kind: 'on_failure',
      ...(failLabel && { label: failLabel }),
      ...(back && gate.marked && { loop: true as const }),
    });
  }
  return edges;
}

function addLoops(raw: RawGraph, ids: readonly string[], edges: readonly EdgeInFile[]): EdgeInFile[] {
  const all = [...edges];
  const forward = edges.filter((edge) => edge.kind !== 'on_failure');
  for (const loop of raw.loops) {
    const from = pick(ids, loop.from);
    const before = [...reaching([from], forward)].filter((id) => id !== from);
    const taken = all.filter((edge) => edge.from === from).map((edge) => edge.label);
    const label = [...LOOP_LABELS.slice(loop.label % LOOP_LABELS.length), ...LOOP_LABELS].find(
      (text) => !taken.includes(text),
    );
    if (before.length === 0 || label === undefined) continue;
    // A loop that is the only way on is taken until its bound stops the run, which is seen often enough.
    if (taken.length === 0 && from !== ids.at(-1) && loop.to % 4 > 0) continue;
    all.push({ from, to: pick(before, loop.to), label, loop: true });
  }
  return all;
}

/** A node with `skip_when` and several labels needs an edge for being skipped; some others have one too. */
function withSkipEdges(raw: RawGraph, ids: readonly string[], edges: readonly EdgeInFile[]): EdgeInFile[] {
  const skips = raw.nodes.flatMap(({ guard }, index) => {
    if (!guard || index === ids.length - 1) return [];
    const labels = new Set(edges.filter((edge) => edge.from === ids[index] && !edge.kind).map((edge) => edge.label));
    labels.delete(undefined);
    if (labels.size < 2 && guard.way < 8) return [];
    const to = ids[index + 1 + (guard.way % (ids.length - 1 - index))]!;
    return [{ from: ids[index]!, to, label: guard.way % 2 ? 'skip' : 'Skipped: not needed' }];
  });
  return [...edges, ...skips];
}

/** Outputs at will; inputs that another node writes, where timing leaves no doubt whether they are there. */
function addArtifacts(raw: RawGraph, ids: readonly string[], edges: readonly EdgeInFile[]): NodeInFile[] {
  const pickAll = (paths: readonly string[], numbers: readonly number[]) => [
    ...new Set(numbers.map((by) => pick(paths, by))),
  ];
  const nodes = ids.map((id, index): NodeInFile => {
    const outputs = pickAll(OUTPUTS, raw.nodes[index]!.outputs);
    return { id, skill: `do-${id.toLowerCase()}`, role: 'executor', ...(outputs.length > 0 && { outputs }) };
  });
  return nodes.map((node, index) => {
    const foreign = nodes.filter((other) => other !== node).flatMap(({ outputs }) => outputs ?? []);
    const inputs = pickAll(INPUTS, raw.nodes[index]!.inputs).filter((input) => {
      const produced =
        foreign.some((path) => overlap(path, input)) && !node.outputs?.some((path) => overlap(path, input));
      return produced && isCertain(input, node.id, { nodes, edges });
    });
    return inputs.length > 0 ? { ...node, inputs } : node;
  });
}

function overlap(a: string, b: string): boolean {
  return a === b || (a.endsWith('/') && b.startsWith(a)) || (b.endsWith('/') && a.startsWith(b));
}

function skipWhenOf(raw: RawGraph, guard: NonNullable<RawNode['guard']>, before: readonly string[]): string {
  const earlier = before.flatMap((other) => [`${other}_status`, `${other}_label`]);
  const key = pick(
    ['k0', ...earlier.toReversed(), 'k1', ...(raw.input.keys ? [] : ['input']), 'workflow_name'],
    guard.key,
  );
  const value = key.endsWith('_status')
    ? pick(['passed', 'skipped', 'failed'], guard.value)
    : pick(GUARD_VALUES, guard.value);
  return pick(
    [`context.${key}`, `context.${key} == ${value}`, `!context.${key}`, `context.${key} != ${value}`],
    guard.operator,
  );
}

/** Gates fail and loops are taken as the script says, but not for ever, and nothing else fails. */
function calmed(list: readonly ScriptedOutcome[], outgoing: readonly EdgeInFile[]): ScriptedOutcome[] {
  const isGate = outgoing.some((edge) => edge.kind === 'on_failure');
  const calm = list.map((outcome) =>
    outcome.wait !== undefined || isFine(outcome) || (isGate && outcome.fail !== undefined) ? outcome : {},
  );
  return calm.length > 1 && outgoing.some((edge) => edge.loop ?? edge.kind === 'on_failure') ? [...calm, {}] : calm;
}

function isFine({ fail, error, timeout, label }: ScriptedOutcome): boolean {
  return fail === undefined && error === undefined && !timeout && label !== NOT_OFFERED;
}

function offeredLabels(outgoing: readonly EdgeInFile[], guarded: boolean): string[] {
  const normal = outgoing.filter((edge) => !edge.kind && !(guarded && /^skip/i.test(edge.label ?? '')));
  const labels = [...new Set(normal.flatMap((edge) => edge.label ?? []))];
  const loops = normal.some((edge) => edge.loop);
  return loops || labels.length > 1 ? labels : [];
}

function outcomeOf(raw: RawOutcome, offered: readonly string[], outputs: readonly string[]): ScriptedOutcome {
  const label = offered.length > 0 ? pick([undefined, ...offered.toReversed(), ...offered], raw.label) : undefined;
  const directory = outputs.find((path) => path.endsWith('/'));
  const file = directory && raw.file > 5 ? `${directory}${pick(['y.md', 'z.md'], raw.file)}` : undefined;
  // What a script says of files is all that is written, and rarely not enough.
  const others = raw.file === 11 ? [] : outputs.filter((path) => path !== directory);
  const files = file === undefined ? [] : [file, ...others.map((path) => (path.endsWith('/') ? `${path}x.md` : path))];
  const artifacts = Object.fromEntries(files.map((path) => [path, 'text']));
  switch (raw.kind) {
    case 'pass':
      return { ...(label !== undefined && { label }), ...(files.length > 0 && { artifacts }) };
    case 'fail':
      return { fail: 'red' };
    case 'error':
      return { error: 'boom' };
    case 'timeout':
      return { timeout: true };
    case 'wrong label':
      return { label: NOT_OFFERED };
    case 'wait':
      return { wait: 'may I?' };
  }
}

function sharesLabel(id: string, edges: readonly EdgeInFile[]): boolean {
  const labels = edges.filter((edge) => edge.from === id && !edge.kind).map((edge) => edge.label);
  return new Set(labels).size < labels.length;
}

function inputOf({ input }: RawGraph): { input?: unknown } {
  if (input.text !== undefined) return { input: pick(['b', '5', 'some text'], input.text) };
  if (!input.keys) return {};
  return { input: { k0: pick(INPUT_VALUES, input.keys[0]!), k1: pick(INPUT_VALUES, input.keys[1]!) } };
}
