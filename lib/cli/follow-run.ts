import { follow } from '../cloud/follow.ts';
import type { Followed } from '../cloud/follow.ts';
import type { CloudRun } from '../cloud/runs.ts';
import { progressEvents } from '../cloud/progress-events.ts';
import { CLOSEOUT_REPORT } from '../node/closeout.ts';
import type { Completion } from '../node/completion.ts';
import { completion } from '../node/completion.ts';
import type { RunState } from '../node/assemble.ts';
import { exitCode, exitOf } from './exit-codes.ts';
import type { InCloud } from './in-cloud.ts';
import { changedSince } from './in-cloud.ts';
import type { Call } from './io.ts';
import { printResult, resultJson } from './print-result.ts';
import { progress } from './progress.ts';

/** An execution that works on a run in the cloud. */
export interface Working {
  readonly run: string;
  /** The ARN. */
  readonly execution: string;
}

/** Shows what happens in a run until it has ended or waits for a person. Resolves to the exit code, as of `run`. */
export async function followRun(call: Call<object>, place: InCloud, { run, execution }: Working): Promise<number> {
  const { io, options } = call;
  const { deployed } = place;
  const { table } = deployed.workflow;
  const stopLooking = new AbortController();
  io.onInterrupt(() => {
    if (stopLooking.signal.aborted) io.exit(exitCode.interrupted);
    stopLooking.abort();
  });
  const began = io.now();
  const say = options.json ? io.stderr : io.stdout;
  say(`Workflow: ${table.name} v${table.version}\n`);
  say(io.colours.dim(`Run ${run} in the stack ${deployed.stack}\n`));
  const shown = progress(table, say, io.colours, options.json ? undefined : io.terminal);
  let before: RunState | undefined;
  const followed = await follow(deployed, {
    run,
    execution,
    signal: stopLooking.signal,
    onState: (state) => {
      for (const event of progressEvents(table, before, state)) shown.show(event);
      before = state;
    },
  });
  if (before) shown.finish(before);
  else shown.stop();
  return sayFollowed(call, place, { run, followed, seconds: (io.now().getTime() - began.getTime()) / 1000 });
}

interface Looked {
  readonly run: string;
  readonly followed: Followed;
  readonly seconds: number;
}

/** What a run amounts to. One of another workflow than the one here has ended as its record says. */
function completionOf({ workflow, state, header, changed }: CloudRun): Completion {
  const { result } = header;
  if (changed.length === 0 || (result !== 'completed' && result !== 'partial' && result !== 'failed'))
    return completion(workflow.table, state);
  return { result, exitCode: result === 'failed' ? 1 : 0, reasons: [] };
}

function sayFollowed(call: Call<object>, { deployed, file, flags, about }: InCloud, looked: Looked): number {
  const { io, options } = call;
  const { run, followed, seconds } = looked;
  if (followed.kind === 'nothing') {
    if (options.json) io.stdout(`${JSON.stringify({ run, error: followed.cause })}\n`);
    else io.stderr(`${io.colours.red('error')} ${followed.cause}\n`);
    return exitCode.failed;
  }
  if (followed.kind === 'left')
    io.stderr(`\nThe run goes on in the cloud; look at it with stepwright status${about} --run ${run}\n`);
  const { recorded } = followed;
  if (!recorded) return exitCode.interrupted;
  const { workflow, state } = recorded;
  const status = followed.kind === 'paused' ? 'paused' : recorded.status;
  const done = completionOf(recorded);
  const warnings = recorded.changed.length > 0 ? [changedSince(recorded)] : [];
  if (options.json) io.stdout(resultJson({ status, state, transitions: null }, warnings));
  else if (followed.kind !== 'left') {
    for (const warning of warnings) io.stderr(`${io.colours.yellow('warning')} ${warning}\n`);
    const cause = followed.kind === 'ended' && followed.cause !== undefined ? { cause: followed.cause } : {};
    const report = `s3://${deployed.bucket}/runs/${run}/${CLOSEOUT_REPORT}`;
    const shown = { seconds, kept: true, file: file.file, report, flags: `${flags} --run ${run}` };
    printResult(io, workflow.table, { status, state, completion: done, ...cause }, shown);
  }
  return exitOf({ status, completion: done });
}
