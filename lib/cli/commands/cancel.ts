import { isUnfinished } from '../../local/records.ts';
import { openSession } from '../../local/session.ts';
import { settleRun } from '../../node/settle-run.ts';
import { chooseRun } from '../choose-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
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
  if (header.result !== undefined) return sayFinished(call, recorded);
  const opened = await openSession({ root: io.cwd, run, workflow, file, scripted: false, now: io.now });
  if (opened.kind === 'owned') return refuse(call, { refused: `process ${opened.holder.pid} works on the run ${run}` });
  if (opened.kind === 'unwritable') return refuse(call, { refused: `the record cannot be written: ${opened.why}` });
  const { session } = opened;
  try {
    const { state, artifacts } = session;
    const settled = await settleRun({ run, cancelled: true }, { workflow, state, artifacts, now: io.now });
    if (options.json) io.stdout(resultJson({ status: 'cancelled', state: settled.state, transitions: 0 }, []));
    else io.stdout(`The run ${run} is cancelled; stepwright resume goes on with it.\n`);
    return exitCode.done;
  } finally {
    await session.close();
  }
};
