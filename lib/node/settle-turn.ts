import type { NodeDeps } from './deps.ts';
import type { StartNext } from './overlap.ts';
import { endTurn } from './overlap.ts';
import { HEADER } from './record.ts';
import { asHeader } from './view.ts';

/**
 * Ends the turn of a run whose execution has ended and has been settled, also where it ended before it had a record.
 * Where another execution works on the run by now, or this one has been redriven, the turn ends with that.
 */
export async function settleTurn(
  { run, execution }: { readonly run: string; readonly execution: string },
  deps: Pick<NodeDeps, 'state'> & { readonly startNext?: StartNext },
): Promise<void> {
  const item = (await deps.state.read(run, [HEADER])).get(HEADER);
  const header = item && asHeader(item.value);
  if (header && (header.owner !== execution || header.result === undefined)) return;
  await endTurn(run, execution, deps);
}
