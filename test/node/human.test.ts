import { jest } from '@jest/globals';
import { runMachine } from '../../lib/local/machine.ts';
import { answerNode, recordedReply } from '../../lib/node/human.ts';
import { runNode } from '../../lib/node/run-node.ts';
import { startRun } from '../../lib/node/start-run.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import { answerAndTell } from '../../lib/node/answer-and-tell.ts';
import type { Reply } from '../../lib/node/human.ts';
import type { Bench } from './bench.ts';
import { bench, graph, RUN } from './bench.ts';

const asks = graph('A>B:yes; A>C:no; B>D; C>D', { A: { human: true } });

async function asking(yaml = asks, store?: StateStore): Promise<Bench> {
  const b = bench(yaml, store && { store });
  await b.visit('A', { token: 'token-1' });
  return b;
}

describe('the reply for a node that waited for a person', () => {
  it('is not there before the answer', async () => {
    const { deps } = await asking();
    expect(await recordedReply(RUN, 'A', deps)).toBeUndefined();
    expect(await recordedReply(RUN, 'B', deps)).toBeUndefined();
  });

  it('is the recorded answer, and the same after a second answer was refused', async () => {
    const { deps } = await asking();
    expect(await answerNode(RUN, 'A', { label: 'yes' }, deps)).toEqual({ kind: 'accepted', answer: { take: 'yes' } });
    expect(await recordedReply(RUN, 'A', deps)).toEqual({ token: 'token-1', answer: { take: 'yes' } });
    expect(await answerNode(RUN, 'A', { label: 'no' }, deps)).toEqual({
      kind: 'refused',
      reason: 'answered',
      why: expect.stringMatching(/^A has been answered already, at \d{4}-.*Z: took 'yes'$/),
    });
    expect(await recordedReply(RUN, 'A', deps)).toEqual({ token: 'token-1', answer: { take: 'yes' } });
  });

  it('goes to the execution that asked last', async () => {
    const b = await asking();
    await b.visit('A', { token: 'token-2' });
    await answerNode(RUN, 'A', { label: 'no' }, b.deps);
    expect(await recordedReply(RUN, 'A', b.deps)).toEqual({ token: 'token-2', answer: { take: 'no' } });
  });

  it('is an error where the answer was a failure that nothing explains', async () => {
    const { deps } = await asking();
    await expect(answerNode(RUN, 'A', { fail: 'not like this' }, deps)).rejects.toMatchObject({
      name: 'Stepwright.Blocked',
    });
    expect(await recordedReply(RUN, 'A', deps)).toEqual({
      token: 'token-1',
      answer: expect.objectContaining({
        name: 'Stepwright.Blocked',
        message: 'A: blocked after 1 attempt: not like this',
      }),
    });
  });

  it('is what the gate took where the answer failed it', async () => {
    const { deps } = await asking(graph('A>B:bad-; A>C:ok+; B>C', { A: { human: true } }, 'C'));
    await answerNode(RUN, 'A', { fail: 'red' }, deps);
    expect(await recordedReply(RUN, 'A', deps)).toEqual({ token: 'token-1', answer: { take: 'on_failure' } });
  });

  it('is one of two that come in the same moment; the other is refused', async () => {
    const inner = memoryState();
    const gate = Promise.withResolvers<void>();
    const store: StateStore = {
      ...inner,
      // The first write of an answer comes after the second answer has been recorded.
      write: async (run, key, value, was) => {
        if (value['label'] === 'yes') await gate.promise;
        return inner.write(run, key, value, was);
      },
    };
    const { deps } = await asking(asks, store);
    const first = answerNode(RUN, 'A', { label: 'yes' }, deps);
    const second = await answerNode(RUN, 'A', { label: 'no' }, deps);
    gate.resolve();
    expect(second.kind).toBe('accepted');
    expect(await first).toMatchObject({
      kind: 'refused',
      reason: 'answered',
      why: expect.stringMatching(/took 'no'$/),
    });
    expect(await recordedReply(RUN, 'A', deps)).toEqual({ token: 'token-1', answer: { take: 'no' } });
  });
});

/** The same, at another time. */
function later(b: Bench, seconds: number): Bench['deps'] {
  return { ...b.deps, now: () => new Date(Date.now() + seconds * 1000) };
}

const nodeOf = async (b: Bench) => (await b.state()).nodes.get('A')!;

