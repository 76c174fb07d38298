import type { NodeDeps } from './deps.ts';
import { messageOf } from './execute.ts';
import type { Notice } from './notice.ts';
import { asItem } from './view.ts';

/** How the keys of the marks begin, beside the other items of a run. */
const TOLD = '#told#';

/** Milliseconds after which whoever has begun to send is taken to have died over it. */
const PATIENCE = 60_000;

/** What has become of a notice. */
interface Mark {
  readonly state: 'sending' | 'sent' | 'failed';
  readonly at: string;
}

/**
 * Sends a notice once, however often and from wherever this is called: a mark in the run's record is taken by a
 * conditional write before, and completed after. Only where a sender dies in between may a second one send it again;
 * a notice is rather told twice than never. Whatever goes wrong is logged, and the next call tries again: to notify is
 * no part of running a workflow, and never makes it fail.
 */
export async function notifyOnce(
  run: string,
  notice: Notice,
  deps: Pick<NodeDeps, 'state' | 'now' | 'log'>,
  send: (notice: Notice) => Promise<void>,
): Promise<'sent' | 'known' | 'failed'> {
  const { state, now, log } = deps;
  const key = `${TOLD}${notice.key}`;
  const mark = (word: Mark['state']) => asItem({ state: word, at: now().toISOString() } satisfies Mark);
  try {
    const item = (await state.read(run, [key])).get(key);
    const rev = item?.rev ?? 0;
    if (item && !isOpen(item.value as unknown as Mark, now())) return 'known';
    if (!(await state.write(run, key, mark('sending'), rev))) return 'known';
    try {
      await send(notice);
    } catch (error) {
      log('error', 'a notification could not be sent', { run, subject: notice.subject, error: messageOf(error) });
      await state.write(run, key, mark('failed'), rev + 1);
      return 'failed';
    }
    await state.write(run, key, mark('sent'), rev + 1);
    return 'sent';
  } catch (error) {
    log('error', 'the mark of a notification could not be written', { run, error: messageOf(error) });
    return 'failed';
  }
}

function isOpen({ state, at }: Mark, now: Date): boolean {
  return state === 'failed' || (state === 'sending' && now.getTime() - Date.parse(at) > PATIENCE);
}
