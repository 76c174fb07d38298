import { visible } from '../diagnostics/show.ts';
import type { RecordedRun, RunStatus } from '../local/records.ts';
import { waitingNodes } from '../local/records.ts';
import type { NodeState } from '../node/assemble.ts';
import { duration } from '../ir/duration.ts';
import type { Palette } from './palette.ts';
import { counts } from './print-result.ts';
import { short } from './progress-lines.ts';

/** A run, here or in the cloud. */
export interface ShownRun extends Pick<RecordedRun, 'run' | 'header' | 'state' | 'status'> {
  /** The process that works on it. */
  readonly holder?: RecordedRun['holder'];
}

/** One run: what became of each node, in the file's order. `goOn` is what to say of one that was interrupted. */
export function printRun(
  recorded: ShownRun,
  colours: Palette,
  goOn = 'The process that worked on it has gone; stepwright resume goes on with it.',
): string {
  const { header, state, holder, status } = recorded;
  const { bold, dim } = colours;
  const current = new Set(state.current);
  const rows = [...state.nodes].map(([id, node]) => row(id, node, current.has(id)));
  const widths = [0, 1].map((column) => Math.max(...rows.map((cells) => [...cells[column]!].length)));
  const lines = [
    `Workflow: ${bold(`${visible(header.workflow)} v${visible(header.version)}`)}`,
    `Run: ${header.run}, ${bold(statusColour(status, colours)(status.toUpperCase()))} (${counts(state)})`,
    `Started: ${header.started}${took(recorded)}`,
    ...(holder ? [`Process ${holder.pid} works on it, since ${holder.since}`] : []),
    ...(status === 'interrupted' ? [goOn] : []),
    '',
    ...rows.map((cells) => {
      const [id, word, rest] = cells;
      const text = `${id.padEnd(widths[0]!)}  ${word.padEnd(widths[1]!)}  ${dim(rest)}`.trimEnd();
      return `  ${nodeColour(word, colours)(symbols.get(word) ?? ' ')} ${text}`;
    }),
  ];
  for (const [key, count] of state.loops ?? [])
    lines.push(dim(`  loop ${visible(key)} taken ${count} time${count === 1 ? '' : 's'}`));
  for (const { id, question } of waitingNodes(state))
    lines.push('', `Waiting for a person: ${visible(id)}: ${short(question)}`);
  return `${lines.join('\n')}\n`;
}

/** The history: a line a run. */
export function printRuns(runs: readonly ShownRun[], colours: Palette): string {
  if (runs.length === 0) return 'There is no such run here.\n';
  const width = Math.max(...runs.map(({ status }) => status.length));
  const lines = runs.map((recorded) => {
    const { run, header, status, state } = recorded;
    const word = statusColour(status, colours)(status.padEnd(width));
    return `${run}  ${word}  ${visible(header.workflow)} v${visible(header.version)}  ${counts(state)}${took(recorded)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** A node that waits is told apart from one that runs, and one that could start from the other pending ones. */
function row(id: string, node: NodeState, current: boolean): [id: string, word: string, rest: string] {
  const word = node.waiting ? 'waiting' : node.status === 'pending' && current ? 'ready' : node.status;
  const parts = [
    ...(node.label === undefined ? [] : [`→ ${visible(node.label)}`]),
    ...((node.runs ?? 0) > 1 ? [`ran ${node.runs} times`] : []),
    ...((node.round ?? 1) > 1 ? [`round ${node.round}`] : []),
    ...(node.note === '' || node.note === `took '${node.label}'` ? [] : [short(node.note)]),
  ];
  return [visible(id), word, parts.join(', ')];
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['passed', '✓'],
  ['failed', '✗'],
  ['blocked', '✗'],
  ['skipped', '⊘'],
  ['running', '●'],
  ['waiting', '?'],
  ['ready', '▸'],
  ['pending', '○'],
]);

function nodeColour(word: string, { green, red, yellow, dim }: Palette): (text: string) => string {
  if (word === 'passed') return green;
  if (word === 'failed' || word === 'blocked') return red;
  return word === 'running' || word === 'waiting' ? yellow : dim;
}

function statusColour(status: RunStatus, { green, red, yellow }: Palette): (text: string) => string {
  if (status === 'completed') return green;
  return status === 'failed' || status === 'interrupted' ? red : yellow;
}

function took({ header }: ShownRun): string {
  if (header.ended === undefined) return '';
  return `, took ${duration((Date.parse(header.ended) - Date.parse(header.started)) / 1000)}`;
}
