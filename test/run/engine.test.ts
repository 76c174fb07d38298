import type { LambdaCall, State, StateMachine, TaskState } from '../../lib/asl/definition.ts';
import { stateError } from '../../lib/run/errors.ts';
import type { EngineDeps } from '../../lib/run/deps.ts';
import type { ExecutionResult } from '../../lib/run/execution.ts';
import { startExecution } from '../../lib/run/execution.ts';

type Invoke = (name: string, payload: unknown) => unknown;

function machine(StartAt: string, States: Record<string, State>): StateMachine {
  return { QueryLanguage: 'JSONata', StartAt, States };
}

function task(
  name: string,
  rest: Partial<Omit<TaskState, keyof LambdaCall> & LambdaCall> = {},
  next?: string,
): TaskState {
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: name, Payload: { from: '{% $states.input %}' } },
    Output: '{% $states.result.Payload %}',
    ...rest,
    ...(next === undefined ? { End: true } : { Next: next }),
  };
}

/** Runs a machine with waits that take no time; returns its result with the waits and the states entered. */
async function run(definition: StateMachine, invoke: Invoke, input: unknown = {}, signal?: AbortSignal) {
  const waits: number[] = [];
  const entered: string[] = [];
  const deps: EngineDeps = {
    invoke: (name, payload) => Promise.resolve().then(() => invoke(name, payload)),
    sleep: (seconds) => Promise.resolve(void waits.push(seconds)),
    now: () => new Date('2026-01-01T00:00:00Z'),
    onEvent: (event) => {
      if (event.type.endsWith('StateEntered')) entered.push(event.state!);
    },
  };
  const execution = startExecution(definition, deps, { id: 'id', name: 'name', input, ...(signal && { signal }) });
  const result: ExecutionResult = await execution.result;
  return { result, waits, entered };
}

