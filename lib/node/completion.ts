import type { WorkflowTable } from '../ir/table.ts';
import type { RunState } from './assemble.ts';
import type { RunResult } from './record.ts';

/** What a run that came to its end amounts to (semantics: completion). */
export interface Completion {
  readonly result: RunResult;
  /** 0, or 1 when the command line has to say that the workflow failed. */
  readonly exitCode: 0 | 1;
  /** Why the run is not completed, a sentence each. */
  readonly reasons: readonly string[];
}

export function completion(table: WorkflowTable, state: RunState): Completion {
  return table.dialect === 'graph' ? graphCompletion(table, state) : stepsCompletion(table, state);
}

/** Every node passed, was skipped with an explanation, or failed with its recovery taken; and `final` passed. */
function graphCompletion(table: WorkflowTable, state: RunState): Completion {
  const reasons: string[] = [];
  for (const [id, node] of state.nodes) {
    if (node.status === 'passed' || node.status === 'skipped') continue;
    if (node.status === 'failed' && node.take !== undefined) continue;
    reasons.push(`${id} is ${node.status}${node.note === '' ? '' : `: ${node.note}`}`);
  }
  const final = state.nodes.get(table.final!)!;
  if (final.status === 'skipped') reasons.push(`final node ${table.final!} was not reached: ${final.note}`);
  return reasons.length === 0
    ? { result: 'completed', exitCode: 0, reasons }
    : { result: 'failed', exitCode: 1, reasons };
}

/** Completed when nothing failed, partial when something failed and something completed, else failed. */
function stepsCompletion(table: WorkflowTable, state: RunState): Completion {
  const failed = table.nodes.filter((node) => state.nodes.get(node.id)!.status === 'failed');
  const passed = table.nodes.some((node) => state.nodes.get(node.id)!.status === 'passed');
  const reasons = failed.map((node) => `${node.id} failed: ${state.nodes.get(node.id)!.note}`);
  const halted = failed.some((node) => node.onError === 'halt');
  const unfinished = [...state.nodes.values()].some((node) => node.status === 'pending' || node.status === 'running');
  if (failed.length === 0 && !unfinished) return { result: 'completed', exitCode: 0, reasons };
  if (!passed || halted || unfinished) return { result: 'failed', exitCode: 1, reasons };
  return { result: 'partial', exitCode: failed.every((node) => node.onError === 'continue') ? 0 : 1, reasons };
}
