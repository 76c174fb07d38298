import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { nextRuns } from '../../lib/schedule/next-runs.ts';
import { project } from './command-line.ts';

const samples = path.join(import.meta.dirname, 'samples');

interface Steps {
  readonly schedule: { readonly enabled: boolean; readonly cron?: string; readonly timezone?: string };
  readonly steps: readonly { readonly id: string; readonly command: string }[];
}

/**
 * Each folder has a workflow of a business, which of its steps fail and why, and what is shown of a run whose skills are
 * code. Lines of steps that run at once come in any order, so they are compared in that of their numbers.
 */
describe('a workflow of a business', () => {
  it.each(readdirSync(samples))('%s runs with skills, and says how', async (name) => {
    const file = (part: string) => path.join(samples, name, part);
    const text = readFileSync(file('workflow.yaml'), 'utf8');
    const failing = JSON.parse(readFileSync(file('failing.json'), 'utf8')) as Record<string, string>;
    const { steps } = parse(text) as Steps;
    const skills = steps.map(({ id, command }): [string, string] => [
      `workflows/skills/${command.slice(1).replace(':', '/')}/index.js`,
      failing[id] === undefined
        ? `export default () => ({ output: ${JSON.stringify(`the result of ${id}`)} });\n`
        : // Not before the steps beside it have begun.
          `export default async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  throw new Error(${JSON.stringify(failing[id])});
};\n`,
    ]);
    const place = await project({ [`workflows/${name}.yaml`]: text, ...Object.fromEntries(skills) });
    try {
      const { code, stdout } = await place.run('run', name, '--output', 'chat');
      const shown = `${inOrder(stdout)}code ${code}\n`;
      if (process.env['UPDATE_SAMPLES'] && !existsSync(file('expected.txt')))
        writeFileSync(file('expected.txt'), shown);
      expect(shown).toBe(readFileSync(file('expected.txt'), 'utf8'));
    } finally {
      await place.remove();
    }
  });

  it('has a schedule that is read as it is meant', () => {
    const scheduled = readdirSync(samples).flatMap((name) => {
      const { schedule } = parse(readFileSync(path.join(samples, name, 'workflow.yaml'), 'utf8')) as Steps;
      if (!schedule.enabled) return [];
      const [next] = nextRuns(schedule.cron!, schedule.timezone!, new Date('2026-01-01T00:00:00Z'), 1);
      return [[name, next!.toISOString()]];
    });
    expect(scheduled).toEqual([
      ['morning-routine', '2026-01-01T14:00:00.000Z'],
      ['weekly-review', '2026-01-02T22:00:00.000Z'],
    ]);
  });
});

/** Without times and ids; of a step that began before another one ended only the whole line. */
function inOrder(stdout: string): string {
  const lines = stdout
    .replace(/\([\d.]+m?s\)/g, '(TIME)')
    .replace(/Duration: .*/, 'Duration: TIME')
    .replace(/\d{8}-\d{6}-[0-9a-z]{6}/g, 'RUN')
    .split('\n')
    .filter((line) => !/^\[Step .*\.\.\.$/.test(line));
  const isStep = (line: string) => line.startsWith('[Step ');
  const steps = lines.filter(isStep).sort();
  return lines.map((line) => (isStep(line) ? steps.shift()! : line)).join('\n');
}
