import { jest } from '@jest/globals';
import type { Asked, NodeDeps } from '../../lib/node/deps.ts';
import type { Notice, Whereabouts } from '../../lib/node/notice.ts';
import { cut, quoted, subjectOf } from '../../lib/node/notice.ts';
import { endNotice } from '../../lib/node/notify-end.ts';
import { notifyOnce } from '../../lib/node/notify-once.ts';
import { waitingNotice } from '../../lib/node/notify-waiting.ts';
import { memoryState } from '../../lib/store/memory-state.ts';
import type { StateStore } from '../../lib/store/state-store.ts';
import { bench, graph, RUN } from './bench.ts';
import type { Bench, BenchOptions } from './bench.ts';

const where: Whereabouts = { flags: ' workflows/b.yaml --cloud', bucket: 'the-bucket' };

/** What would be told of the first node that waits. */
async function asked(yaml: string, place = where): Promise<Notice> {
  const b = bench(yaml);
  const heard: Asked[] = [];
  const deps: NodeDeps = { ...b.deps, onWaiting: (one) => Promise.resolve(void heard.push(one)) };
  Object.assign(b.deps, deps);
  await b.visit('A', { token: 't-secret' });
  return waitingNotice(b.deps.workflow.table, heard[0]!, place);
}

describe('what is told of a node that waits', () => {
  it('is the question, what may be answered, until when, and how', async () => {
    const yaml = graph('A>B:publish it; A>C:no; B>D; C>D', {
      A: { human: true, description: 'May it go out?', on_timeout: { label: 'no' } },
    });
    const notice = await asked(yaml, { ...where, url: 'https://api.example.org' });
    expect(notice.subject).toBe('bench: A waits for an answer');
    expect(notice.key).toBe('wait#a#1.1');
    expect(notice.about).toEqual({ kind: 'waiting', workflow: 'bench', run: RUN, node: 'A' });
    const until = /^Until: {3}(\S+), 7 days after the question; then the answer is "no"$/m.exec(notice.text)!;
    expect(Date.parse(until[1]!) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(notice.text.replace(until[0], 'Until')).toBe(`A run of the workflow bench waits for an answer.

May it go out?

Choose:  "publish it", "no"
Node:    A
Run:     r1
Until

Answer on the command line:
  stepwright approve A workflows/b.yaml --cloud --run r1 --label 'publish it'
  stepwright approve A workflows/b.yaml --cloud --run r1 --label no
  stepwright approve A workflows/b.yaml --cloud --run r1 --fail 'what is wrong'

or by HTTP, with a signed request:
  POST https://api.example.org/runs/r1/nodes/A/answer
  {"label":"publish it","ticket":"1.1"}
`);
  });

  it('is shorter where nothing is to be chosen, and never holds the token', async () => {
    const { text } = await asked(graph('A>B', { A: { human: true, timeout_seconds: 3600 } }));
    expect(text).toContain("--run r1 --text 'your answer'\n");
    expect(text).toContain('1 hour after the question; then the node fails\n');
    expect(text).not.toMatch(/Choose|HTTP|secret/);
  });

  it('fits, however long the question and however many the labels are', async () => {
    const edges = Array.from({ length: 40 }, (_, i) => `A>B:way ${i}`).join('; ');
    const { text } = await asked(graph(edges, { A: { human: true, description: 'why? '.repeat(5000) } }));
    expect(text).toContain('why?…\n');
    expect(text.match(/stepwright approve/g)).toHaveLength(13);
    expect(text.length).toBeLessThan(5000);
  });
});

describe('what is told of a run that has ended', () => {
  const told = async (b: Bench, timedOut = false) =>
    endNotice(b.deps.workflow, await b.deps.state.readAll(RUN), timedOut, where);
  const ended = async (yaml: string, options: BenchOptions = {}) => {
    const b = bench(yaml, options);
    await b.run();
    return b;
  };

  it('is the node, its attempts and evidence, and the command to go on', async () => {
    const b = await ended(graph('A>B'), {
      script: { A: { error: `no paper\nin tray 2` } },
      input: { password: 'hunter2' },
    });
    const notice = (await told(b))!;
    const { started } = await b.state();
    expect(notice).toEqual({
      key: `end#${RUN}/0`,
      subject: 'bench: a run has failed at A',
      about: { kind: 'failed', workflow: 'bench', run: RUN, node: 'A' },
      text: `A run of the workflow bench has failed.

  A blocked after 2 attempts: no paper
    in tray 2

Run:         r1, started ${started}
Look at it:  stepwright status workflows/b.yaml --cloud --run r1
Go on:       stepwright resume workflows/b.yaml --cloud --run r1
Report:      s3://the-bucket/runs/r1/artifacts/closeout-report.md
`,
    });
  });

  it('cuts long evidence', async () => {
    const b = await ended(graph('A>B'), { script: { A: { error: 'x'.repeat(100_000) } } });
    expect((await told(b))!.text.length).toBeLessThan(1000);
  });

  it('says that it took too long', async () => {
    const b = await ended(graph('A>B'), { script: { A: { error: 'x' } } });
    expect((await told(b, true))!.subject).toBe('bench: a run took too long at A');
  });

  it('gives the reasons where no node failed', async () => {
    const b = await ended(graph('A>B:on; A>C:off', {}, 'B'), { script: { A: { label: 'off' } } });
    expect((await told(b))!.text).toContain("\n  final node B was not reached: A took 'off'\n");
  });

  it.each([
    ['a run that is completed', graph('A>B'), {}],
    ['a gate that failed and was recovered from', graph('G>F:bad-; G>Z:ok+; F>Z', {}, 'Z'), { G: { fail: 'red' } }],
  ])('is nothing for %s', async (_, yaml, script) => {
    expect(await told(await ended(yaml, { script }))).toBeUndefined();
  });

  it('is nothing while the result may change, nor for a cancelled run', async () => {
    const b = await ended(graph('A>B'), { script: { A: { error: 'x' } } });
    const { rev, value } = (await b.deps.state.read(RUN, ['#run'])).get('#run')!;
    await b.deps.state.write(RUN, '#run', { ...value, provisional: true }, rev);
    expect(await told(b)).toBeUndefined();
    await b.deps.state.write(RUN, '#run', { ...value, result: 'cancelled' }, rev + 1);
    expect(await told(b)).toBeUndefined();
  });

  const steps = (more: string) => `
workflow: { name: s, version: 1.0.0 }
steps:
  - { id: a, command: /a${more} }
  - { id: b, command: /b }
`;

  it('is nothing for failures that a list of steps tolerates, and something for others', async () => {
    const script = { a: { error: 'not signed in' } };
    expect(await told(await ended(steps(', continue_on_error: true'), { script }))).toBeUndefined();
    const failed = await told(await ended(steps(''), { script }));
    expect(failed!.text).toContain('\n  a failed after 1 attempt: not signed in\n');
  });

  it('needs no table that fits: the records say what failed', async () => {
    const b = await ended(graph('A>B'), { script: { A: { error: 'x' } } });
    const other = bench(graph('C>D')).deps.workflow;
    const notice = endNotice(other, await b.deps.state.readAll(RUN), false, where);
    expect(notice!.text).toContain('\n  A blocked after 2 attempts: x\n');
  });
});

describe('a notice is sent', () => {
  const notice: Notice = {
    key: 'k',
    subject: 's',
    text: 't',
    about: { kind: 'x', workflow: 'w', run: RUN, node: undefined },
  };
  const setUp = (state: StateStore = memoryState()) => {
    let now = Date.UTC(2026, 0, 1);
    const deps = { state, now: () => new Date(now), log: jest.fn() };
    const send = jest.fn((_: Notice) => Promise.resolve());
    return { deps, send, tell: () => notifyOnce(RUN, notice, deps, send), wait: (ms: number) => void (now += ms) };
  };

  it('once, however often and from wherever', async () => {
    const { send, tell, wait } = setUp();
    expect(await Promise.all([tell(), tell(), tell()])).toEqual(expect.arrayContaining(['sent', 'known', 'known']));
    wait(86_400_000);
    expect(await tell()).toBe('known');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('again when it could not be sent, which nobody hears of as an error', async () => {
    const { send, tell, deps } = setUp();
    send.mockRejectedValueOnce(new Error('no network'));
    expect(await tell()).toBe('failed');
    expect(deps.log).toHaveBeenCalledWith(
      'error',
      expect.any(String),
      expect.objectContaining({ error: 'no network' }),
    );
    expect(await tell()).toBe('sent');
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('again after a while when a sender died over it', async () => {
    const { send, tell, wait } = setUp();
    send.mockReturnValueOnce(new Promise(() => {}));
    void tell();
    await Promise.resolve();
    expect(await tell()).toBe('known');
    wait(61_000);
    expect(await tell()).toBe('sent');
  });

  it('although the table refuses afterwards, and without an error when it refuses before', async () => {
    const broken: StateStore = { ...memoryState(), read: () => Promise.reject(new Error('throttled')) };
    const { send, tell } = setUp(broken);
    expect(await tell()).toBe('failed');
    expect(send).not.toHaveBeenCalled();
  });
});

describe('texts of notices', () => {
  it.each([
    ['ask', 'ask'],
    ['a b', "'a b'"],
    ["it's", "'it'\\''s'"],
    ['$(rm)', "'$(rm)'"],
    ['', "''"],
    ['-x', "'-x'"],
  ])('%s is %s in a shell', (text, word) => expect(quoted(text)).toBe(word));

  it('have subjects that mail takes, and are cut between characters', () => {
    expect(subjectOf('Überprüfen\n: a')).toBe('?berpr?fen?: a');
    expect(subjectOf('x'.repeat(200))).toHaveLength(100);
    expect(cut('👩‍🚀abc', 2)).toBe('👩…');
  });
});
