import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import agenda from '../../../examples/morning-report/skills/calendar/agenda/index.ts';
import count from '../../../examples/morning-report/skills/files/count/index.ts';
import summary from '../../../examples/morning-report/skills/log/summary/index.ts';
import headline from '../../../examples/morning-report/skills/report/headline/index.ts';
import write from '../../../examples/morning-report/skills/report/write/index.ts';
import type { Skill, SkillOutcome } from '../../../lib/skills/skill.ts';
import { fakeContext } from '../fake-context.ts';

const INPUTS = join(import.meta.dirname, '../../../examples/morning-report/inputs');

const readInput = (name: string) => JSON.parse(readFileSync(join(INPUTS, name), 'utf8')) as Record<string, string>;

const run = async (skill: Skill, args: Readonly<Record<string, string>>) => {
  const { output } = (await skill(fakeContext({ args }).context)) as SkillOutcome;
  return output!;
};

describe('the inputs of the morning report', () => {
  it('give a full report on Monday', async () => {
    const input = readInput('monday.json');
    const report = await run(write, {
      agenda: await run(agenda, { events: input['calendar']! }),
      reminders: '1 reminder\n- plan the week',
      files: await run(count, { listing: input['listing']! }),
      log: await run(summary, { log: input['log']! }),
    });
    expect(report).toBe(
      [
        '4 events, 1 in a clash',
        '- 09:30-09:45 Stand-up',
        '- 11:00-12:00 Review of the budget',
        '- 14:00-15:00 Talk with the printers',
        '- 14:30-15:30 Interview (clash)',
        '',
        '1 reminder',
        '- plan the week',
        '',
        '6 files',
        '- jpg 2, pdf 2, md 1, no extension 1',
        '',
        '2 errors in 5 log entries',
        '- 02:14 the store is locked (2 times)',
      ].join('\n'),
    );
    expect(await run(headline, { report })).toBe(
      '4 events, 1 in a clash; 1 reminder; 6 files; 2 errors in 5 log entries',
    );
  });

  it('hold a log that cannot be read', async () => {
    const { log } = readInput('broken-log.json');
    await expect(run(summary, { log: log! })).rejects.toThrow(
      'line 2 of the log is no entry: "Segmentation fault (core dumped)"',
    );
  });
});
