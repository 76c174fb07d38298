import { statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Project } from './command-line.ts';
import { answering, project } from './command-line.ts';

const plain = `workflow: {name: plain, version: 1.0.0} # kept
steps:
  - {id: a, command: /a}
`;

let place: Project;

beforeEach(async () => {
  place = await project({ 'workflow.yaml': plain });
});

afterEach(() => place.remove());

const document = async (...argv: string[]): Promise<Record<string, unknown>> =>
  (await place.json('schedule', ...argv)).document as unknown as Record<string, unknown>;

describe('schedule', () => {
  it('sets an expression, shows it in words, and its next three runs', async () => {
    const { code, stdout, stderr } = await place.run('schedule', '--cron', '0 9 * * 1-5', '--timezone', 'Asia/Tokyo');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^✓ workflow\.yaml is changed\nplain\n {2}on {2}0 9 \* \* 1-5 {2}At 09:00, Monday through Friday\n {2}Asia\/Tokyo, overlap: skip\n {2}Next {2}\w{3} [-\d]{10} 09:00\n(?: {8}\w{3} [-\d]{10} 09:00\n){2}$/,
    );
    expect(place.read('workflow.yaml')).toBe(
      plain.replace('# kept\n', '# kept\nschedule:\n  enabled: true\n  cron: "0 9 * * 1-5"\n  timezone: Asia/Tokyo\n'),
    );
    expect(await document()).toMatchObject({
      name: 'plain',
      schedule: {
        enabled: true,
        cron: '0 9 * * 1-5',
        words: 'At 09:00, Monday through Friday',
        timezone: 'Asia/Tokyo',
      },
    });
  });

  it('warns of what the file is warned of, and refuses what it is refused for', async () => {
    const often = await place.run('schedule', '--cron', '*/2 * * * *');
    expect([often.code, often.stderr]).toEqual([
      0,
      'warning V008 The schedule has no `timezone`; UTC is used\nwarning V008 The schedule "*/2 * * * *" fires more often than every 5 minutes\n',
    ]);
    const before = place.read('workflow.yaml');
    for (const cron of ['0 0 9 * * 1', '*/0 * * * *', '@daily', '', '0 0 30 2 *']) {
      const { code, document: said } = await place.json('schedule', '--cron', cron);
      expect([code, said.diagnostics.map((one) => one.code)]).toEqual([1, expect.arrayContaining(['V008'])]);
    }
    expect((await place.json('schedule', '--cron', '0 9 * * *', '--timezone', 'PST')).code).toBe(1);
    expect((await place.json('schedule', '--natural', 'daily', '--timezone', 'PST')).code).toBe(2);
    expect(place.read('workflow.yaml')).toBe(before);
  });

  it('takes words only with consent, says how it understands them, and never guesses', async () => {
    const asked = await place.json('schedule', '--natural', 'every weekday at 9am');
    expect([asked.code, asked.document]).toEqual([
      2,
      {
        error: '"every weekday at 9am" means 0 9 * * 1-5: At 09:00, Monday through Friday (UTC); --yes sets it',
        meaning: { cron: '0 9 * * 1-5', words: expect.any(String), next: expect.any(Array) },
      },
    ]);
    const weekly = await place.json('schedule', '--natural', 'weekly', '--yes');
    expect(weekly).toMatchObject({
      code: 2,
      document: { options: [{ cron: '0 9 * * 1' }, { cron: '0 9 * * 5' }, {}] },
    });
    const unknown = await place.run('schedule', '--natural', 'soon', '--yes');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('try for example "every weekday at 9am"'),
    ]);
    expect(place.read('workflow.yaml')).toBe(plain);
    expect((await place.json('schedule', '--natural', 'every weekday at 9am', '--yes')).code).toBe(0);
    expect(place.read('workflow.yaml')).toContain('cron: "0 9 * * 1-5"');
  });

  it('asks at a terminal whether it has understood, and which of several things is meant', async () => {
    const asked = async (words: string, ...answers: (string | undefined)[]) =>
      (await place.runWith({ ask: answering(answers) }, 'schedule', '--natural', words)).code;
    expect(await asked('every friday', 'no')).toBe(2);
    expect(await asked('weekly', undefined)).toBe(2);
    expect(place.read('workflow.yaml')).toBe(plain);
    expect(await asked('weekly', '0 9 * * 5')).toBe(0);
    expect(place.read('workflow.yaml')).toContain('cron: "0 9 * * 5"');
    expect(await asked('every friday at noon', 'yes')).toBe(0);
    expect(place.read('workflow.yaml')).toContain('cron: "0 12 * * 5"');
  });

  it('is switched off and on, and else stays as it is', async () => {
    const file = plain.replace(
      '# kept\n',
      "# kept\nschedule: {enabled: true, cron: '0 9 * * *', timezone: UTC} # daily\n",
    );
    place.write('workflow.yaml', file);
    expect((await place.json('schedule', '--disable')).document).toMatchObject({ schedule: { enabled: false } });
    expect(place.read('workflow.yaml')).toBe(file.replace('enabled: true', 'enabled: false'));
    expect((await place.run('schedule', '--enable')).code).toBe(0);
    expect(place.read('workflow.yaml')).toBe(file);
    expect((await place.json('schedule', '--enable', '--disable')).code).toBe(2);
    expect((await place.json('schedule', '--cron', '0 9 * * *', '--natural', 'daily')).code).toBe(2);
    expect((await place.json('schedule', '--cloud', '--cron', '0 9 * * *')).code).toBe(2);
  });

  it('lists the schedules of all workflows', async () => {
    expect((await place.run('schedule', '--list')).stdout).toContain('No workflow here has a schedule');
    await place.run('schedule', '--cron', '0 9 13 * 5', '--timezone', 'UTC');
    place.write('workflows/other.yaml', plain.replace('plain', 'other'));
    const { stdout } = await place.run('schedule', '--list');
    expect(stdout).toContain(
      'plain\n  on  0 9 13 * 5  At 09:00, on day 13 of the month, and on Friday (either is enough)\n',
    );
    expect(await document('--list')).toMatchObject({ schedules: [{ name: 'plain', file: 'workflow.yaml' }] });
    expect(await document('--list', 'workflow.yaml')).toMatchObject({ schedules: [{ name: 'plain' }] });
    expect((await place.run('schedule', '--list', 'other')).stdout).toMatch(/^workflows\/other.yaml has no schedule; /);
    expect(await place.run('schedule', '--list', 'othr')).toMatchObject({
      code: 2,
      stderr: 'error there is no workflow othr; did you mean other? workflows/ has other\n',
    });
    place.write('workflows/wrong.yaml', 'workflow: {name: wrong}\n');
    expect((await place.run('schedule', '--list', 'wrong')).code).toBe(1);
    // Only what is written is said to stay as it was.
    const { code, stderr } = await place.run('schedule', 'wrong');
    expect([code, stderr.includes('left as it was')]).toEqual([1, false]);
  });

  it('makes a script and lines of crontab for this computer, and installs nothing', async () => {
    expect((await place.json('schedule', '--persistent')).document.error).toContain('has no schedule');
    await place.run('schedule', '--cron', '0 9 */2 * 1', '--timezone', 'Europe/Berlin');
    const before = place.read('workflow.yaml');
    const shown = await document('--persistent');
    expect(shown).toMatchObject({ persistent: { path: null } });
    const written = await document('--persistent', "it's.sh");
    const { script, crontab } = written['persistent'] as { script: string; crontab: string };
    expect(place.read("it's.sh")).toBe(script);
    expect(statSync(join(place.path, "it's.sh")).mode & 0o111).not.toBe(0);
    expect(crontab).toBe(`CRON_TZ=Europe/Berlin\n0 9 1-31/2 * 1 '${join(place.path, "it'\\''s.sh")}'\n`);
    expect(spawnSync('sh', ['-n', join(place.path, "it's.sh")]).status).toBe(0);
    expect(script).toContain(
      'run workflow.yaml --fresh --triggered-by schedule >> .workflow/schedule-plain.log 2>&1\n',
    );
    expect(place.read('workflow.yaml')).toBe(before);
    const again = await place.run('schedule', '--persistent', "it's.sh");
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('there is such a file already')]);
  });

  it('shows a script that cannot be written, with a warning', async () => {
    await place.run('schedule', '--cron', '0 9 * * *', '--timezone', 'UTC');
    writeFileSync(join(place.path, 'taken'), '');
    const { code, stdout, stderr } = await place.run('schedule', '--persistent', 'taken/run.sh');
    expect([code, stdout.includes('#!/bin/sh')]).toEqual([0, true]);
    expect(stderr).toContain('warning the script is not written to taken/run.sh, and only shown: ');
  });
});
