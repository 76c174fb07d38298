import {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-cloudwatch-logs';
import type { FilteredLogEvent } from '@aws-sdk/client-cloudwatch-logs';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogLine } from '../local/log-line.ts';
import { parseLogLine, runIn } from '../local/log-line.ts';

export interface LogQuery {
  readonly groups: readonly string[];
  readonly run: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export interface FollowedLogs {
  readonly signal: AbortSignal;
  /** Whether more is to be expected. */
  readonly goesOn: () => Promise<boolean>;
  /** Milliseconds between two looks, and from the run's end until nothing more is expected of the service. */
  readonly poll?: number;
  readonly lag?: number;
}

const POLL = 2_000;

/** The service takes a while until it shows what has been logged, and not everything equally long. */
const LAG = 10_000;

/** What the functions of a stack have logged about a run, all together, in the order of time. */
export async function readLogs(query: LogQuery, client = new CloudWatchLogsClient()): Promise<LogLine[]> {
  return (await eventsOf(client, query)).flatMap(({ line }) => line);
}

/** The same, and what comes, until the run has ended or it is aborted. */
export async function* followLogs(
  query: LogQuery,
  { signal, goesOn, poll = POLL, lag = LAG }: FollowedLogs,
  client = new CloudWatchLogsClient(),
): AsyncGenerator<LogLine> {
  const told = new Set<string>();
  let { since } = query;
  let ended: number | undefined;
  for (;;) {
    if (!(await goesOn())) ended ??= Date.now();
    for (const { id, at, line } of await eventsOf(client, { ...query, since })) {
      if (told.has(id)) continue;
      told.add(id);
      since = Math.max(since, at - lag);
      yield line;
    }
    if (signal.aborted || (ended !== undefined && Date.now() - ended >= lag)) return;
    await wait(poll, undefined, { signal }).catch(() => undefined);
  }
}

interface LogEvent {
  readonly id: string;
  readonly at: number;
  /** When it was written, as the line says. */
  readonly told: number;
  readonly line: LogLine;
}

async function eventsOf(client: CloudWatchLogsClient, query: LogQuery): Promise<LogEvent[]> {
  const found = await Promise.all(query.groups.map((group) => eventsIn(client, group, query)));
  // By when the service got it, and of one moment by what the lines say themselves.
  return found.flat().sort((a, b) => a.at - b.at || a.told - b.told);
}

async function eventsIn(client: CloudWatchLogsClient, group: string, { run, since }: LogQuery): Promise<LogEvent[]> {
  const found: LogEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await client
      // In quotes: an id is one term, and none of the characters in it mean anything.
      .send(new FilterLogEventsCommand({ logGroupName: group, filterPattern: `"${run}"`, startTime: since, nextToken }))
      .catch(noSuchGroup);
    found.push(...(page.events ?? []).flatMap((event) => asEvent(group, event, run)));
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  return found;
}

/** A function that has not been called has no group yet, and one with a group of its own never has another. */
function noSuchGroup(error: unknown): { events?: FilteredLogEvent[]; nextToken?: string } {
  if (error instanceof ResourceNotFoundException) return {};
  throw error;
}

/** What the platform says of an invocation: its id may hold the text of a short run's id. */
const platform = /^(?:INIT_START|START|END|REPORT) /;

/** A line that names the run and is about another one is none of it. */
function asEvent(group: string, event: FilteredLogEvent, run: string): LogEvent[] {
  const { eventId, timestamp: at = 0, message = '', logStreamName = '' } = event;
  if ((runIn(message) ?? run) !== run || platform.test(message)) return [];
  const time = new Date(at).toISOString();
  const text = message.trimEnd();
  const line = parseLogLine(text, time) ?? { time, level: 'info', message: text, details: {} };
  const told = Date.parse(parseLogLine(text)?.time ?? time);
  return [{ id: eventId ?? `${group} ${logStreamName} ${at} ${message}`, at, told, line }];
}
