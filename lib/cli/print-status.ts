import stringWidth from 'string-width';
import { visible } from '../diagnostics/show.ts';
import type { RecordedRun, RunStatus } from '../local/records.ts';
import { waitingNodes } from '../local/records.ts';
import { spentText } from '../node/budget.ts';
import type { NodeState } from '../node/assemble.ts';
import type { NodeRecord } from '../node/record.ts';
import { nodeKey } from '../node/record.ts';
import { duration } from '../ir/duration.ts';
import { fill, fit } from './fit.ts';
import type { Io } from './io.ts';
import type { Palette } from './palette.ts';
import { counts } from './print-result.ts';
import { short } from './progress-lines.ts';
import { wrap } from './wrap.ts';

/** Columns that the last column of a table needs to be read. */
const NARROWEST = 24;

/** Where something is shown. */
export type Screen = Pick<Io, 'colours' | 'terminal'>;

/** A run, here or in the cloud. */
export interface ShownRun extends Pick<RecordedRun, 'run' | 'header' | 'state' | 'status'> {
  /** What was recorded, also of nodes that the workflow no longer has. */
  readonly items?: RecordedRun['items'];
  /** The process that works on it. */
  readonly holder?: RecordedRun['holder'];
}

/** One run: what became of each node, in the file's order. `goOn` is what to say of one that was interrupted. */
export function printRun(
  recorded: ShownRun,
  { colours, terminal }: Screen,
  goOn = 'The process that worked on it has gone; stepwright resume goes on with it.',
): string {
  const { header, state, holder, status } = recorded;
  const { bold } = colours;
  const current = new Set(state.current);
  const rows = [...[...state.nodes].map(([id, node]) => row(id, node, current.has(id))), ...goneRows(recorded)];
  const lay = layOut(rows, colours, terminal?.columns);
  const lines = [
    `Workflow: ${bold(`${visible(header.workflow)} v${visible(header.version)}`)}`,
    `Run: ${header.run}, ${bold(statusColour(status, colours)(status.toUpperCase()))} (${counts(state)})`,
    `Started: ${header.started}${took(recorded)}`,
    ...(holder ? [`Process ${holder.pid} works on it, since ${holder.since}`] : []),
    ...(status === 'interrupted' ? [goOn] : []),
    '',
    ...rows.flatMap(lay),
  ];
  for (const [key, count] of state.loops ?? [])
    lines.push(colours.dim(`  loop ${visible(key)} taken ${count} time${count === 1 ? '' : 's'}`));
  const spent = spentText(state.usage);
  if (spent !== undefined) lines.push(colours.dim(`  models used ${spent}`));
  for (const { id, question } of waitingNodes(state))
    lines.push('', `Waiting for a person: ${visible(id)}: ${short(question)}`);
  return `${lines.join('\n')}\n`;
}

type Row = readonly [id: string, word: string, rest: string];

/** Rows of three columns; in a terminal the last one is wrapped where it stands. */
function layOut(rows: readonly Row[], colours: Palette, columns: number | undefined): (row: Row) => string[] {
  const [ids, words] = [0, 1].map((column) => Math.max(...rows.map((cells) => stringWidth(cells[column]!)))) as [
    number,
    number,
  ];
  const before = 4 + ids + 2 + words + 2;
  // Where the ids leave no room, the rest stands below them.
  const below = columns !== undefined && columns - before < NARROWEST;
  const indent = below ? 6 : before;
  return ([id, word, rest]) => {
    const head = `  ${nodeColour(word, colours)(symbols.get(word) ?? ' ')} ${fill(id, ids)}  ${rest === '' || below ? word : fill(word, words)}`;
    if (rest === '') return [head];
    const [first, ...more] = wrap(rest, columns === undefined ? undefined : Math.max(NARROWEST, columns - indent));
    const lines = [
      ...(below ? [head, `${' '.repeat(indent)}${colours.dim(first!)}`] : [`${head}  ${colours.dim(first!)}`]),
    ];
    return [...lines, ...more.map((line) => `${' '.repeat(indent)}${colours.dim(line)}`)];
  };
}

/** The history: a line a run. */
export function printRuns(runs: readonly ShownRun[], { colours, terminal }: Screen): string {
  if (runs.length === 0) return 'There is no such run.\n';
  const names = runs.map(({ header }) => `${visible(header.workflow)} v${visible(header.version)}`);
  const width = Math.max(...runs.map(({ status }) => status.length));
  const nameWidth = Math.max(...names.map((name) => stringWidth(name)));
  const lines = runs.map((recorded, i) => {
    const { run, status, state } = recorded;
    const word = statusColour(status, colours)(status.padEnd(width));
    const room = terminal && terminal.columns - stringWidth(run) - width - 4;
    return `${run}  ${word}  ${fit(`${fill(names[i]!, nameWidth)}  ${counts(state)}${took(recorded)}`, room)}`;
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

/** What was executed in the run, and is no longer a part of the workflow. */
function goneRows({ items, state }: ShownRun): Row[] {
  const keys = [...(items?.keys() ?? [])].filter((key) => key.startsWith(nodeKey('')));
  const ids = keys.map((key) => key.slice(nodeKey('').length)).filter((id) => !state.nodes.has(id));
  return ids.flatMap((id): Row[] => {
    const { status, note } = items!.get(nodeKey(id))!.value as unknown as NodeRecord;
    if (status === 'pending') return [];
    return [[visible(id), status, ['no longer in the workflow', ...(note ? [short(note)] : [])].join('; ')]];
  });
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