describe('a person who does not answer in time', () => {
  const week = 7 * 86_400;

  it('fails the node, which says so, and a late answer changes nothing', async () => {
    const b = await asking();
    const told: Reply[] = [];
    const tell = (reply: Reply) => Promise.resolve(told.push(reply) > 0);
    const late = await answerAndTell({ run: RUN, node: 'A', answer: { label: 'yes' } }, later(b, week + 1), tell);
    expect(late).toMatchObject({ kind: 'refused', reason: 'late', told: true });
    expect(late.kind === 'refused' && late.why).toMatch(/^A waited until \d{4}-.*Z; the answer came too late$/);
    expect(await nodeOf(b)).toMatchObject({
      status: 'blocked',
      note: 'blocked after 1 attempt: nobody answered within 7 days',
    });
    expect(told).toEqual([{ token: 'token-1', answer: expect.objectContaining({ name: 'Stepwright.Blocked' }) }]);
  });

  it('is taken to have given the default answer', async () => {
    const yaml = graph('A>B:yes; A>C:no; B>D; C>D', {
      A: { human: true, timeout_seconds: 90, outputs: ['out/a.md'], on_timeout: { label: 'no', text: 'better not' } },
    });
    const b = await asking(yaml);
    expect((await nodeOf(b)).waiting).toMatchObject({ labels: ['yes', 'no'] });
    const event = { node: 'a', run: RUN, epoch: `${RUN}/0`, apply: [], token: 'token-2' };
    expect(await runNode(event, later(b, 91))).toEqual({ take: 'no' });
    expect(await nodeOf(b)).toMatchObject({
      status: 'passed',
      label: 'no',
      note: "took 'no'; answer: better not; answered by on_timeout, since nobody answered within 90 seconds",
      artifacts: ['out/a.md'],
    });
    expect(await recordedReply(RUN, 'A', b.deps)).toEqual({ token: 'token-2', answer: { take: 'no' } });
    expect(await answerNode(RUN, 'A', { label: 'yes' }, b.deps)).toMatchObject({ reason: 'answered' });
  });

  it('fails the node for the reason that the workflow gives', async () => {
    const b = await asking(graph('A>B', { A: { human: true, on_timeout: { fail: 'no news' } } }));
    const { answer } = { answer: { text: 'x' } };
    expect(await answerNode(RUN, 'A', answer, later(b, week))).toMatchObject({ reason: 'late' });
    expect((await nodeOf(b)).note).toBe('blocked after 1 attempt: no news (nobody answered within 7 days)');
  });

  it('is not too late before that, whichever execution asks', async () => {
    const b = await asking();
    const waits = await nodeOf(b);
    const event = { node: 'a', run: RUN, epoch: `${RUN}/0`, apply: [], token: 'token-2' };
    expect(await runNode(event, later(b, week - 60))).toEqual({ take: 'waiting-for-person' });
    expect((await nodeOf(b)).waiting).toEqual(waits.waiting);
    expect(await answerNode(RUN, 'A', { label: 'yes' }, later(b, week - 1))).toMatchObject({ kind: 'accepted' });
  });
});

describe('an answer', () => {
  it('says who gave it', async () => {
    const b = await asking();
    await answerNode(RUN, 'A', { label: 'yes', text: 'fine', by: 'ada' }, b.deps);
    expect((await nodeOf(b)).note).toBe("took 'yes'; answer: fine; answered by ada");
    expect(await answerNode(RUN, 'A', { label: 'no', by: 'bob' }, b.deps)).toMatchObject({
      why: expect.stringMatching(/: took 'yes'; answer: fine; answered by ada$/),
    });
  });

  it('may say which question it is for', async () => {
    const b = await asking();
    const wrong = await answerNode(RUN, 'A', { label: 'yes', ticket: '2.1' }, b.deps);
    expect(wrong).toEqual({ kind: 'refused', reason: 'outdated', why: 'A has been asked anew since' });
    expect(await answerNode(RUN, 'A', { label: 'yes', ticket: '1.1' }, b.deps)).toMatchObject({ kind: 'accepted' });
  });

  it.each([
    ['a run that is not there', 'nowhere', 'A', 'unknown'],
    ['a node that is not there', RUN, 'Z', 'unknown'],
    ['a node that does not wait', RUN, 'B', 'not-waiting'],
  ])('is refused for %s', async (_, run, node, reason) => {
    const { deps } = await asking();
    const sent = jest.fn(() => Promise.resolve(true));
    const answered = await answerAndTell({ run, node, answer: { label: 'yes' } }, deps, sent);
    expect(answered).toMatchObject({ kind: 'refused', reason, told: false });
    expect(sent).not.toHaveBeenCalled();
  });

  it('of a program is judged as the result of a skill', async () => {
    const yaml = graph('A>B:yes; A>C:no; B>D; C>D', { A: { human: true, outputs: ['out/a.md'] } });
    const b = await asking(yaml);
    const give = (result: unknown) => answerNode(RUN, 'A', { result, by: 'a program' }, b.deps);
    expect(await give({ label: 'maybe' })).toMatchObject({ reason: 'unfit', why: expect.stringContaining('maybe') });
    expect(await give({ label: 'yes' })).toMatchObject({ reason: 'unfit', why: expect.stringContaining('out/a.md') });
    expect(await give({ label: 'yes', artifacts: { 'out/a.md': 'done', 'b.md': 'x' } })).toMatchObject({
      reason: 'unfit',
      why: expect.stringContaining('b.md'),
    });
    expect(await give({ label: 'yes', note: 'well', artifacts: { 'out/a.md': 'done' } })).toMatchObject({
      kind: 'accepted',
    });
    expect(await nodeOf(b)).toMatchObject({
      label: 'yes',
      note: "took 'yes'; well; answered by a program",
      artifacts: ['out/a.md'],
    });
  });

  it('of a program that says it failed is a failure', async () => {
    const b = await asking();
    await expect(
      answerNode(RUN, 'A', { result: { status: 'failed', note: 'out of paper' } }, b.deps),
    ).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
    expect((await nodeOf(b)).note).toBe('blocked after 1 attempt: out of paper');
  });
});

