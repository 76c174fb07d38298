import { toJson } from '../ir/json.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { LocalResult } from '../local/machine.ts';
import type { RunStatus } from '../local/records.ts';
import { hasOpenNodes, waitingNodes } from '../local/records.ts';
import type { RunState } from '../node/assemble.ts';
import { spentText } from '../node/budget.ts';
import { CLOSEOUT_REPORT } from '../node/closeout.ts';
import { duration } from '../ir/duration.ts';
import { childRun } from '../skills/workflow/child-run.ts';
import { fileArgument, quoted } from './how-to-call.ts';
import type { Io } from './io.ts';
import { failureBlocks, stoppedAt } from './failure-blocks.ts';
import { outputLines } from './print-outputs.ts';
import { short } from './progress-lines.ts';

/** The JSON document of a run that has ended, paused or was cancelled. In the cloud nobody counts the transitions. */
export function resultJson(
  result: { readonly status: RunStatus; readonly state: RunState; readonly transitions: number | null },
  warnings: readonly string[],
): string {
  const { status, state, transitions } = result;
  const runs = new Map([...state.nodes].map(([id, node]) => [id, node.runs ?? 0]));
  return `${toJson({ run: state.run, status, state, transitions, runs, warnings }, 2)}\n`;
}

export interface ResultOptions {
  readonly seconds: number;
  /** Whether the run is on the disk. */
  readonly kept: boolean;
  /** Path of the workflow's file. */
  readonly file: string;
  /** Where the report is, if not in the records of this folder. */
  readonly report?: string;
  /** Options that a command which goes on with the run needs, such as ` --cloud`. */
  readonly flags?: string;
  /** Options of this command that it needs as well, such as ` --skills-dir lib`. */
  readonly again?: string;
  /** Whether what the steps gave is shown. */
  readonly outputs?: boolean;
}

/** A run that has ended, paused or was cancelled, here or in the cloud. */
export type ShownResult = Pick<LocalResult, 'state' | 'completion' | 'cause'> & { readonly status: RunStatus };

/** The result for people: what became of the nodes, how long it took, where the report is, and how to go on. */
export function printResult(
  io: Io,
  table: WorkflowTable,
  result: ShownResult,
  { seconds, kept, file, report, flags = '', again = '', outputs = false }: ResultOptions,
): void {
  const { status, state } = result;
  const { green, yellow, red, bold } = io.colours;
  const colour = status === 'completed' ? green : status === 'failed' ? red : yellow;
  const lines = ['', ...blocks(io, table, result, outputs)];
  lines.push(`Result: ${bold(colour(status.toUpperCase()))} (${counts(state)})`);
  lines.push(...whyNot(table, result).map((reason) => `  - ${short(reason)}`));
  lines.push(`Duration: ${duration(seconds)}`);
  const spent = spentText(state.usage);
  if (spent !== undefined) lines.push(`Models: ${spent}`);
  if (kept) lines.push(`Run: ${state.run}`);
  if (kept && status !== 'paused' && status !== 'cancelled')
    lines.push(`Report: ${report ?? `.workflow/runs/${state.run}/${CLOSEOUT_REPORT}`}`);
  if (kept) lines.push(...howToGoOn(table, result, `${fileArgument(file)}${flags}${again}`, flags));
  io.stdout(`${lines.join('\n')}\n`);
}

/** What the run gave, and what went wrong, each with a blank line behind it. */
function blocks(io: Io, table: WorkflowTable, { status, state }: ShownResult, outputs: boolean): string[] {
  const ended = status === 'failed' || status === 'partial' || status === 'completed';
  const found = [
    outputs ? outputLines(table, state, io.colours, io.terminal?.columns) : [],
    ended ? failureBlocks(table, state, io.colours, io.terminal?.columns) : [],
  ];
  return found.flatMap((block) => (block.length === 0 ? [] : [...block, '']));
}

/** Why a run is not completed, where the blocks above do not say it. */
function whyNot(table: WorkflowTable, { status, completion, cause }: ShownResult): readonly string[] {
  if (status !== 'failed' && status !== 'partial') return [];
  if (completion.reasons.length === 0) return cause === undefined ? [] : [cause];
  return table.dialect === 'steps' ? [] : completion.reasons;
}

/** `2/4 completed, 1 failed, 1 skipped`. */
export function counts(state: RunState): string {
  const nodes = [...state.nodes.values()];
  const count = (status: string) => nodes.filter((node) => node.status === status).length;
  const others = ['failed', 'blocked', 'skipped', 'running', 'pending'].filter((status) => count(status) > 0);
  return [`${count('passed')}/${nodes.length} completed`, ...others.map((status) => `${count(status)} ${status}`)].join(
    ', ',
  );
}

function howToGoOn(table: WorkflowTable, { status, state }: ShownResult, workflow: string, cloud: string): string[] {
  if (status === 'paused') {
    return waitingNodes(state).flatMap(({ id, question }) => {
      const { waiting, round = 1 } = state.nodes.get(id)!;
      if (waiting?.kind === 'child-run') {
        const there = cloud === '' ? `stepwright status --run ${childRun(state.run, id, round)}` : 'its own workflow';
        return [
          `Waiting for a person: ${id}: ${short(question)}`,
          `Answer it there (${there}), and go on with: stepwright resume${workflow}`,
        ];
      }
      const [first, ...others] = choicesOf(table, state, id).map(quoted);
      const text = state.nodes.get(id)?.waiting?.kind === 'question' ? " --text 'your answer'" : '';
      const label = first === undefined ? text : ` --label ${first}`;
      const or = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
      return [
        `Waiting for a person: ${id}: ${short(question)}`,
        `Answer with: stepwright approve ${quoted(id)}${workflow}${label}${or}`,
      ];
    });
  }
  // Of another workflow than the one here a completed run may have open nodes, too.
  if (status === 'completed' || !hasOpenNodes(table, state)) return [];
  const again = [`Go on with: stepwright resume${workflow}`];
  const step = table.dialect === 'steps' && cloud === '' ? stoppedAt(table, state) : undefined;
  // A new run, with what the steps before have put into the context.
  return step === undefined
    ? again
    : [...again, `Or anew from there: stepwright run${workflow} --from ${quoted(step)}`];
}

/** What an answer may choose from: the labels of the node, or of the question that its skill has asked. */
function choicesOf(table: WorkflowTable, state: RunState, id: string): readonly string[] {
  const waiting = state.nodes.get(id)?.waiting;
  if (waiting?.kind !== undefined) return waiting.labels ?? [];
  const { outcomes } = table.nodes.find((entry) => entry.id === id)!;
  return outcomes.flatMap((outcome) => (outcome.kind === 'pass' && outcome.label !== undefined ? [outcome.label] : []));
}
