import type { StateStore } from '../store/state-store.ts';
import { failure, SUPERSEDED } from './failures.ts';
import type { Header } from './record.ts';
import { HEADER } from './record.ts';
import { redriveOf } from './same-execution.ts';
import type { View } from './view.ts';
import { asItem } from './view.ts';

/** The header of a run that an execution, or a redrive of one, goes on with: how it stood before is forgotten. */
export function goOn(header: Header, by: Pick<Header, 'owner' | 'epoch'>): Header {
  const {
    stopped: _stopped,
    result: _result,
    ended: _ended,
    cancelled: _cancelled,
    givenUp: _givenUp,
    ...rest
  } = header;
  const { provisional: _provisional, ...kept } = rest;
  return { ...kept, ...by };
}

/**
 * The view of a handler in a redrive of which the record knows nothing yet: somebody has asked the service for it, and
 * the machine does not come by `start` again. The first handler records it. Throws `Stepwright.Superseded` where
 * another one did so meanwhile.
 */
export async function takeUpRedrive(view: View, state: StateStore): Promise<View> {
  const { header, headerRev, epoch, items } = view;
  if (redriveOf(epoch) <= redriveOf(header.epoch)) return view;
  const taken = goOn(header, { owner: header.owner, epoch });
  if (!(await state.write(header.run, HEADER, asItem(taken), headerRev)))
    throw failure(SUPERSEDED, 'the run was taken up by somebody else meanwhile');
  const item = { rev: headerRev + 1, value: asItem(taken) };
  return { ...view, header: taken, headerRev: item.rev, items: new Map(items).set(HEADER, item) };
}