describe('a program that answers for the skill of a node', () => {
  /** A node whose skill has handed its work to a program, and waits for that. */
  async function handedOver(attempt: number): Promise<Bench> {
    const b = bench(graph('A>B', { A: { outputs: ['out/a.md'] } }));
    const epoch = `${RUN}/0`;
    await startRun({ execution: 'local', name: RUN, input: undefined, epoch }, b.deps);
    const waiting = { question: 'the program', since: new Date().toISOString(), until: '2999', token: 'token-1' };
    const record = { status: 'running', at: '', attempt, runs: attempt, round: 1, epoch, artifacts: [], waiting };
    await b.deps.state.write(RUN, 'node#A', record, 0);
    return b;
  }
  const give = (b: Bench, result: unknown) => answerNode(RUN, 'A', { result }, b.deps);

  it('makes it pass with what it has made', async () => {
    const b = await handedOver(1);
    await give(b, { artifacts: { 'out/a.md': 'done' }, note: 'quickly' });
    expect(await nodeOf(b)).toMatchObject({ status: 'passed', artifacts: ['out/a.md'], note: 'quickly' });
    expect(await recordedReply(RUN, 'A', b.deps)).toEqual({ token: 'token-1', answer: { take: 'next' } });
  });

  it.each([
    ['says that it failed', { status: 'failed', note: 'no paper' }, 'no paper'],
    ['leaves an output unwritten', {}, 'the skill left declared outputs unwritten: out/a.md'],
  ])('that %s is tried again, and then it is the end', async (_, result, evidence) => {
    const first = await handedOver(1);
    await expect(give(first, result)).rejects.toMatchObject({ name: 'Stepwright.AttemptFailed' });
    expect(await recordedReply(RUN, 'A', first.deps)).toEqual({
      token: 'token-1',
      answer: expect.objectContaining({ name: 'Stepwright.AttemptFailed', message: `A: ${evidence}` }),
    });
    const last = await handedOver(2);
    await expect(give(last, result)).rejects.toMatchObject({ name: 'Stepwright.Blocked' });
    expect((await recordedReply(RUN, 'A', last.deps))!.answer).toMatchObject({ name: 'Stepwright.Blocked' });
  });
});

describe('silence on the embedded engine', () => {
  it('ends the wait of a Task whose time is up, while other work goes on', async () => {
    const slow = Promise.withResolvers<void>();
    const b = bench(graph('A>C:yes; A>D:no; C>E; D>E; B>E', { A: { human: true, on_timeout: { label: 'no' } } }, 'E'), {
      skill: async (node) => {
        if (node.id === 'D') slow.resolve();
        if (node.id === 'B') await slow.promise;
      },
    });
    // The Task waits 50 ms here, and the person's time is up by then.
    let now = Date.now();
    const deps = {
      ...b.deps,
      now: () => new Date(now),
      onWaiting: () => Promise.resolve(void (now += 8 * 86_400_000)),
    };
    const asl = JSON.parse(JSON.stringify(b.asl), (key, value: unknown) =>
      key === 'TimeoutSeconds' && (value as number) > 100_000 ? 0.05 : value,
    ) as Bench['asl'];
    const { status, state } = await runMachine({ asl, deps, run: RUN, sleep: () => Promise.resolve() });
    expect(status).toBe('completed');
    expect(state.nodes.get('A')).toMatchObject({ status: 'passed', label: 'no' });
    expect(state.nodes.get('C')!.status).toBe('skipped');
  });
});
