import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: release
version: 1.0.0
nodes:
  - {id: in, skill: s, role: intake}
  - {id: ask, skill: s, role: router, human: true, description: "Ship it?"}
  - {id: side, skill: s, role: executor}
  - {id: go, skill: s, role: executor}
  - {id: stop, skill: s, role: executor}
  - {id: close, skill: engineering-closeout, role: closeout}
edges:
  - {from: in, to: ask, label: both}
  - {from: in, to: side, label: both}
  - {from: ask, to: go, label: "go on"}
  - {from: ask, to: stop, label: no}
  - {from: go, to: close}
  - {from: stop, to: close}
  - {from: side, to: close}
final: close
`;

describe('approve', () => {
  let place: Project;

  beforeEach(async () => {
    place = await project({ 'workflow.yaml': workflow });
  });

  afterEach(() => place.remove());

  it('answers the question at which the run has paused, once, and goes on', async () => {
    const paused = await place.json('run', '--mock');
    expect([paused.code, paused.document.status]).toEqual([3, 'paused']);
    const { nodes } = paused.document.state;
    expect(nodes['ask']).toMatchObject({ status: 'running', note: 'waiting for a person: Ship it?' });
    // What does not wait for the answer has run before the pause.
    expect(nodes['side']!.status).toBe('passed');
    expect((await place.json('status')).document.status).toBe('paused');
    expect((await place.run('status')).stdout).toContain('Waiting for a person: ask: Ship it?\n');
    expect((await place.json('resume')).code).toBe(3);

    expect((await place.json('approve', 'asc')).document.error).toBe(
      `the run ${paused.document.run} has no node "asc"; did you mean "ask"?`,
    );
    expect((await place.json('approve', 'go')).document.error).toBe(
      `"go" of the run ${paused.document.run} does not wait for a person; waiting are "ask"`,
    );
    const wrong = await place.json('approve', 'ask', '--label', 'Go on');
    expect([wrong.code, wrong.document.error]).toEqual([
      2,
      `the label 'Go on' is not offered; offered are 'go on', 'no'`,
    ]);
    expect((await place.json('approve', 'ask', '--run', 'nope')).code).toBe(2);

    const done = await place.json('approve', 'ask', '--label', 'go on', '--text', 'fine');
    expect([done.code, done.document.run, done.document.status]).toEqual([0, paused.document.run, 'completed']);
    expect(done.document.state.nodes['ask']).toMatchObject({
      status: 'passed',
      label: 'go on',
      note: expect.stringContaining('answer: fine'),
    });
    expect([done.document.state.nodes['go']!.status, done.document.state.nodes['stop']!.status]).toEqual([
      'passed',
      'skipped',
    ]);
    expect(done.document.runs).toMatchObject({ side: 1, ask: 1 });

    const again = await place.json('approve', 'ask', '--label', 'no');
    expect([again.code, again.document.error]).toEqual([
      2,
      `"ask" of the run ${paused.document.run} has ended already (passed)`,
    ]);
  });

  it('may say that the node fails, which is not retried', async () => {
    await place.run('run', '--mock');
    const { code, document } = await place.json('approve', 'ask', '--fail', 'not like this');
    expect([code, document.status]).toEqual([1, 'failed']);
    expect(document.state.nodes['ask']).toMatchObject({
      status: 'blocked',
      note: expect.stringContaining('not like this'),
    });
    expect(document.state.nodes['close']!.status).toBe('pending');
    // A resume asks again.
    expect((await place.json('resume')).code).toBe(3);
  });

  it('may not say yes and no at once', async () => {
    await place.run('run', '--mock');
    for (const more of [
      ['--label', 'x'],
      ['--text', 'x'],
      ['--cloud', '--text', 'x'],
    ]) {
      const { code, document } = await place.json('approve', 'ask', '--fail', 'no', ...more);
      expect([code, document]).toEqual([2, { error: expect.stringMatching(/^--fail says that the answer is no/) }]);
    }
  });

  it('is what a script can wait for, or answer', async () => {
    place.write('wait.yaml', 'side: {wait: "Is the side done?"}\nask: {label: no}\n');
    const paused = await place.json('run', '--mock', 'wait.yaml');
    expect([paused.code, paused.document.state.nodes['side']!.note]).toEqual([
      3,
      'waiting for a person: Is the side done?',
    ]);
    expect(paused.document.state.nodes['stop']!.status).toBe('passed');
    const done = await place.json('approve', 'side');
    expect([done.code, done.document.status]).toEqual([0, 'completed']);
  });

  it('goes on as if nobody had been waited for: what has failed is not run again, as a resume would', async () => {
    place.write(
      'steps.yaml',
      'workflow: {name: s, version: 1.0.0}\ndefaults: {stop_on_error: false}\nsteps:\n' +
        '  - {id: pay, command: /pay}\n  - {id: ask, command: /ask}\n  - {id: more, command: /ask, depends_on: [ask]}\n',
    );
    place.write('s.yaml', 'pay: [{error: declined}, {}]\nask: {wait: Sure?}\nmore: {wait: Really?}\n');
    expect((await place.json('run', 'steps.yaml', '--mock', 's.yaml')).code).toBe(3);
    expect((await place.json('approve', 'ask', 'steps.yaml')).code).toBe(3);
    const answered = await place.json('approve', 'more', 'steps.yaml');
    expect([answered.code, answered.document.status, answered.document.runs]).toEqual([
      1,
      'partial',
      { pay: 1, ask: 1, more: 1 },
    ]);
    const resumed = await place.json('resume', 'steps.yaml');
    expect([resumed.code, resumed.document.runs['pay']]).toEqual([0, 2]);
  });

  it('is not needed any more for a run that was cancelled, which can be resumed', async () => {
    const { document: paused } = await place.json('run', '--mock');
    const cancelled = await place.json('cancel');
    expect([cancelled.code, cancelled.document.run, cancelled.document.status]).toEqual([0, paused.run, 'cancelled']);
    expect(cancelled.document.state.nodes['ask']).toMatchObject({ status: 'pending', note: 'cancelled' });
    expect((await place.json('status')).document.status).toBe('cancelled');
    expect((await place.json('approve', 'ask', '--label', 'no')).code).toBe(2);
    expect((await place.run('cancel')).stdout).toBe(
      `The run ${paused.run} is cancelled: there is nothing to cancel.\n`,
    );
    expect((await place.json('resume')).code).toBe(3);
    expect((await place.json('approve', 'ask', '--label', 'no')).code).toBe(0);
  });
});
