import { answerNode, recordedReply } from '../../lib/node/human.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
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
      why: 'A has been answered already',
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
    expect(await first).toEqual({ kind: 'refused', why: 'A has been answered already' });
    expect(await recordedReply(RUN, 'A', deps)).toEqual({ token: 'token-1', answer: { take: 'no' } });
  });
});
