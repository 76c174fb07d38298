import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';
import { printRuns } from './print-status.ts';
import type { ShownRun } from './print-status.ts';

/** Shows the history, a run a line, and resolves to the exit code. */
export function showRuns({ io, options }: Call<object>, runs: readonly ShownRun[]): number {
  if (options.json) io.stdout(`${JSON.stringify({ runs: runs.map(summary) }, null, 2)}\n`);
  else io.stdout(printRuns(runs, io));
  return exitCode.done;
}

function summary({ run, header, status, state }: ShownRun): object {
  const nodes: Record<string, number> = {};
  for (const node of state.nodes.values()) nodes[node.status] = (nodes[node.status] ?? 0) + 1;
  const { workflow, version, started, ended } = header;
  return { run, workflow, version, status, started, ended: ended ?? null, nodes };
}
