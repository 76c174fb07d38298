import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { nextRuns } from '../../lib/schedule/next-runs.ts';
import type { Steps } from './business.ts';
import { businesses, failing, inOrder, sample, withCode, withCommands, workflowText } from './business.ts';
import { project } from './command-line.ts';

/**
 * Each folder has a workflow of a business, which of its steps fail and why, and what is shown of a run: with skills of
 * code some of which fail, and with programs that print what they are given.
 */
describe('a workflow of a business', () => {
  it.each(businesses)('%s runs with skills, and says how', async (name) => {
    await shows(name, withCode(name, failing(name)), 'expected.txt');
  });

  it.each(businesses)('%s runs with programs, each of which gets what others gave', async (name) => {
    await shows(name, withCommands(name), 'commands.txt');
  });

  it('has a schedule that is read as it is meant', () => {
    const scheduled = businesses.flatMap((name) => {
      const { schedule } = parse(workflowText(name)) as Steps;
      if (!schedule.enabled) return [];
      const [next] = nextRuns(schedule.cron!, schedule.timezone!, new Date('2026-01-01T00:00:00Z'), 1);
      return [[name, next!.toISOString()]];
    });
    expect(scheduled).toEqual([
      ['morning-routine', '2026-01-01T14:00:00.000Z'],
      ['weekly-review', '2026-01-02T22:00:00.000Z'],
    ]);
  });

  it('is listed with its schedule', async () => {
    const files = Object.assign({}, ...businesses.map((name) => withCode(name, {}))) as Record<string, string>;
    const place = await project(files);
    try {
      const { stdout } = await place.run('schedule', '--list', '--json');
      const { schedules } = JSON.parse(stdout) as { schedules: { name: string; cron: string; timezone: string }[] };
      expect(schedules.map(({ name, cron, timezone }) => [name, cron, timezone])).toEqual([
        ['morning-routine', '0 9 * * 1-5', 'America/New_York'],
        ['weekly-review', '0 17 * * 5', 'America/New_York'],
      ]);
    } finally {
      await place.remove();
    }
  });
});

/** With UPDATE_SAMPLES an expected file that is not there is written. */
async function shows(name: string, files: Record<string, string>, expected: string): Promise<void> {
  const place = await project(files);
  try {
    const { code, stdout } = await place.run('run', name, '--output', 'chat');
    const shown = `${inOrder(stdout)}code ${code}\n`;
    const file = sample(name, expected);
    if (process.env['UPDATE_SAMPLES'] && !existsSync(file)) writeFileSync(file, shown);
    expect(shown).toBe(readFileSync(file, 'utf8'));
  } finally {
    await place.remove();
  }
}
