import {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-cloudwatch-logs';
import type { FilterLogEventsCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { mockClient } from 'aws-sdk-client-mock';
import { followLogs, readLogs } from '../../lib/cloud/read-logs.ts';

const logs = mockClient(CloudWatchLogsClient);
const client = new CloudWatchLogsClient({});
const start = Date.parse('2026-12-01T10:00:00Z');

beforeEach(() => logs.reset());

/** An event so many seconds after the start. */
function event(second: number, fields: object, before = ''): object {
  const message = `${before}${JSON.stringify(fields)}\n`;
  return { eventId: `${second} ${message}`, timestamp: start + second * 1000, message };
}

/** Answers with pages of events: the next page by its number. */
function pages(all: Readonly<Record<string, readonly (readonly object[])[]>>): void {
  // eslint-disable-next-line @typescript-eslint/require-await -- what is wrong is to reject, as with the service
  logs.on(FilterLogEventsCommand).callsFake(async ({ logGroupName, nextToken = '0' }: FilterLogEventsCommandInput) => {
    const found = all[logGroupName!];
    if (!found) throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    const page = Number(nextToken);
    return { events: found[page] ?? [], ...(page + 1 < found.length && { nextToken: String(page + 1) }) };
  });
}

describe('what the functions of a stack have logged', () => {
  it('is put together from all groups and pages, in the order of time', async () => {
    pages({
      one: [
        [event(1, { level: 'INFO', message: 'started', node: 'A', run: 'r1', function_name: 'f' })],
        [],
        [event(4, { level: 'WARN', message: 'failed', node: 'A', run: 'r1', attempt: 1 }, 'x\tid\tWARN\t')],
      ],
      two: [
        [event(3, { level: 'INFO', message: 'of another run', run: 'r11', other: 'r1' })],
        [event(2, { type: 'X' })],
      ],
    });
    const found = await readLogs({ groups: ['one', 'none', 'two'], run: 'r1', since: start }, client);
    expect(found).toEqual([
      { time: '2026-12-01T10:00:01.000Z', level: 'info', message: 'started', node: 'A', details: {} },
      { time: '2026-12-01T10:00:02.000Z', level: 'info', message: 'X', details: {} },
      { time: '2026-12-01T10:00:04.000Z', level: 'warn', message: 'failed', node: 'A', details: { attempt: 1 } },
    ]);
    const inputs = logs.commandCalls(FilterLogEventsCommand).map(({ args }) => args[0].input);
    expect(inputs[0]).toMatchObject({ logGroupName: 'one', filterPattern: '"r1"', startTime: start });
    expect(inputs).toHaveLength(6);
  });

  it('of one moment is in the order in which it was written, without what the platform says of its invocations', async () => {
    const at = (timestamp: string, message: string) => event(1, { timestamp, message, run: 'abc' });
    const platform = (text: string) => ({ timestamp: start, message: `${text} RequestId: 842a-4abc-9\n` });
    pages({
      one: [[at('2026-12-01T10:00:00.520Z', 'passed'), platform('START'), at('2026-12-01T10:00:00.120Z', 'started')]],
      two: [[platform('REPORT'), at('2026-12-01T10:00:00.300Z', 'said')]],
    });
    const found = await readLogs({ groups: ['one', 'two'], run: 'abc', since: start }, client);
    expect(found.map(({ message }) => message)).toEqual(['started', 'said', 'passed']);
  });

  it('is shown as it is where it is no JSON', async () => {
    pages({ one: [[{ timestamp: start, message: 'r1: out of memory\n' }]] });
    expect(await readLogs({ groups: ['one'], run: 'r1', since: start }, client)).toEqual([
      { time: '2026-12-01T10:00:00.000Z', level: 'info', message: 'r1: out of memory', details: {} },
    ]);
  });

  it('is followed until the run has ended and the service has told everything, each line once', async () => {
    const all = [event(1, { message: 'a', run: 'r1' })];
    pages({ one: [all] });
    const looks = [true, true, false];
    const goesOn = () => {
      all.push(event(all.length + 1, { message: 'more', run: 'r1', number: all.length }));
      return Promise.resolve(looks.shift() ?? false);
    };
    const { signal } = new AbortController();
    const found: unknown[] = [];
    const query = { groups: ['one'], run: 'r1', since: start };
    for await (const line of followLogs(query, { signal, goesOn, poll: 5, lag: 200 }, client))
      found.push(line.details['number']);
    // What comes after the end is waited for a while.
    expect(found.length).toBeGreaterThan(4);
    expect(found).toEqual([undefined, ...found.slice(1).map((_, i) => i + 1)]);
    const starts = logs.commandCalls(FilterLogEventsCommand).map(({ args }) => args[0].input.startTime!);
    expect(starts.at(-1)).toBeGreaterThan(start);
  });

  it('is not followed any more when nobody looks', async () => {
    pages({ one: [[event(1, { message: 'a', run: 'r1' })]] });
    const stop = new AbortController();
    const query = { groups: ['one'], run: 'r1', since: start };
    const goesOn = () => Promise.resolve(true);
    for await (const { message } of followLogs(query, { signal: stop.signal, goesOn, poll: 60_000 }, client)) {
      expect(message).toBe('a');
      setTimeout(() => stop.abort(), 5);
    }
  });
});
