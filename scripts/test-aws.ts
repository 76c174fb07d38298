/**
 * Tries on a real AWS account what the emulator cannot show: `npm run test:aws -- --account 111122223333 --region
 * eu-west-1`. Step Functions itself tests every shape of state that is emitted (TestState, with given answers), and one
 * small workflow is deployed, fails, is redriven, completes, and is deleted with all that belongs to it.
 *
 * It costs less than a cent: about ten transitions, a few calls of functions and requests to tables and buckets, and
 * some minutes of alarms. Credentials are those of the environment; the account must be named, so that nothing is made
 * in another one by mistake. Not run by any other test.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import { explain } from '../lib/cloud/explain.ts';
import { compile } from '../lib/compile/index.ts';
import { probesOf } from './test-aws/probes.ts';
import { redrivenRun, script, workflow } from './test-aws/redriven-run.ts';
import type { Answer } from './test-aws/redriven-run.ts';
import { runProbe } from './test-aws/run-probes.ts';

const root = path.resolve(import.meta.dirname, '..');

function refuse(why: string): never {
  console.error(`${why}\nUsage: npm run test:aws -- --account <twelve digits> --region <region>`);
  process.exit(2);
}

function chosenPlace(): { account: string; region: string } {
  const { values } = parseArgs({ options: { account: { type: 'string' }, region: { type: 'string' } } });
  const { account, region } = values;
  if (!/^\d{12}$/.test(account ?? '')) refuse('Name the account in which resources may be made and deleted.');
  if (region === undefined) refuse('Name the region.');
  return { account: account!, region };
}

async function requireCredentials(client: SFNClient): Promise<void> {
  try {
    await client.send(new ListStateMachinesCommand({ maxResults: 1 }));
  } catch (error) {
    refuse(explain(error) ?? String(error));
  }
}

async function testStates(client: SFNClient): Promise<string[]> {
  const samples = path.join(root, 'test/compile/samples');
  const seen = new Set<string>();
  const wrong: string[] = [];
  let count = 0;
  for (const name of await readdir(samples)) {
    const source = await readFile(path.join(samples, name, 'workflow.yaml'));
    const { compiled } = compile(source, { fileExists: () => true });
    if (!compiled) continue;
    for (const probe of probesOf(compiled.asl, seen)) {
      count += 1;
      const found = await runProbe(client, compiled.asl, probe);
      if (found !== undefined) wrong.push(`${name}: ${found}`);
    }
  }
  console.log(`TestState: ${count} probes of ${seen.size} shapes, ${wrong.length} unexpected`);
  return wrong;
}

async function testRun({ account, region }: { account: string; region: string }): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stepwright-test-aws-'));
  const stages = `stages: { test: { account: "${account}", region: ${region} } }\n`;
  const files = { 'workflow.yaml': workflow, 'script.yaml': script, 'stepwright.yaml': stages };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  try {
    return await redrivenRun((...argv) => stepwright(folder, argv), ['--stage', 'test']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function stepwright(cwd: string, argv: readonly string[]): Promise<Answer> {
  console.log(`$ stepwright ${argv.join(' ')}`);
  const child = spawn(process.execPath, [path.join(root, 'bin/stepwright.ts'), ...argv], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout }));
  });
}

const place = chosenPlace();
const client = new SFNClient({ region: place.region });
await requireCredentials(client);
const wrong = [...(await testStates(client)), ...(await testRun(place))];
for (const line of wrong) console.error(`✗ ${line}`);
if (wrong.length === 0) console.log('✓ AWS does what the emulator does');
process.exitCode = wrong.length === 0 ? 0 : 1;
