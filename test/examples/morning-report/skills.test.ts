import agenda from '../../../examples/morning-report/skills/calendar/agenda/index.ts';
import kind from '../../../examples/morning-report/skills/day/kind/index.ts';
import count from '../../../examples/morning-report/skills/files/count/index.ts';
import summary from '../../../examples/morning-report/skills/log/summary/index.ts';
import due from '../../../examples/morning-report/skills/reminders/due/index.ts';
import headline from '../../../examples/morning-report/skills/report/headline/index.ts';
import write from '../../../examples/morning-report/skills/report/write/index.ts';
import type { Skill, SkillOutcome } from '../../../lib/skills/skill.ts';
import { fakeContext } from '../fake-context.ts';

const run = async (skill: Skill, args: Readonly<Record<string, string>>) =>
  (await skill(fakeContext({ args }).context)) as SkillOutcome;

/** The error that a skill throws, as text. */
const errorOf = (skill: Skill, args: Readonly<Record<string, string>>) =>
  run(skill, args).then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  );

describe('/day:kind', () => {
  const closed = '2026-12-24 Christmas Eve\n2027-01-01 New Year\n';
  const timezone = 'Europe/Berlin';

  it.each([
    ['2026-10-05T05:30:00Z', timezone, 'working'],
    ['2026-10-04T05:30:00Z', timezone, 'weekend'],
    ['2026-10-03T05:30:00.000Z', timezone, 'weekend'],
    ['2026-12-24T06:30:00Z', timezone, 'closed: Christmas Eve'],
    // The zone decides what day it is.
    ['2026-10-04T22:30:00Z', timezone, 'working'],
    ['2026-10-04T22:30:00Z', 'America/New_York', 'weekend'],
  ])('calls %s in %s %s', async (timestamp, zone, output) => {
    expect(await run(kind, { timestamp, timezone: zone, closed })).toMatchObject({ output });
  });

  it('fails without a moment or with a zone that is none', async () => {
    expect(await errorOf(kind, { timezone })).toBe('args.timestamp is missing');
    expect(await errorOf(kind, { timestamp: '{{context.run_timestamp}}', timezone })).toBe('args.timestamp is missing');
    expect(await errorOf(kind, { timestamp: 'noon', timezone })).toBe('"noon" is no timestamp');
    expect(await errorOf(kind, { timestamp: '2026-10-04T22:30:00Z', timezone: 'Mars/North' })).toMatch(/time zone/i);
  });
});

describe('/reminders:due', () => {
  const reminders =
    'every day: inbox\nevery Mon: plan\nevery Fri: time sheet\nday 1: rent\non 2026-10-05: certificate\n';
  const remind = (timestamp: string) => run(due, { timestamp, timezone: 'Europe/Berlin', reminders });

  it('gives those of the day, in the order of the list', async () => {
    const { output } = await remind('2026-10-05T05:30:00Z');
    expect(output).toBe('3 reminders\n- inbox\n- plan\n- certificate');
    expect((await remind('2026-10-01T05:30:00Z')).output).toBe('2 reminders\n- inbox\n- rent');
    expect((await remind('2026-10-07T05:30:00Z')).output).toBe('1 reminder\n- inbox');
  });

  it('gives nothing when none is due', async () => {
    const args = { timestamp: '2026-10-06T05:30:00Z', timezone: 'UTC', reminders: 'every Mon: plan' };
    expect(await run(due, args)).toEqual({ output: '', note: 'nothing on 2026-10-06' });
  });

  it('fails on lines that it does not understand, naming them', async () => {
    const args = { timestamp: '2026-10-06T05:30:00Z', timezone: 'UTC', reminders: 'every Mo: a\nday 1: b\nday 32: c' };
    expect(await run(due, args)).toEqual({ status: 'failed', note: 'not understood: every Mo: a; day 32: c' });
  });
});

