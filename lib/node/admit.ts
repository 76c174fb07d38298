import { claimTurn, overlapOf } from './overlap.ts';
import type { Overlap } from './overlap.ts';
import { claimStart, startKey } from './start-once.ts';
import type { StartControl } from './start-control.ts';
import type { NodeDeps } from './deps.ts';

/** Whether a new run may begin; if not, why. */
export type Admission =
  | { readonly kind: 'go'; /** Whether it has the turn, and has to give it back. */ readonly inTurn: boolean }
  /** Another delivery of the same start has begun its run. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'queued' | 'skip'; /** The run that is going on. */ readonly behind: string };

/** Decides by conditional writes; asked again for the same run, by a retry or after a crash, it says the same. */
export async function admit(
  { run, name, input, control }: { run: string; name: string; input: unknown; control: StartControl },
  deps: Pick<NodeDeps, 'state' | 'workflow' | 'now'>,
): Promise<Admission> {
  const key = startKey(control, name);
  if (key !== undefined && !(await claimStart(key, run, deps))) return { kind: 'repeated' };
  const overlap: Overlap = overlapOf(control);
  if (overlap === 'allow') return { kind: 'go', inTurn: false };
  const turn = await claimTurn(run, overlap, input, deps);
  return turn.kind === 'go' ? { kind: 'go', inTurn: true } : turn;
}
