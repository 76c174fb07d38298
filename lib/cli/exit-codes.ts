import type { RunStatus } from '../local/records.ts';
import type { Completion } from '../node/completion.ts';

/** How the command line ends. */
export const exitCode = {
  done: 0,
  /** The workflow failed, is blocked, or is invalid. */
  failed: 1,
  /** Wrong usage, an unreadable file, or a refusal. */
  usage: 2,
  /** The run is paused for a person. */
  paused: 3,
  /** Ended by Ctrl-C or SIGTERM; the state is saved. */
  interrupted: 130,
} as const;

/** How a command ends that has worked on a run, or looked at it, until it stood so. */
export function exitOf({ status, completion }: { status: RunStatus; completion: Completion }): number {
  switch (status) {
    case 'completed':
    case 'partial':
      return completion.exitCode;
    case 'skipped':
      return exitCode.done;
    case 'failed':
      return exitCode.failed;
    case 'paused':
      return exitCode.paused;
    case 'cancelled':
    case 'interrupted':
    case 'running':
      return exitCode.interrupted;
  }
}