describe('/calendar:agenda', () => {
  it('puts events in order and marks clashes, also with one that began earlier', async () => {
    const events = '14:00-15:00 B\n09:00-12:00 A\n14:30-14:45 C\n14:50-15:30 D\n15:30-16:00 E';
    expect((await run(agenda, { events })).output).toBe(
      [
        '5 events, 2 in a clash',
        '- 09:00-12:00 A',
        '- 14:00-15:00 B',
        '- 14:30-14:45 C (clash)',
        '- 14:50-15:30 D (clash)',
        '- 15:30-16:00 E',
      ].join('\n'),
    );
  });

  it('fails on lines that are no event', async () => {
    const events = '09:00-10:00 A\n25:00-26:00 B\n10:00-09:00 C\nlunch';
    expect(await run(agenda, { events })).toEqual({
      status: 'failed',
      note: 'not understood: 25:00-26:00 B; 10:00-09:00 C; lunch',
    });
  });
});

describe('/files:count', () => {
  it('counts files by kind, the most frequent first', async () => {
    const listing = 'in/\nin/b.jpg\nin/a.JPG\nin/c.pdf\nMakefile\n.profile\na.tar.gz\nb.csv\nc.ts\n';
    expect((await run(count, { listing })).output).toBe('8 files\n- jpg 2, no extension 2, csv 1, gz 1, others 2');
    expect((await run(count, { listing: 'in/\na.md' })).output).toBe('1 file\n- md 1');
    expect((await run(count, { listing: 'in/' })).output).toBe('0 files');
  });

  it('fails without a listing', async () => {
    expect(await errorOf(count, { listing: '{{context.listing}}' })).toBe('args.listing is missing');
  });
});

describe('/log:summary', () => {
  it('counts errors, equal ones together, and shows the first three', async () => {
    const entry = (time: string, rest: string) => `2026-10-05T${time}:00Z ${rest}`;
    const log = [
      entry('02:00', 'INFO start'),
      entry('02:01', 'ERROR a'),
      entry('02:02', 'ERROR b'),
      entry('02:03', 'ERROR a'),
      entry('02:04', 'ERROR c'),
      entry('02:05', 'ERROR d'),
    ].join('\n');
    expect((await run(summary, { log })).output).toBe(
      '5 errors in 6 log entries\n- 02:01 a (2 times)\n- 02:02 b\n- 02:04 c\n- and 1 more',
    );
    expect((await run(summary, { log: entry('02:00', 'WARN full') })).output).toBe('0 errors in 1 log entries');
  });

  it('fails on the first line that is no entry', async () => {
    const log = '2026-10-05T02:00:00Z INFO start\nSegmentation fault\nBus error';
    expect(await errorOf(summary, { log })).toBe('line 2 of the log is no entry: "Segmentation fault"');
  });
});

describe('/report:write', () => {
  it('puts the parts in order and leaves out those that are missing', async () => {
    const args = { log: 'L\n- l', agenda: 'A', reminders: '{{context.reminders}}', files: '' };
    expect((await run(write, args)).output).toBe('A\n\nL\n- l');
    expect((await run(write, {})).output).toBe('Nothing to report.');
  });

  it('stays within 500 characters by dropping details of the longest part', async () => {
    const agenda = ['20 events', ...Array.from({ length: 20 }, (_, i) => `- event ${i} ${'x'.repeat(20)}`)].join('\n');
    const { output } = await run(write, { agenda, log: '1 error\n- a' });
    expect(output!.length).toBeLessThanOrEqual(500);
    expect(output).toMatch(/^20 events\n- event 0 x+\n[^]*\n- …\n\n1 error\n- a$/);
    expect(output!.length).toBeGreaterThan(450);
  });

  it('keeps summaries even where they alone are too long', async () => {
    const long = 'x'.repeat(600);
    expect((await run(write, { agenda: `${long}\n- a` })).output).toBe(`${long}\n- …`);
  });
});

describe('/report:headline', () => {
  it('says the report in one line', async () => {
    expect((await run(headline, { report: '2 events\n- a\n- b\n\n1 file' })).output).toBe('2 events; 1 file');
  });

  it('fails without a report', async () => {
    expect(await errorOf(headline, {})).toBe('args.report is missing');
  });
});
