import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { businesses, failing, inOrder, sample, withCode } from '../cli/business.ts';
import { project } from '../stack/project.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import type { CommandLine } from './command-line.ts';
import { commandLine, emulated } from './command-line.ts';
import type { Emulator } from './emulator.ts';
import { startEmulator } from './emulator.ts';
import { inParallel } from './in-parallel.ts';
import { until } from './processes.ts';

let emulator: Emulator;
let folder: TemporaryFolder;
let cloud: CommandLine;

beforeAll(async () => {
  emulator = await startEmulator();
  const files = businesses.flatMap((name) => Object.entries(withCode(name, failing(name), 4000)));
  folder = await project(Object.fromEntries(files));
  cloud = commandLine(emulator, folder.path);
  await new S3Client(emulator.client).send(new CreateBucketCommand({ Bucket: 'assets' }));
}, 120_000);

afterAll(async () => {
  await emulator.stop();
  await folder.remove();
});

const deploy = async (name: string) => {
  const { code, stderr } = await cloud.json('deploy', name, ...emulated, '-c', 'alarms=false');
  expect([name, code, code === 0 || stderr]).toEqual([name, 0, true]);
};

/** What a start has shown, without the bucket's name; times are known only of steps that were seen to begin. */
const shown = (stdout: string) =>
  inOrder(stdout)
    .replaceAll(' (TIME)', '')
    .replace(/s3:\/\/[^/]+\//, 's3://BUCKET/');

/** Ids of the workflow's runs, the newest first. */
async function runsOf(name: string): Promise<string[]> {
  const { document } = await cloud.json('runs', name, '--cloud');
  return (document.runs as readonly { readonly run: string }[]).map(({ run }) => run);
}

describe('the workflows of a business, deployed with skills of code', () => {
  it('are deployed, and their schedules are read back', async () => {
    await inParallel(businesses, deploy, 2);
    // The emulator drops the zones of schedules that a stack makes.
    for (const [name, expression] of [
      ['morning-routine', 'cron(0 9 ? * MON-FRI *)'],
      ['weekly-review', 'cron(0 17 ? * FRI *)'],
    ] as const) {
      const { document } = await cloud.json('schedule', name, '--cloud');
      expect(document).toEqual({
        stack: `stepwright-${name}`,
        schedules: [{ name: 'schedule-1', expression, enabled: true, zone: expect.any(String) as string }],
      });
    }
    const { stdout } = await cloud.run('schedule', 'client-onboarding', '--cloud');
    expect(stdout).toBe('The stack stepwright-client-onboarding has no schedule.\n');
  }, 200_000);

  it.each(businesses)('%s runs as it does here, and says how', async (name) => {
    const { code, stdout } = await cloud.run('start', name, '--wait');
    const said = `${shown(stdout)}code ${code}\n`;
    const file = sample(name, 'cloud.txt');
    if (process.env['UPDATE_SAMPLES'] && !existsSync(file)) writeFileSync(file, said);
    expect(said).toBe(readFileSync(file, 'utf8'));
  });

  it('starts by itself when its time has come', async () => {
    const set = await cloud.run('schedule', 'morning-routine', '--cron', '* * * * *', '--timezone', 'UTC');
    expect([set.code, set.stderr]).toEqual([0, expect.stringContaining('V008')]);
    await deploy('morning-routine');
    const before = await runsOf('morning-routine');
    let fired: string | undefined;
    for (const deadline = Date.now() + 150_000; fired === undefined && Date.now() < deadline;) {
      await sleep(500);
      fired = (await runsOf('morning-routine')).find((run) => !before.includes(run));
    }
    expect(fired).toBeDefined();
    const status = () => cloud.json('status', 'morning-routine', '--cloud', '--run', fired!);
    await until(async () => (await status()).document.status === 'partial');
    expect((await status()).document).toMatchObject({ status: 'partial', trigger: 'schedule' });
  }, 200_000);
});
