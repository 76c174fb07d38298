import { setImmediate } from 'node:timers/promises';
import type { NodeDeps } from '../../lib/node/deps.ts';
import { failure } from '../../lib/node/failures.ts';

/** What happens to one invocation of a function. An access is a call of a store or of a skill. */
export type Fate =
  | { readonly kind: 'well' }
  /** The platform refuses it for now: its handler does not start. */
  | { readonly kind: 'throttled' }
  /** One access of a store throws, before it was carried out or after that, when only the answer is lost. */
  | { readonly kind: 'store'; readonly at: number; readonly after: boolean }
  /** The handler ends for ever at one access, before it was carried out or after that. */
  | { readonly kind: 'dies'; readonly at: number; readonly after: boolean }
  /** It ends for ever while its skill runs, or when all is recorded and only the answer is left to be given. */
  | { readonly kind: 'dies at work'; readonly done: boolean }
  /** The caller takes the handler for dead at one access, but it goes on, and slowly. */
  | { readonly kind: 'late'; readonly at: number; readonly slow: number }
  /** The handler is started twice at once; the caller gets the answer of one of them. */
  | { readonly kind: 'twice'; readonly first: boolean }
  /** It is started once more when it has ended, and the caller goes on meanwhile. */
  | { readonly kind: 'again'; readonly slow: number };

export type Work = (deps: NodeDeps) => Promise<unknown>;

type Access = 'read' | 'write' | 'skill';

/** What comes before and after each access of a handler. */
interface Hooks {
  readonly before?: (at: number, access: Access) => Promise<void> | void;
  readonly after?: (at: number, access: Access) => Promise<void> | void;
}

/** Deliveries that go on when their caller no longer waits for them. */
export type Background = Promise<unknown>[];

/** Invokes a handler once, with that fate, and resolves or rejects as the machine hears of it. */
export function deliver(work: Work, deps: NodeDeps, fate: Fate, turns: () => number, left: Background) {
  const slowly = { before: () => pause(turns()), after: () => pause(turns()) };
  switch (fate.kind) {
    case 'well':
      return work(withHooks(deps, slowly));
    case 'throttled':
      return Promise.reject(failure('Lambda.TooManyRequestsException', 'too many requests'));
    case 'store':
      return work(withHooks(deps, throwingAt(fate)));
    case 'dies':
      return dying(work, deps, fate);
    case 'dies at work':
      return dyingAtWork(work, deps, fate.done);
    case 'late':
      return new Promise((resolve, reject) => {
        const name = fate.slow % 2 === 0 ? 'Lambda.SdkClientException' : 'States.Timeout';
        const before = async (at: number) => {
          if (at === fate.at) reject(failure(name, 'no answer'));
          if (at >= fate.at) await pause(fate.slow);
        };
        const going = work(withHooks(deps, { before })).then(resolve, reject);
        left.push(going);
      });
    case 'twice':
      return twice([work(withHooks(deps, slowly)), work(withHooks(deps, slowly))], fate.first, left);
    case 'again': {
      const first = work(withHooks(deps, slowly));
      const again = async () => {
        await pause(fate.slow);
        return work(withHooks(deps, slowly));
      };
      left.push(first.then(again, again).catch(() => undefined));
      return first;
    }
  }
}

/** Of the one that leaves the work to the other there is no answer. */
async function twice(both: readonly Promise<unknown>[], first: boolean, left: Background): Promise<unknown> {
  left.push(...both.map((one) => one.catch(() => undefined)));
  const [mine, other] = first ? both : both.toReversed();
  try {
    return await mine;
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('by this very invocation'))) throw error;
    return other;
  }
}

const never = new Promise<never>(() => undefined);

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate();
}

function throwingAt({ at: where, after }: { readonly at: number; readonly after: boolean }): Hooks {
  const broken = (at: number, access: Access) => {
    if (at === where && access !== 'skill') throw new Error(after ? 'the answer is lost' : 'throttled');
  };
  return after ? { after: broken } : { before: broken };
}

/** From its end on, nothing that the handler does is carried out. */
function dying(work: Work, deps: NodeDeps, { at, after }: { at: number; after: boolean }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const die = (): Promise<never> => {
      reject(failure('Lambda.Unknown', 'the handler has gone'));
      return never;
    };
    const hooks: Hooks = {
      before: (now) => (now > at || (now === at && !after) ? die() : undefined),
      after: (now) => (now >= at ? die() : undefined),
    };
    work(withHooks(deps, hooks)).then(resolve, reject);
  });
}

/** Where the skill does not run, nothing happens to the handler. */
function dyingAtWork(work: Work, deps: NodeDeps, done: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = failure('Lambda.Unknown', 'the handler has gone');
    let worked = false;
    const die = (): Promise<never> => {
      reject(gone);
      return never;
    };
    const hooks: Hooks = {
      before: () => (worked && !done ? die() : undefined),
      after: (_at, access) => {
        worked ||= access === 'skill';
        return worked && !done ? die() : undefined;
      },
    };
    const end = (answered: () => void) => (worked ? reject(gone) : answered());
    work(withHooks(deps, hooks)).then(
      (answer) => end(() => resolve(answer)),
      (error: unknown) => end(() => reject(asError(error))),
    );
  });
}

/** The same stores and skills, each access of which passes through the hooks. */
function withHooks(deps: NodeDeps, { before, after }: Hooks): NodeDeps {
  let accesses = 0;
  const through = async <T>(access: Access, work: () => Promise<T>): Promise<T> => {
    const at = accesses++;
    await before?.(at, access);
    const result = await work();
    await after?.(at, access);
    return result;
  };
  const { state, artifacts } = deps;
  return {
    ...deps,
    state: {
      read: (run, keys) => through('read', () => state.read(run, keys)),
      readAll: (run) => through('read', () => state.readAll(run)),
      write: (run, key, value, was) => through('write', () => state.write(run, key, value, was)),
      runs: (limit) => state.runs(limit),
    },
    artifacts: {
      ...artifacts,
      publish: (version, files) => through('write', () => artifacts.publish(version, files)),
      read: (version, path) => through('read', () => artifacts.read(version, path)),
      listProject: (path) => through('read', () => artifacts.listProject(path)),
      writeRunFile: (run, path, content) => through('write', () => artifacts.writeRunFile(run, path, content)),
    },
    runSkill: (node, context, execution) => through('skill', () => deps.runSkill(node, context, execution)),
  };
}
