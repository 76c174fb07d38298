import { visible } from '../diagnostics/show.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { RunState } from '../node/assemble.ts';
import type { Palette } from './palette.ts';
import { wrapIndented } from './wrap.ts';

/**
 * What the steps gave that no other step reads: the results of the workflow, for people. Outputs that only lead to
 * others are left to `status --json`.
 */
export function outputLines(
  table: WorkflowTable,
  state: RunState,
  { bold }: Palette,
  columns: number | undefined,
): string[] {
  const read = new Set(table.nodes.flatMap(({ context }) => context.map(({ node }) => node)));
  return table.nodes.flatMap(({ id, outputAs }) => {
    const output = outputAs === undefined ? undefined : state.context?.get(outputAs);
    if (output === undefined || output === '' || read.has(id) || state.nodes.get(id)!.status !== 'passed') return [];
    const lines = output.split(/\r?\n/).flatMap((line) => wrapIndented(visible(line).trimEnd(), columns, '  '));
    return [`${bold(`Output ${visible(outputAs!)}`)}:`, ...lines];
  });
}
