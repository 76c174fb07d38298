import { visible } from '../diagnostics/show.ts';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
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
  const read = new Set(table.nodes.flatMap(keysRead));
  return table.nodes.flatMap(({ id, outputAs }) => {
    const output = outputAs === undefined ? undefined : state.context?.get(outputAs);
    if (output === undefined || output === '' || read.has(outputAs!) || state.nodes.get(id)!.status !== 'passed')
      return [];
    const lines = output.split(/\r?\n/).flatMap((line) => wrapIndented(visible(line).trimEnd(), columns, '  '));
    return [`${bold(`Output ${visible(outputAs!)}`)}:`, ...lines];
  });
}

/** Context keys in a step's arguments and condition. */
function keysRead({ args, guard }: NodeEntry): string[] {
  const texts = args.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
  const named = texts.flatMap((text) => [...text.matchAll(/\{\{context\.([a-zA-Z0-9_]+)\}\}/g)].map(([, key]) => key!));
  return guard?.predicate ? [...named, guard.predicate.key] : named;
}
