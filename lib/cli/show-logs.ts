import { visible } from '../diagnostics/show.ts';
import type { LogLine } from '../local/log-line.ts';
import type { RecordedRun } from '../local/records.ts';
import type { WorkflowItem } from '../node/record.ts';
import { WORKFLOW } from '../node/record.ts';
import type { Call, Refused } from './io.ts';
import { exitCode } from './exit-codes.ts';
import { noSuchNode } from './no-such-node.ts';
import type { Palette } from './palette.ts';
import { readSince } from './since.ts';

export interface LogOptions {
  readonly run?: string;
  /** Only lines about this node. */
  readonly node?: string;
  readonly since?: string;
  /** Whether to wait for more while the run goes on. */
  readonly follow?: boolean;
}

/** Since when lines are wanted, in milliseconds since 1970; undefined for all. */
export function sinceOf({ io, options }: Call<LogOptions>): number | undefined | Refused {
  return options.since === undefined ? undefined : readSince(options.since, io.now());
}

/** Refuses a node that the run has never had, as the workflow is now or as it was then. */
export function unknownNode({ options }: Call<LogOptions>, { run, state, items }: LoggedRun): Refused | undefined {
  const node = options.node?.normalize('NFC');
  const then = (items.get(WORKFLOW)?.value as WorkflowItem | undefined)?.nodes.map(([id]) => id) ?? [];
  const ids = new Set([...state.nodes.keys(), ...then]);
  return node === undefined || ids.has(node) ? undefined : { refused: noSuchNode(`the run ${run}`, node, ids) };
}

type LoggedRun = Pick<RecordedRun, 'run' | 'state' | 'items'>;

/** What ends following a log; undefined where that is not asked for. */
export function followSignal({ io, options }: Call<LogOptions>): AbortSignal | undefined {
  if (!options.follow) return undefined;
  const stop = new AbortController();
  io.onInterrupt(() => {
    if (stop.signal.aborted) io.exit(exitCode.interrupted);
    stop.abort();
  });
  return stop.signal;
}

/**
 * Shows lines as they come, those of one node where that is asked for. With `--json` one document in the end; followed,
 * one of each line, since nobody knows of the end.
 */
export async function showLogs(
  { io, options }: Call<LogOptions>,
  { run, lines, since = -Infinity }: { run: string; lines: AsyncIterable<LogLine>; since?: number | undefined },
): Promise<number> {
  const node = options.node?.normalize('NFC');
  const kept: object[] = [];
  let shown = 0;
  for await (const line of lines) {
    if ((node !== undefined && line.node !== node) || Date.parse(line.time) < since) continue;
    shown += 1;
    if (!options.json) io.stdout(`${printLine(line, io.colours)}\n`);
    else if (options.follow) io.stdout(`${JSON.stringify(asJson(line))}\n`);
    else kept.push(asJson(line));
  }
  if (options.json && !options.follow) io.stdout(`${JSON.stringify({ run, lines: kept }, null, 2)}\n`);
  else if (shown === 0) io.stderr('Nothing of that kind is in the log of this run.\n');
  return exitCode.done;
}

/** How following a log ends. */
export function ended(signal: AbortSignal | undefined, code: number): number {
  return signal?.aborted ? exitCode.interrupted : code;
}

function asJson({ time, level, message, node, details }: LogLine): object {
  return { time, level, message, ...(node !== undefined && { node }), ...details };
}

/** `2026-01-31T09:30:00.000Z warn  S05: node failed (seconds=3, again=true)`. */
export function printLine({ time, level, message, node, details }: LogLine, colours: Palette): string {
  const { dim, red, yellow } = colours;
  const colour = level === 'error' ? red : level === 'warn' ? yellow : (text: string) => text;
  const about = node === undefined ? '' : `${visible(node)}: `;
  const rest = Object.entries(details).map(([name, value]) => `${name}=${inLine(value)}`);
  const tail = rest.length === 0 ? '' : dim(` (${visible(rest.join(', '))})`);
  return `${dim(time)} ${colour(level.padEnd(5))} ${about}${visible(message)}${tail}`;
}

function inLine(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
