import type { SkillHost } from '../skills/host.ts';
import { boundedNote } from './bounded-note.ts';
import type { Spent } from './budget.ts';
import { NOTHING, plus, usedUp } from './budget.ts';
import { AGAIN, failure, UNAVAILABLE } from './failures.ts';
import type { RunSpent } from './run-budget.ts';
import { addRunSpent, readRunSpent } from './run-budget.ts';
import { storedRecord } from './view.ts';
import type { Visitor } from './visitor.ts';

/** Why an execution ends without a result that could be judged. */
export type Interruption =
  | { readonly kind: 'question'; readonly question: string; readonly choices?: readonly string[] }
  | { readonly kind: 'budget'; readonly question: string; readonly of: 'node' | 'run' }
  | { readonly kind: 'unavailable'; readonly why: string }
  /** The work was handed over, and the node waits for the answer. */
  | { readonly kind: 'elsewhere' }
  /** A run that the node has started waits for a person. */
  | { readonly kind: 'child-run'; readonly question: string };

/** Keeps count of one execution of a node's skill, and hears what its executor has to say besides a result. */
export interface Account {
  readonly host: SkillHost;
  /** Why the executor has ended the execution, if it has. */
  interruption(): Interruption | undefined;
  /** Ends the execution of a skill that has handed its work over. Always throws. */
  leave(): never;
  /** What the executor wants to be kept of an interrupted execution. */
  memory(): unknown;
  /** A budget that is used up by now. */
  exhausted(): Interruption | undefined;
  /** Writes down what was spent, for the run; returns what the node has spent in all. */
  close(): Promise<Spent | undefined>;
}

export async function openAccount({ view, node, deps, event }: Visitor): Promise<Account> {
  const { table } = view.workflow;
  const stored = storedRecord(view, node.id)?.record;
  const run: RunSpent | undefined = table.budget && (await readRunSpent(deps.state, event.run));
  const began = deps.now().getTime();
  const timed = node.budget?.seconds !== undefined || table.budget?.seconds !== undefined;
  const mayPause = node.pauses === true && event.token !== undefined;
  let interruption: Interruption | undefined;
  let used: Spent | undefined;
  let kept: unknown;
  let memory: () => unknown = () => undefined;

  const elapsed = () => Math.max(0, (deps.now().getTime() - began) / 1000);
  const usedSoFar = (): Spent | undefined => {
    if (!timed && used === undefined) return undefined;
    return plus(used, { ...NOTHING, seconds: elapsed() });
  };
  const exhausted = (): Interruption | undefined => {
    const now = usedSoFar() ?? NOTHING;
    const own = node.budget && usedUp(node.budget, stored?.raised ?? 0, plus(stored?.usage, now), node.id);
    if (own !== undefined) return { kind: 'budget', question: own, of: 'node' };
    const all = table.budget && run && usedUp(table.budget, run.raised, plus(run.spent, now), 'the run');
    return all === undefined ? undefined : { kind: 'budget', question: all, of: 'run' };
  };
  const interrupt = (by: Interruption): never => {
    interruption ??= by;
    kept ??= by.kind === 'question' || by.kind === 'budget' ? memory() : undefined;
    throw failure(AGAIN, 'question' in by ? by.question : 'why' in by ? by.why : '');
  };
  return {
    host: {
      spend: (usage) => {
        used = plus(used, usage);
      },
      requireBudget: () => {
        const by = exhausted();
        if (by && !mayPause) throw new Error(by.kind === 'budget' ? by.question : '');
        if (by) interrupt(by);
      },
      secondsLeft: () => node.timeoutSeconds - elapsed(),
      remember: (how) => {
        memory = how;
      },
      unavailable: (why) => interrupt({ kind: 'unavailable', why }),
      ...(event.token !== undefined && {
        pauseBehind: (question: string) => interrupt({ kind: 'child-run', question }),
      }),
      ...(mayPause && {
        ask: (question: string, choices?: readonly string[]) =>
          interrupt({ kind: 'question', question: boundedNote(question), ...(choices && { choices }) }),
      }),
    },
    interruption: () => interruption,
    leave: () => interrupt({ kind: 'elsewhere' }),
    memory: () => kept,
    exhausted: () => (mayPause ? exhausted() : undefined),
    close: async () => {
      const now = usedSoFar();
      if (now === undefined) return undefined;
      if (table.budget) await addRunSpent(deps.state, event.run, now);
      return plus(stored?.usage, now);
    },
  };
}

/** What the machine is told of an interruption that no person has to end. */
export function unavailable({ why }: Extract<Interruption, { kind: 'unavailable' }>): Error {
  return failure(UNAVAILABLE, why);
}
