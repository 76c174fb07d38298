import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { compile } from '../../lib/compile/index.ts';
import { assemble } from '../../lib/node/assemble.ts';
import type { RunState } from '../../lib/node/assemble.ts';
import type { NodeDeps } from '../../lib/node/deps.ts';
import { settleRun } from '../../lib/node/settle-run.ts';
import { HEADER } from '../../lib/node/record.ts';
import { indexTable } from '../../lib/node/view.ts';
import { memoryArtifacts } from '../../lib/store/memory-artifacts.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import { watched } from '../node/watched-store.ts';
import { runReference } from '../reference/fuzz.ts';
import type { Case } from '../reference/generated.ts';
import { toldBy } from '../reference/product.ts';
import { anyWorkflow } from '../reference/generate.ts';
import type { Background, Fate } from './deliveries.ts';
import { executeFaulty } from './faulty-machine.ts';
import { random } from './random.ts';
import { patient, skillsByRound, steady } from './steady.ts';

/** Handlers that died wait for ever; the end of the file ends them. */
const over = new AbortController();
setMaxListeners(0, over.signal);
afterAll(() => over.abort());

describe('a run beset by faults', () => {
  it('keeps its record right at every write, and comes to the same end once they are over', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyWorkflow.map(steady), fc.nat(), async (example, seed) => {
        expect(await wrongAfterFaults(example, seed, (kind) => seen.set(kind, (seen.get(kind) ?? 0) + 1))).toEqual([]);
      }),
      { numRuns: 200, seed: 20261130 },
    );
    // Each kind has come about often.
    const kinds = ['throttled', 'store', 'dies', 'late', 'twice', 'again', 'well'];
    expect(kinds.filter((kind) => (seen.get(kind) ?? 0) < 100)).toEqual([]);
  }, 120_000);
});

/** What is wrong with a run that was executed up to three times with faults and then without, until it ended. */
async function wrongAfterFaults(example: Case, seed: number, told: (kind: string) => void): Promise<string[]> {
  const number = random(seed);
  const upTo = (most: number) => Math.floor(number() * (most + 1));
  const { compiled } = compile(patient(example));
  const workflow = indexTable(compiled!.table);
  const { store, problems } = watched(memoryState(), workflow);
  const deps: NodeDeps = {
    workflow,
    state: store,
    artifacts: memoryArtifacts(),
    runSkill: skillsByRound(example),
    now: () => new Date(0),
    log: () => undefined,
    cancel: over.signal,
  };
  const machine = { asl: compiled!.asl, run: 'r1', ...(example.input !== undefined && { input: example.input }) };
  const left: Background = [];
  const fate = (): Fate => {
    const chosen = anyFate(upTo);
    told(chosen.kind);
    return chosen;
  };
  for (let executions = 1 + upTo(2); executions > 0; executions--) {
    await executeFaulty({ ...machine, deps, fate, turns: () => upTo(3), left });
    const begun = (await store.read('r1', [HEADER])).size > 0;
    // Whoever settles the run may have died, too.
    if (begun && upTo(1) === 0) await settleRun({ run: 'r1', cancelled: false }, deps);
  }
  if (upTo(1) === 0) await Promise.all(left);
  await executeFaulty({ ...machine, deps, fate: () => ({ kind: 'well' }), turns: () => upTo(3), left });
  await settleRun({ run: 'r1', cancelled: false }, deps);
  await Promise.all(left);
  const state = assemble(workflow, await store.readAll('r1'));
  return [...new Set(problems), ...wrongEnd(example, state), ...(await wrongArtifacts(deps, state))];
}

function anyFate(upTo: (most: number) => number): Fate {
  const at = upTo(6);
  const after = upTo(1) === 1;
  switch (upTo(17)) {
    case 0:
      return { kind: 'throttled' };
    case 1:
    case 2:
      return { kind: 'store', at, after };
    case 3:
    case 4:
      return { kind: 'dies', at, after };
    case 5:
    case 6:
      return { kind: 'late', at, slow: upTo(30) };
    case 7:
      return { kind: 'twice', first: upTo(3) > 0 };
    case 8:
      return { kind: 'again', slow: upTo(30) };
    default:
      return { kind: 'well' };
  }
}

/** How the end differs from that of a run without faults, as the reference tells it. */
function wrongEnd(example: Case, state: RunState): string[] {
  const expected = runReference(example);
  const wrong = state.result === expected.status ? [] : [`the run is ${state.result}, expected ${expected.status}`];
  for (const [id, node] of expected.nodes) {
    const is = state.nodes.get(id)!;
    const allowed = node.allowed?.map(({ status }) => status) ?? [node.status];
    if (!allowed.includes(is.status))
      wrong.push(`${id} is ${is.status} (${is.note}), expected ${allowed.join(' or ')}`);
    if (node.allowed) continue;
    if (is.status === 'passed' && is.label !== node.label) wrong.push(`${id} took ${is.label}, expected ${node.label}`);
    if (is.status === 'skipped' && is.reason !== node.reason)
      wrong.push(`${id} is skipped by ${is.reason}, expected ${node.reason}`);
  }
  if (expected.stoppers.length > 0) return wrong;
  const { loops: counts } = toldBy({ status: expected.status, exit: 0, running: [], state });
  for (const loop of new Set([...expected.loops.keys(), ...counts.keys()])) {
    const [want, is] = [expected.loops.get(loop) ?? 0, counts.get(loop) ?? 0];
    if (want !== is) wrong.push(`${loop} was taken ${is} times, expected ${want}`);
  }
  return wrong;
}

/** Only what has passed has artifacts, and all of one node were written by the execution that its record tells of. */
async function wrongArtifacts({ workflow, artifacts }: NodeDeps, state: RunState): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, node] of state.nodes) {
    if (node.status !== 'passed' && node.artifacts.length > 0) wrong.push(`${id} is ${node.status}, but has artifacts`);
    const version = { run: 'r1', node: workflow.byId.get(id)!.slug, round: node.round ?? 1, execution: node.runs! };
    for (const path of node.artifacts) {
      const content = await artifacts.read(version, path);
      const text = content && new TextDecoder().decode(content);
      if (text !== `execution ${node.runs}`)
        wrong.push(`${path} of ${id} is '${text}', expected execution ${node.runs}`);
    }
  }
  return wrong;
}
