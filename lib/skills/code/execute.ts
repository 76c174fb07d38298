import { atExit } from '../at-exit.ts';
import type { SkillEnvironment } from '../environment.ts';
import { guardSecrets } from '../guard-secrets.ts';
import { leaveBehind } from '../left-work.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillResult } from '../skill.ts';
import { forwardLines } from './forward-lines.ts';
import type { FromSkill, GivenContext, PlainError, Threw, ToSkill } from './messages.ts';
import { plainError, told } from './plain-error.ts';
import { hearing } from './said.ts';
import { serve } from './serve.ts';
import { takeWorker } from './workers.ts';

/** Milliseconds that an aborted skill has for cleaning up. */
const GRACE = 500;

/**
 * Executes a skill of code in a thread of its own, which is ended with it: a crash, an endless loop, an exit or a lack
 * of memory fails this execution and nothing else. Processes that the skill has started end with it too.
 */
export function executeCode(
  skill: SkillOf<'code'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  return guardSecrets(context, environment, (guarded, secrets) => inThread(skill, guarded, secrets));
}

async function inThread(
  skill: SkillOf<'code'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  const { module, root, manifest } = skill;
  context.signal.throwIfAborted();
  const limit = manifest.memory_mb ?? environment.memoryMb;
  const worker = takeWorker(limit);
  const served = serve(context, environment, manifest.secrets ?? {});
  const children = new Map<number, boolean>();
  const endChildren = (): void => {
    for (const [pid, group] of children) end(pid, group);
  };
  const forget = atExit(endChildren);
  const send = (message: ToSkill): void => worker.postMessage(message);
  const output = forwardLines(worker, context.log);
  const heard = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const hear = hearing(heard);
  const { promise, resolve, reject } = Promise.withResolvers<SkillResult>();
  promise.catch(() => undefined);
  const fail = (message: string, name = 'Error'): void => reject(Object.assign(new Error(message), { name }));

  const receive = (message: FromSkill): void => {
    switch (message.kind) {
      case 'call':
        served.answer(message.request).then(
          (value) => send({ kind: 'answer', call: message.call, value }),
          (error: unknown) => send({ kind: 'refusal', call: message.call, error: plainError(error, root) }),
        );
        return;
      case 'log':
        hear();
        context.log[message.level](message.message, message.details);
        return;
      case 'print':
        hear();
        output.print(message.stream, message.text);
        return;
      case 'child':
        if (message.ended) children.delete(message.pid);
        else children.set(message.pid, message.group);
        return;
      case 'returned':
        resolve(message.result);
        return;
      case 'exits':
        fail(`the skill ended its process with code ${message.code}${at(message.place)}`);
        return;
      case 'threw':
        void evidence(skill, environment, message).then(({ text, name }) => fail(text, name));
    }
  };
  worker.on('message', (message: FromSkill) => {
    // The skill can reach the port too.
    try {
      receive(message);
    } catch {
      fail('the skill passed on something that nobody understands');
    }
  });
  worker.on('messageerror', () => fail('the skill passed on something that cannot be copied'));
  worker.on('error', (error) => fail(crash(error, limit, root)));
  worker.on('exit', () => fail('the thread of the skill ended before the skill did'));

  let grace: NodeJS.Timeout | undefined;
  const aborted = (): void => {
    const reason = context.signal.reason as Error;
    send({ kind: 'abort', reason: plainError(reason, root) });
    grace = setTimeout(() => reject(reason), GRACE);
  };
  context.signal.addEventListener('abort', aborted, { once: true });
  try {
    send({ kind: 'run', module, root, given: dataOf(context), heard });
    return await promise;
  } finally {
    output.flush();
    clearTimeout(grace);
    context.signal.removeEventListener('abort', aborted);
    served.close();
    endChildren();
    forget();
    leaveBehind(worker.terminate());
  }
}

function at(place: string | undefined): string {
  return place === undefined ? '' : ` (${place})`;
}

/** What the node fails with, and the name of the error. */
async function evidence(
  { module, root }: SkillOf<'code'>,
  environment: SkillEnvironment,
  { error, when }: { readonly error: PlainError; readonly when: Threw },
): Promise<{ text: string; name: string }> {
  const { name } = error;
  switch (when) {
    case 'loading': {
      const place = error.name === 'SyntaxError' && error.place === undefined;
      const found = place ? await environment.whereBroken?.(module, root) : undefined;
      return { text: `the skill cannot be loaded: ${found ?? told(error)}`, name };
    }
    case 'running':
      return { text: told(error), name };
    case 'uncaught':
      return { text: `uncaught in the skill: ${told(error)}`, name };
    case 'rejected':
      return { text: `a promise of the skill was rejected and nobody handled it: ${told(error)}`, name };
  }
}

function crash(error: unknown, limit: number | undefined, root: string): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return told(plainError(error, root, true));
  return `the skill ran out of memory${limit === undefined ? '' : `: it may use ${limit} MB`}`;
}

/** The group of a process that leads one goes with it. */
function end(pid: number, group: boolean): void {
  try {
    process.kill(group ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** The context as far as it is data, which is copied. */
function dataOf(context: SkillContext): GivenContext {
  const { run, node, round, attempt, args, input, labels, inputs, absent, outputs, description, answers } = context;
  return {
    ...{ run, node, round, attempt, args, input, labels, inputs, absent, outputs },
    context: context.context,
    ...(description !== undefined && { description }),
    ...(answers && { answers }),
    ...(context.host && { secondsLeft: context.host.secondsLeft() }),
  };
}
