import { randomUUID } from 'node:crypto';
import type { Retrier, TaskState, Template } from '../../asl/definition.ts';
import type { Run, Step, Variables } from '../run.ts';
import { contextOf, record } from '../run.ts';
import { evaluate } from '../expressions.ts';
import type { StateError } from '../errors.ts';
import { asStateError, stateError } from '../errors.ts';

/** Invokes a function, retries as the state says, and hands on its result or, with a token, the answer to that. */
export async function runTask(
  run: Run,
  name: string,
  state: TaskState,
  input: unknown,
  variables: Variables,
): Promise<Step> {
  const entered = run.deps.now().toISOString();
  const retries = (state.Retry ?? []).map((retrier) => ({ retrier, used: 0 }));
  for (let retryCount = 0; ; retryCount++) {
    try {
      const result = await attempt({ run, name, state, input, variables, entered }, retryCount);
      const scope = { states: { input, result, context: contextOf(run, name, entered) }, variables };
      const output = state.Output === undefined ? result : await evaluate(state.Output, scope);
      const assigned = state.Assign ? await evaluate(state.Assign, scope) : {};
      return {
        output,
        next: 'Next' in state ? state.Next : undefined,
        variables: { ...variables, ...(assigned as Variables) },
      };
    } catch (thrown) {
      const error = asStateError(thrown);
      record(run, { type: 'TaskFailed', state: name, error: error.code });
      const wait = run.halt.signal.aborted ? undefined : nextWait(retries, error);
      if (wait === undefined) throw error;
      await run.tokens.during(() => run.deps.sleep(wait, run.halt.signal));
      if (run.halt.signal.aborted) throw error;
      run.transitions++;
    }
  }
}

/** A Task that has been entered. */
interface Entered {
  readonly run: Run;
  readonly name: string;
  readonly state: TaskState;
  readonly input: unknown;
  readonly variables: Variables;
  /** When, as an ISO time. */
  readonly entered: string;
}

async function attempt({ run, name, state, input, variables, entered }: Entered, retryCount: number): Promise<unknown> {
  const waits = state.Resource.endsWith('.waitForTaskToken');
  const token = waits ? randomUUID() : undefined;
  const context = contextOf(run, name, entered, {
    State: { Name: name, EnteredTime: entered, RetryCount: retryCount },
    ...(token !== undefined && { Task: { Token: token } }),
  });
  const scope = { states: { input, context }, variables };
  const call = await evaluate(state.Arguments as Template, scope);
  record(run, { type: 'TaskScheduled', state: name });
  const answer = token === undefined ? undefined : run.tokens.answer(token);
  const work = async () => {
    record(run, { type: 'TaskStarted', state: name });
    const payload = await run.tokens.during(() => begin(run, state, call));
    if (answer) record(run, { type: 'TaskSubmitted', state: name });
    return answer ?? { Payload: payload };
  };
  const result = await withinTimeout(work(), state.TimeoutSeconds).catch((error: unknown) => {
    if (token !== undefined) run.tokens.forget(token);
    throw error;
  });
  record(run, { type: 'TaskSucceeded', state: name });
  return result;
}

/** Calls the function, or starts the container. */
function begin({ deps }: Run, { Resource }: TaskState, call: unknown): Promise<unknown> {
  if (Resource === 'arn:aws:states:::ecs:runTask.waitForTaskToken') {
    if (!deps.runTask) throw new Error('nothing here starts containers');
    return deps.runTask(call);
  }
  const { FunctionName, Payload } = call as { FunctionName: string; Payload: unknown };
  return deps.invoke(FunctionName, Payload);
}

async function withinTimeout<T>(work: Promise<T>, seconds: number | undefined): Promise<T> {
  if (seconds === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(stateError('States.Timeout', `the task took longer than ${seconds} seconds`)),
      Math.min(seconds * 1000, 2 ** 31 - 1),
    );
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Used {
  readonly retrier: Retrier;
  used: number;
}

/** Seconds to wait before the next try by the first retrier that matches; undefined when there is none left. */
function nextWait(retries: readonly Used[], error: StateError): number | undefined {
  const match = retries.find(({ retrier }) =>
    retrier.ErrorEquals.some((name) => name === 'States.ALL' || name === error.code),
  );
  if (!match) return undefined;
  const {
    IntervalSeconds = 1,
    MaxAttempts = 3,
    BackoffRate = 2,
    MaxDelaySeconds = Infinity,
    JitterStrategy,
  } = match.retrier;
  if (match.used >= MaxAttempts) return undefined;
  const wait = Math.min(IntervalSeconds * BackoffRate ** match.used++, MaxDelaySeconds);
  return JitterStrategy === 'FULL' ? wait * Math.random() : wait;
}
