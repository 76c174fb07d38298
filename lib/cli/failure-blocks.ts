import { visible } from '../diagnostics/show.ts';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import type { NodeState, RunState } from '../node/assemble.ts';
import type { Palette } from './palette.ts';
import { short, skipReason } from './progress-lines.ts';
import { wrapIndented } from './wrap.ts';

/** Names of what has not run that are listed at most. */
const LISTED = 8;

/**
 * What stopped a run, or went wrong in one that came to its end: a block under `HALTED` for each node that stopped it,
 * else one under `Completed with failures`. Nothing where nothing failed without an explanation.
 */
export function failureBlocks(
  table: WorkflowTable,
  state: RunState,
  { red, yellow, bold }: Palette,
  columns: number | undefined,
): string[] {
  const lay = (text: string) => wrapIndented(text, columns, '  ', '  ');
  const nodes = table.nodes.map((node) => ({ node, is: state.nodes.get(node.id)! }));
  const pending = nodes.filter(({ is }) => is.status === 'pending' || (is.status === 'skipped' && upstream(is)));
  const stopping = nodes.filter(({ node, is }) => stops(node, is));
  if (stopping.length > 0) {
    const place = new Map(table.order.map((id, i) => [id, i + 1]));
    const lines = stopping.flatMap(({ node, is }) => [
      bold(red(`HALTED at step ${place.get(node.id)}/${table.nodes.length}: ${nameOf(node)}`)),
      ...lay(`${is.status === 'blocked' ? 'Blocked' : 'Failed'}: ${short(is.note)}`),
    ]);
    return pending.length === 0
      ? lines
      : [...lines, ...lay(`Not run: ${listed(pending.map(({ node }) => nameOf(node)))}`)];
  }
  const failed = nodes.filter(({ node, is }) => is.status === 'failed' && (table.dialect === 'steps' || !node.gate));
  if (failed.length === 0) return [];
  const passed = nodes.some(({ is }) => is.status === 'passed');
  return [
    bold(yellow(passed ? 'Completed with failures:' : 'Nothing completed:')),
    ...failed.flatMap(({ node, is }) => lay(`✗ ${nameOf(node)}: ${short(is.note)}`)),
    ...pending.flatMap(({ node, is }) => lay(`⊘ ${nameOf(node)}: ${short(skipReason(is.note))}`)),
  ];
}

/** The step to start at again, where one stopped the run. */
export function stoppedAt(table: WorkflowTable, state: RunState): string | undefined {
  const byId = new Map(table.nodes.map((node) => [node.id, node]));
  return table.order.find((id) => stops(byId.get(id)!, state.nodes.get(id)!));
}

function stops(node: NodeEntry, { status }: NodeState): boolean {
  return status === 'blocked' || (status === 'failed' && node.onError === 'halt');
}

function upstream({ reason }: NodeState): boolean {
  return reason === 'upstream';
}

function nameOf({ id, name }: NodeEntry): string {
  return visible(name ?? id);
}

function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return more > 0 ? `${names.slice(0, LISTED).join(', ')} and ${more} more` : names.join(', ');
}
