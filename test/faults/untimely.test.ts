import { closeRun } from '../../lib/node/close-run.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { asHeader } from '../../lib/node/view.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { bench, graph, RUN } from '../node/bench.ts';

const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A store that refuses one write of the header that stops the run. */
function deafToOneStop(): StateStore {
  const inner = memoryState();
  let deaf = true;
  return {
    ...inner,
    write(run, key, value, was) {
      const refuses = deaf && 'stopped' in value;
      if (refuses) deaf = false;
      return refuses ? Promise.reject(new Error('throttled')) : inner.write(run, key, value, was);
    },
  };
}

describe('a node that stops the run', () => {
  const steps = JSON.stringify({ workflow: { name: 'halt', version: '1.0.0' }, steps: [{ id: 'A', command: '/a' }] });

  it.each([
    ['blocked', graph('A>B', { A: { retry: { max: 0 } } })],
    ['failed', steps],
  ])('is %s and not executed again where the stop itself could not be recorded', async (status, yaml) => {
    const b = bench(yaml, { store: deafToOneStop(), script: { A: [{ error: 'boom' }, {}] } });
    await expect(b.visit('A')).rejects.toMatchObject({ name: 'Stepwright.Unavailable' });
    await expect(b.visit('A')).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
    expect((await b.state()).nodes.get('A')).toMatchObject({ status, runs: 1 });
    const header = asHeader((await b.deps.state.read(RUN, ['#run'])).get('#run')!.value);
    expect(header.stopped).toBe(`${RUN}/0`);
    // The machine as a whole, with its retries, comes to the same.
    const machine = bench(yaml, { store: deafToOneStop(), script: { A: [{ error: 'boom' }, {}] } });
    const { status: result, state } = await machine.run();
    expect([result, state.nodes.get('A')!.status, state.nodes.get('A')!.runs]).toEqual(['failed', status, 1]);
  });
});

describe('a delivery that comes when another execution has taken over', () => {
  const late = { name: 'Stepwright.RunStopped', message: 'another execution works on the run' };

  it('does not begin a node, take a loop or close the run', async () => {
    const b = bench(graph('A>B; B>C:on; B>A:again!'), { script: { B: [{ label: 'again' }, { label: 'on' }] } });
    await b.visit('A');
    await b.visit('B', { epoch: `${RUN}.2/0` });
    const before = await b.deps.state.readAll(RUN);
    const old = { run: RUN, epoch: `${RUN}/0` };
    await expect(runNode({ ...old, node: 'a', apply: [{ r0: 0 }] }, b.deps)).rejects.toMatchObject(late);
    await expect(runNode({ ...old, node: 'c', apply: [] }, b.deps)).rejects.toMatchObject(late);
    await expect(closeRun(old, b.deps)).rejects.toMatchObject(late);
    expect(await b.deps.state.readAll(RUN)).toEqual(before);
    // A redrive is the same execution, although the run was claimed before it.
    expect(await runNode({ ...old, epoch: `${RUN}.2/1`, node: 'a', apply: [{ r0: 0 }] }, b.deps)).toMatchObject({
      take: 'next',
    });
  });
});

describe('a skill that ends when its node has been executed again', () => {
  it('does not replace the artifacts that the record tells of', async () => {
    let end: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (end = resolve));
    const skill: RunSkill = async (_node, _context, execution) => {
      if (execution === 1) await waiting;
      return { artifacts: { 'a.md': `execution ${execution}`, ...(execution === 1 && { 'b.md': 'no longer' }) } };
    };
    const read: string[] = [];
    const reader: RunSkill = async (node, context, execution) => {
      if (node.id === 'A') return skill(node, context, execution);
      read.push(...context.inputs, await context.artifacts.read('a.md'));
      return {};
    };
    const b = bench(graph('A>B', { A: { outputs: ['a.md'] }, B: { inputs: ['a.md'] } }), { skill: reader });
    const first = b.visit('A', { visit: 'v1' });
    await moment();
    expect(await b.visit('A', { visit: 'v2' })).toEqual({ take: 'next' });
    end();
    expect(await first).toEqual({ take: 'next' });
    await b.visit('B');
    expect(read).toEqual(['a.md', 'execution 2']);
    expect((await b.state()).nodes.get('A')).toMatchObject({ runs: 2, artifacts: ['a.md'] });
  });
});
