import { resolve } from 'node:path';
import type { RecordedRun } from '../../local/records.ts';
import { isUnfinished } from '../../local/records.ts';
import { openSession } from '../../local/session.ts';
import { HEADER } from '../../node/record.ts';
import { settleRun } from '../../node/settle-run.ts';
import { asHeader, asItem } from '../../node/view.ts';
import { LOGGED } from '../../notion/log-run.ts';
import type { StateStore } from '../../store/state-store.ts';
import { chooseRun } from '../choose-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { logInNotion } from '../log-in-notion.ts';
import { resultJson } from '../print-result.ts';
import { sayFinished } from '../say-finished.ts';

interface Options {
  readonly run?: string;
  readonly cloud?: boolean;
}

/** Marks a run that is paused or was interrupted as cancelled. One that a process works on is stopped there. */
export const cancel: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return (await import('./cloud/cancel.ts')).cancel(call);
  const recorded = await chooseRun(io.cwd, { workflow: args[0], run: options.run, prefer: isUnfinished });
  if (isRefused(recorded)) return refuse(call, recorded);
  const { run, workflow, file, header, holder } = recorded;
  if (holder)
    return refuse(call, { refused: `process ${holder.pid} works on the run ${run}: end it there, with Ctrl-C` });
  const interrupted = header.result === 'cancelled' && !header.givenUp;
  if (header.result !== undefined && !interrupted) return sayFinished(call, recorded, 'cancel');
  const opened = await openSession({ root: io.cwd, run, workflow, file, scripted: false, now: io.now });
  if (opened.kind === 'owned') return refuse(call, { refused: `process ${opened.holder.pid} works on the run ${run}` });
  if (opened.kind === 'unwritable') return refuse(call, { refused: `the record cannot be written: ${opened.why}` });
  const { session } = opened;
  try {
    const { state, artifacts } = session;
    const settled = await settleRun({ run, cancelled: true }, { workflow, state, artifacts, now: io.now });
    await giveUp(run, session.state);
    const warnings = await tellNotion(call, recorded, session.state);
    if (options.json) io.stdout(resultJson({ status: 'cancelled', state: settled.state, transitions: 0 }, warnings));
    else io.stdout(`The run ${run} is cancelled; stepwright resume goes on with it.\n`);
    return exitCode.done;
  } finally {
    await session.close();
  }
};

/** Where Notion knows the run, it gets to know its end. Returns what went wrong. */
async function tellNotion({ io }: Call<Options>, { run, workflow, file, items }: RecordedRun, state: StateStore) {
  if (!items.has(LOGGED)) return [];
  const about = { run, workflow, file: resolve(io.cwd, file), state, known: true, scripted: false };
  const notion = await logInNotion(io, about);
  await notion.ended();
  for (const text of notion.warnings) io.stderr(`${io.colours.yellow('warning')} ${text}\n`);
  return notion.warnings;
}

/** `run` starts anew after this, where it would go on with a run that was only interrupted. */
async function giveUp(run: string, state: StateStore): Promise<void> {
  const item = (await state.read(run, [HEADER])).get(HEADER)!;
  await state.write(run, HEADER, asItem({ ...asHeader(item.value), givenUp: true }), item.rev);
}