describe('Task', () => {
  it('invokes its function with evaluated arguments and hands on its output', async () => {
    const definition = machine('A', {
      A: task(
        'a',
        {
          Arguments: {
            FunctionName: 'a',
            Payload: { name: '{% $states.context.Execution.Name %}', list: '{% [$states.input.none] %}' },
          },
        },
        'B',
      ),
      B: task('b'),
    });
    const seen: unknown[] = [];
    const { result } = await run(definition, (name, payload) => (seen.push([name, payload]), { got: name }));
    expect(seen).toEqual([
      ['a', { name: 'name', list: [] }],
      ['b', { from: { got: 'a' } }],
    ]);
    expect(result).toEqual({ status: 'SUCCEEDED', output: { got: 'b' }, transitions: 2 });
  });

  it('assigns variables that later states and branches read', async () => {
    const definition = machine('A', {
      A: task('a', { Assign: { run: '{% $states.result.Payload.run %}' } }, 'P'),
      P: {
        Type: 'Parallel',
        Branches: [machine('X', { X: task('x', { Arguments: { FunctionName: 'x', Payload: '{% $run %}' } }) })],
        End: true,
      },
    });
    const { result } = await run(definition, (name, payload) => (name === 'a' ? { run: 'r7' } : payload));
    expect(result).toMatchObject({ status: 'SUCCEEDED', output: ['r7'] });
  });

  it('retries by the first retrier that matches, with backoff, and counts a transition each', async () => {
    const retry = [
      { ErrorEquals: ['Final'], MaxAttempts: 0 },
      { ErrorEquals: ['Busy'], IntervalSeconds: 2, BackoffRate: 3, MaxAttempts: 3, MaxDelaySeconds: 10 },
      { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 1 },
    ];
    let calls = 0;
    const busy = await run(machine('A', { A: task('a', { Retry: retry }) }), () => {
      if (++calls <= 3) throw stateError('Busy', 'too many');
      return 'done';
    });
    expect(busy.result).toEqual({ status: 'SUCCEEDED', output: 'done', transitions: 4 });
    expect(busy.waits).toEqual([2, 6, 10]);

    const final = await run(machine('A', { A: task('a', { Retry: retry }) }), () => {
      throw stateError('Final', 'over');
    });
    expect(final.result).toEqual({ status: 'FAILED', error: 'Final', cause: 'over', transitions: 1 });
  });

  it('takes the name of whatever is thrown as the error, as with a Lambda function', async () => {
    const { result } = await run(machine('A', { A: task('a') }), () => {
      throw Object.assign(new Error('no'), { name: 'Stepwright.Blocked' });
    });
    expect(result).toMatchObject({ status: 'FAILED', error: 'Stepwright.Blocked', cause: 'no' });
  });

  it('fails with States.Timeout when it takes too long', async () => {
    const { result } = await run(
      machine('A', { A: task('a', { TimeoutSeconds: 0.02 }) }),
      () => new Promise(() => undefined),
    );
    expect(result).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  });

  it('fails where an expression has no value', async () => {
    const { result } = await run(
      machine('A', { A: task('a', { Output: '{% $states.result.Payload.none %}' }) }),
      () => ({}),
    );
    expect(result).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

describe('Choice', () => {
  const definition = machine('C', {
    C: {
      Type: 'Choice',
      Choices: [
        { Condition: '{% $states.input.take = "left" %}', Next: 'L' },
        {
          Condition: '{% $states.input.take = "again" and $states.input.round <= 2 %}',
          Output: { apply: ['r1'] },
          Next: 'R',
        },
      ],
      Default: 'D',
    },
    L: task('left'),
    R: task('round'),
    D: { Type: 'Succeed' },
  });
  const echo: Invoke = (name, payload) => ({ name, payload });

  it.each([
    [{ take: 'left' }, { name: 'left', payload: { from: { take: 'left' } } }],
    [
      { take: 'again', round: 2 },
      { name: 'round', payload: { from: { apply: ['r1'] } } },
    ],
    [
      { take: 'again', round: 3 },
      { take: 'again', round: 3 },
    ],
    [{}, {}],
  ])('with %j', async (input, output) => {
    expect((await run(definition, echo, input)).result).toMatchObject({ status: 'SUCCEEDED', output });
  });

  it('fails where a condition is neither true nor false', async () => {
    const wrong = machine('C', {
      C: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.x %}', Next: 'D' }], Default: 'D' },
      D: { Type: 'Succeed' },
    });
    expect((await run(wrong, echo, { x: 1 })).result).toMatchObject({
      status: 'FAILED',
      error: 'States.QueryEvaluationError',
    });
  });
});

describe('Parallel', () => {
  const branch = (...names: string[]) =>
    machine(names[0]!, Object.fromEntries(names.map((name, i) => [name, task(name, {}, names[i + 1])])));

  it('hands its input to every branch and makes a list of their outputs', async () => {
    const definition = machine('P', { P: { Type: 'Parallel', Branches: [branch('A'), branch('B')], End: true } });
    const { result } = await run(definition, (name, payload) => [name, payload], 7);
    expect(result).toEqual({
      status: 'SUCCEEDED',
      output: [
        ['A', { from: 7 }],
        ['B', { from: 7 }],
      ],
      transitions: 3,
    });
  });

  it('enters no further state after an uncaught failure, waits for what runs, and retries nothing', async () => {
    const retry = [{ ErrorEquals: ['States.ALL'], MaxAttempts: 5 }];
    const definition = machine('P', {
      P: {
        Type: 'Parallel',
        Branches: [
          branch('Bad'),
          machine('Slow', { Slow: task('Slow', { Retry: retry }, 'After'), After: task('After') }),
        ],
        End: true,
      },
    });
    let slowEnded = false;
    const { result, entered } = await run(definition, async (name) => {
      if (name === 'Bad') throw stateError('Boom', 'bad');
      await new Promise((resolve) => setTimeout(resolve, 20));
      slowEnded = true;
      throw stateError('Late', 'slow');
    });
    expect(result).toEqual({ status: 'FAILED', error: 'Boom', cause: 'bad', transitions: 3 });
    expect(slowEnded).toBe(true);
    expect(entered).toEqual(['P', 'Bad', 'Slow']);
  });
});

describe('task tokens', () => {
  const waiting: TaskState = {
    ...task('ask', { Output: '{% $states.result %}' }),
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: { FunctionName: 'ask', Payload: { token: '{% $states.context.Task.Token %}' } },
  };

  it('pause the execution when nothing else goes on, after the other branches have done what they can', async () => {
    const other = machine('A', { A: task('a', {}, 'B'), B: task('b') });
    const definition = machine('P', {
      P: { Type: 'Parallel', Branches: [machine('W', { W: waiting }), other], End: true },
    });
    const { result, entered } = await run(definition, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return null;
    });
    expect(result.status).toBe('PAUSED');
    expect(entered).toContain('B');
  });

  it('go on with the answer, or fail with its error', async () => {
    for (const good of [true, false]) {
      const deps: EngineDeps = {
        invoke: (_, payload) => {
          const { token } = payload as { token: string };
          setTimeout(
            () =>
              good
                ? execution.tokens.succeed(token, { take: 'yes' })
                : execution.tokens.fail(token, stateError('No', 'refused')),
            1,
          );
          return new Promise((resolve) => setTimeout(resolve, 10, null));
        },
        sleep: () => Promise.resolve(),
        now: () => new Date(),
      };
      const execution = startExecution(machine('W', { W: waiting }), deps, { id: 'i', name: 'n', input: {} });
      expect(await execution.result).toMatchObject(
        good ? { status: 'SUCCEEDED', output: { take: 'yes' } } : { status: 'FAILED', error: 'No' },
      );
    }
  });
});

describe('an execution', () => {
  it('is aborted by its signal: what runs is waited for, nothing new starts', async () => {
    const abort = new AbortController();
    const definition = machine('A', { A: task('a', {}, 'B'), B: task('b') });
    const { result, entered } = await run(definition, () => abort.abort(), {}, abort.signal);
    expect(result.status).toBe('ABORTED');
    expect(entered).toEqual(['A']);
  });

  it.each([
    ['a state type', { A: { Type: 'Map' } }, 'states of type Map'],
    ['a field', { A: { ...task('a'), ResultPath: '$' } }, 'the field ResultPath'],
    [
      'a resource',
      { A: { ...task('a'), Resource: 'arn:aws:states:::sqs:sendMessage' } },
      'the resource arn:aws:states:::sqs:sendMessage',
    ],
  ])('is refused for %s that the engine does not know', (_, states, message) => {
    const definition = machine('A', states as unknown as Record<string, State>);
    const deps: EngineDeps = { invoke: () => Promise.resolve(), sleep: () => Promise.resolve(), now: () => new Date() };
    expect(() => startExecution(definition, deps, { id: 'i', name: 'n', input: {} })).toThrow(message);
  });
});
