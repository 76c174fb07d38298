import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { compile } from '../../lib/compile/index.ts';
import type { NodeState } from '../../lib/node/assemble.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import type { NodeRecord } from '../../lib/node/record.ts';
import { nodeKey } from '../../lib/node/record.ts';
import { settleRun } from '../../lib/node/settle-run.ts';
import { indexTable } from '../../lib/node/view.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { watched } from '../node/watched-store.ts';
import { differences } from '../reference/compare.ts';
import { runReference, scriptOf } from '../reference/fuzz.ts';
import type { Case } from '../reference/generated.ts';
import { yamlOf } from '../reference/generated.ts';
import { anyWorkflow } from '../reference/generate.ts';
import type { ProductResult } from '../reference/product.ts';
import { toldBy } from '../reference/product.ts';
import type { Fate } from './deliveries.ts';
import { executeFaulty } from './faulty-machine.ts';
import { random } from './random.ts';

/** What stands in the record of an attempt whose handler left none. */
const LOST = 'the handler ended without recording a result';

/** Faults of the platform at one node that its task bears at least. */
const BEARABLE = 5;

/** Handlers that died wait for ever; the end of the file ends them. */
const over = new AbortController();
setMaxListeners(0, over.signal);
afterAll(() => over.abort());

describe('one execution whose handlers die at work', () => {
  it('comes to what the reference says when each lost attempt counts as a failed one', async () => {
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(anyWorkflow.map(withoutPeople), fc.nat(), async (example, seed) => {
        const { problems, counted, got } = await execute(example, seed);
        lost += counted.lost;
        const expected = runReference({ ...example, script: counted.script });
        expect([...new Set(problems), ...differences(expected, got)]).toEqual([]);
      }),
      { numRuns: 200, seed: 20261130 },
    );
    expect(lost).toBeGreaterThan(200);
  }, 120_000);
});

function withoutPeople(example: Case): Case {
  const script = Object.entries(example.script).map(([id, list]) => [id, list.map(({ wait: _wait, ...rest }) => rest)]);
  return { ...example, script: Object.fromEntries(script) as Case['script'] };
}

interface Executed {
  readonly problems: readonly string[];
  readonly counted: Counted;
  readonly got: ProductResult;
}

async function execute(example: Case, seed: number): Promise<Executed> {
  const number = random(seed);
  const upTo = (most: number) => Math.floor(number() * (most + 1));
  const { compiled } = compile(yamlOf(example));
  const workflow = indexTable(compiled!.table);
  const { store, problems } = watched(memoryState(), workflow);
  const writes = new Map<string, NodeRecord[]>();
  const script = scriptOf(example);
  const deps: NodeDeps = {
    workflow,
    state: remembering(store, writes),
    artifacts: memoryArtifacts(),
    runSkill: (node, context, execution) => runScripted(script, node, context, execution),
    now: () => new Date(0),
    log: () => undefined,
    cancel: over.signal,
  };
  const faults = new Map<string | undefined, number>();
  const fate = (node: string | undefined): Fate => {
    const chosen = node === undefined ? ({ kind: 'well' } as const) : fateAtWork(upTo, faults.get(node) ?? 0);
    if (chosen.kind !== 'well') faults.set(node, (faults.get(node) ?? 0) + 1);
    return chosen;
  };
  const left: Promise<unknown>[] = [];
  const input = example.input === undefined ? {} : { input: example.input };
  await executeFaulty({ asl: compiled!.asl, deps, run: 'r1', ...input, fate, turns: () => upTo(3), left });
  await Promise.all(left);
  const { state, done } = await settleRun({ run: 'r1', cancelled: false }, deps);
  // Whoever died after a stop is not executed again, and has failed as far as that run is concerned.
  const nodes = [...state.nodes].map(([id, node]): [string, NodeState] => {
    return [id, node.status === 'running' ? { ...node, status: 'failed' } : node];
  });
  const told = { ...state, nodes: new Map(nodes) };
  const got = toldBy({ status: state.result!, exit: done.exitCode, running: [], state: told });
  return { problems, counted: countLost(example, writes), got };
}

/** Faults that cost attempts of the node, and others that its task bears. */
function fateAtWork(upTo: (most: number) => number, before: number): Fate {
  switch (upTo(15)) {
    case 0:
    case 1:
      return { kind: 'dies at work', done: false };
    case 2:
      return { kind: 'dies at work', done: true };
    case 3:
      return before < BEARABLE ? { kind: 'throttled' } : { kind: 'well' };
    case 4:
      return before < BEARABLE ? { kind: 'store', at: upTo(6), after: upTo(1) === 1 } : { kind: 'well' };
    case 5:
      return before < BEARABLE ? { kind: 'late', at: upTo(6), slow: 2 * upTo(10) } : { kind: 'well' };
    case 6:
      return { kind: 'twice', first: upTo(1) === 0 };
    default:
      return { kind: 'well' };
  }
}

function remembering(inner: StateStore, writes: Map<string, NodeRecord[]>): StateStore {
  return {
    ...inner,
    async write(run, key, value, was) {
      const written = await inner.write(run, key, value, was);
      if (written) writes.set(key, [...(writes.get(key) ?? []), value as unknown as NodeRecord]);
      return written;
    },
  };
}

interface Counted {
  readonly script: Case['script'];
  readonly lost: number;
}

/** The script as it came about: executions of which nothing was recorded have failed. */
function countLost({ script, workflow }: Case, writes: ReadonlyMap<string, readonly NodeRecord[]>): Counted {
  let lost = 0;
  const ids = ('nodes' in workflow ? workflow.nodes : workflow.steps).map(({ id }) => id);
  const counted = ids.map((id) => {
    const records = writes.get(nodeKey(id)) ?? [];
    const executions = records.flatMap(({ status }, at) => (status === 'running' ? [at] : []));
    const list = script[id] ?? [];
    const scripted = (nth: number): ScriptedOutcome => list[Math.min(nth, list.length) - 1] ?? {};
    const outcomes = executions.map((at, index) => {
      const next = records[at + 1];
      const isLost = next === undefined || next.status === 'running' || (next.note ?? '').includes(LOST);
      if (isLost) lost++;
      return isLost ? { error: LOST } : scripted(index + 1);
    });
    const rest = Math.max(1, list.length - outcomes.length);
    for (let nth = 1; nth <= rest; nth++) outcomes.push(scripted(executions.length + nth));
    return [id, outcomes] as const;
  });
  return { script: Object.fromEntries(counted), lost };
}
