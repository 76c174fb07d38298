import { isRecovery, recoveryRetries } from '../ir/label.ts';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';

/** Seconds of an attempt besides the skill's: the machine's margin, and all waits between the platform's retries. */
const AROUND = 30 + 2 + 4 + 8 + 16 + 32 + 60;

/** Seconds for starting and closing a run, retries included. */
const ENDS = 1200;

/** The service ends an execution after a year. */
const YEAR = 365 * 24 * 3600;

/**
 * Seconds after which no run of a workflow can still be at work: all its nodes one after another, each as often as it
 * may be visited and attempted and every time up to its timeout. Where a skill may ask people again and again, only
 * the service itself sets an end.
 */
export function longestRunSeconds(table: WorkflowTable): number {
  if (table.nodes.some(({ pauses }) => pauses)) return YEAR;
  const nodes = table.nodes.map((node) => visits(table, node) * visitSeconds(table, node));
  return Math.min(
    YEAR,
    nodes.reduce((sum, seconds) => sum + seconds, ENDS),
  );
}

function visits({ loops }: WorkflowTable, { resetBy }: NodeEntry): number {
  return resetBy.reduce((sum, loop) => sum + loops[loop]!.bound, 1);
}

/** One more invocation than attempts may be needed, to record what became of the last one. */
function visitSeconds({ edges, loops }: WorkflowTable, node: NodeEntry): number {
  const into = [...edges, ...loops].filter(({ to, label }) => to === node.id && isRecovery(label));
  const retries = Math.max(node.retries, ...into.map(({ label }) => recoveryRetries(label))) + 1;
  const backoff = (node.backoffSeconds ?? 1) * (2 ** retries - 1);
  return (retries + 1) * (node.timeoutSeconds + AROUND) + backoff;
}
