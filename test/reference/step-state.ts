import type { Reason, Status } from './status.ts';

export interface StepState {
  status: Status;
  runs: number;
  reason?: Reason;
  /** What the step left under its `output_as`. */
  output?: string;
  /** It ended only after a failure had stopped the run, or because of that. Nothing goes on from it. */
  stopped: boolean;
}
