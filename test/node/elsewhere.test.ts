import { answerNode, recordedReply } from '../../lib/node/human.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { startRun } from '../../lib/node/start-run.ts';
import type { SkillContext } from '../../lib/skills/skill.ts';
import type { SkillFacts } from '../../lib/ir/skill-facts.ts';
import type { Bench } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

const waiting: SkillFacts = { kind: 'lambda', host: 'shared', waits: true };

/** A node A whose skill hands its work over; `begin` is what that does. */
function handing(
  begin: (ticket: string, context: SkillContext) => void,
  node: object = {},
): Bench & { later(seconds: number): void } {
  let now = Date.now();
  const b = bench(graph('A>B', { A: { outputs: ['out/a.md'], timeout_seconds: 60, ...node } }), {
    facts: (skill) => (skill === 's-A' ? waiting : undefined),
    skill: async ({ id }, context) => {
      if (id === 'A')
        await context.host!.handOver!('the oracle', async (ticket) => {
          await Promise.resolve();
          begin(ticket, context);
        });
    },
  });
  const deps = { ...b.deps, now: () => new Date(now) };
  return {
    ...b,
    deps,
    visit: async (id, event) => {
      const epoch = event?.epoch ?? `${RUN}/0`;
      await startRun({ execution: 'local', name: RUN, input: undefined, epoch }, deps);
      return runNode({ run: RUN, epoch, apply: [], node: id.toLowerCase(), ...event }, deps);
    },
    later: (seconds) => void (now += seconds * 1000),
  };
}

const recordOf = async (b: Bench) => (await b.state()).nodes.get('A')!;

describe('work that is handed over', () => {
  it('is waited for, and what comes of it is the result', async () => {
    const tickets: string[] = [];
    const b = handing((ticket) => tickets.push(ticket));
    expect(await b.visit('A', { token: 't1' })).toEqual({ take: 'waiting-for-person' });
    expect([tickets, await recordOf(b)]).toEqual([
      ['1.1'],
      expect.objectContaining({ status: 'running', note: 'waiting for the oracle', artifacts: [] }),
    ]);
    const result = { artifacts: { 'out/a.md': { base64: 'QQ==' } }, note: 'done' };
    expect(await answerNode(RUN, 'A', { result, ticket: '1.2' }, b.deps)).toMatchObject({ reason: 'outdated' });
    expect(await answerNode(RUN, 'A', { result, ticket: '1.1' }, b.deps)).toMatchObject({ kind: 'accepted' });
    expect(await recordOf(b)).toMatchObject({ status: 'passed', artifacts: ['out/a.md'], note: 'done', attempt: 1 });
    expect(await recordedReply(RUN, 'A', b.deps)).toEqual({ token: 't1', answer: { take: 'next' } });
    expect(await answerNode(RUN, 'A', { result }, b.deps)).toMatchObject({ reason: 'answered' });
  });

  it('may be answered before it is wholly handed over', async () => {
    const b = bench(graph('A>B'), {
      facts: () => waiting,
      skill: async ({ id }, { host }) => {
        if (id === 'A')
          await host!.handOver!('the oracle', async () => {
            await answerNode(RUN, 'A', { result: { note: 'at once' } }, b.deps);
          });
      },
    });
    expect(await b.visit('A', { token: 't1' })).toEqual({ take: 'next' });
    expect(await recordOf(b)).toMatchObject({ status: 'passed', note: 'at once' });
  });

  it('is not handed over again by whoever visits the node, but answered by the new token', async () => {
    const tickets: string[] = [];
    const b = handing((ticket) => tickets.push(ticket));
    await b.visit('A', { token: 't1' });
    expect(await b.visit('A', { token: 't2' })).toEqual({ take: 'waiting-for-person' });
    await answerNode(RUN, 'A', { result: { artifacts: { 'out/a.md': 'x' } }, ticket: '1.1' }, b.deps);
    expect([tickets, (await recordedReply(RUN, 'A', b.deps))!.token]).toEqual([['1.1'], 't2']);
  });

  it('that cannot be handed over is a failed attempt', async () => {
    const b = handing(() => {
      throw new Error('no such function');
    });
    await expect(b.visit('A', { token: 't1' })).rejects.toMatchObject({ name: 'Stepwright.AttemptFailed' });
    expect(await recordOf(b)).toMatchObject({ status: 'failed', note: 'no such function', artifacts: [] });
    await expect(b.visit('A', { token: 't2' })).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
  });

  it('that nobody answers is tried once more, under another ticket, and then blocks', async () => {
    const tickets: string[] = [];
    const b = handing((ticket) => tickets.push(ticket));
    await b.visit('A', { token: 't1' });
    b.later(61);
    await expect(b.visit('A', { token: 't2' })).rejects.toMatchObject({
      name: 'Stepwright.AttemptFailed',
      message: 'no answer within 1 minute: the oracle',
    });
    await b.visit('A', { token: 't3' });
    expect(tickets).toEqual(['1.1', '1.2']);
    b.later(61);
    await expect(b.visit('A', { token: 't4' })).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
    expect(await recordOf(b)).toMatchObject({
      note: 'blocked after 2 attempts: no answer within 1 minute: the oracle',
      artifacts: [],
    });
  });

  it('that says it failed is tried once more', async () => {
    const b = handing(() => undefined);
    await b.visit('A', { token: 't1' });
    const failed = answerNode(RUN, 'A', { result: { status: 'failed', note: 'fog' }, ticket: '1.1' }, b.deps);
    await expect(failed).rejects.toMatchObject({ name: 'Stepwright.AttemptFailed' });
    expect(await b.visit('A', { token: 't2' })).toEqual({ take: 'waiting-for-person' });
    expect(await recordOf(b)).toMatchObject({ status: 'running', attempt: 2 });
  });

  it('pauses a run on this machine until somebody answers for it', async () => {
    const b = handing(() => undefined);
    expect((await b.run()).status).toBe('paused');
    await answerNode(RUN, 'A', { text: 'it rains' }, b.deps);
    const { status, state } = await b.run();
    expect([status, state.nodes.get('A')!.note]).toEqual(['completed', 'answer: it rains']);
  });
});
