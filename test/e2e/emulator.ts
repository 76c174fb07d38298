import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { preparePython } from './virtual-environment.ts';

/** A running emulator of the services that a stack uses. It knows one account and accepts any credentials. */
export interface Emulator {
  /** `http://127.0.0.1:<port>`, for every service. */
  readonly endpoint: string;
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
  /** What a child process (the CDK CLI, stepwright) needs to reach the emulator and nothing but the emulator. */
  readonly env: Readonly<Record<string, string>>;
  /** The same for an SDK client in this process: `new SFNClient(emulator.client)`. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** The emulator's own output so far, for looking into a failure. What a function prints is in `functionLogs()`. */
  log(): Promise<string>;
  /** Ends the emulator and all processes that it started and deletes its files. May be called twice. */
  stop(): Promise<void>;
}

export interface EmulatorOptions {
  /** Factor for the waits between retries and of Wait states, 0 (the default) to 1. Timeouts are not scaled. */
  readonly waitScale?: number;
  /** Refuse what a function's role does not allow (default: false). Machines, rules and schedules are not checked. */
  readonly checkPolicies?: boolean;
}

const region = 'eu-central-1';
const account = '000000000000';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** Seconds until the first answer: about 2 on an idle machine, the rest is for a busy one. */
const startLimitSeconds = 60;

/**
 * Starts an emulator on a free loopback port, with all its files in a temporary folder, and waits until it answers.
 * Makes the Python environment first if need be. However this process ends, the emulator ends with it.
 * Throws with the emulator's own output if it does not come up.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const python = await preparePython();
  const folder = await mkdtemp(join(tmpdir(), 'stepwright-emulator-'));
  const log = (): Promise<string> => readFile(join(folder, 'emulator.log'), 'utf8').catch(() => '');
  let supervisor: ChildProcess | undefined;
  try {
    const port = await freePort();
    supervisor = await supervise(folder, python, port, options);
    const endpoint = `http://127.0.0.1:${port}`;
    await untilReady(endpoint, supervisor, log);
    const running = supervisor;
    return {
      endpoint,
      region,
      account,
      env: childEnvironment(endpoint, folder),
      client: { endpoint, region, credentials },
      log,
      stop: () => stop(running),
    };
  } catch (error) {
    if (supervisor) await stop(supervisor);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function supervise(
  folder: string,
  python: string,
  port: number,
  options: EmulatorOptions,
): Promise<ChildProcess> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // Started from a clean environment, because the Lambda workers inherit it: no credentials, proxies or test settings
  // of this machine may reach a function. Its `node` is the one that runs the tests.
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: folder,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    MINISTACK_REGION: region,
    MINISTACK_ACCOUNT_ID: account,
    STATE_DIR: join(folder, 'state'),
    S3_DATA_DIR: join(folder, 's3'),
    SFN_WAIT_SCALE: String(options.waitScale ?? 0),
    AUTH: String(options.checkPolicies ?? false),
    // Listeners that no test needs, and no look at a container daemon of this machine.
    IOT_MTLS_ENABLED: '0',
    SFTP_ENABLED: '0',
    DOCKER_HOST: `unix://${join(folder, 'no-docker.sock')}`,
  };
  const supervisor = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('./supervise.ts')), folder, python, '-m', 'ministack'],
    { env, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  await new Promise<void>((resolve, reject) => supervisor.once('spawn', resolve).once('error', reject));
  return supervisor;
}

async function untilReady(endpoint: string, supervisor: ChildProcess, log: () => Promise<string>): Promise<void> {
  const deadline = Date.now() + startLimitSeconds * 1000;
  while (supervisor.exitCode === null && Date.now() < deadline) {
    if (await answers(`${endpoint}/_ministack/ready`)) return;
    await sleep(100);
  }
  throw new Error(`the emulator did not start:\n${await log()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  const ended = new Promise((resolve) => supervisor.once('exit', resolve));
  supervisor.stdin?.end();
  await ended;
}

/** A port that was free a moment ago. Should another process take it first, the start fails and says so. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function childEnvironment(endpoint: string, folder: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    // The CDK CLI wants to see that S3 is meant too.
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ACCOUNT_ID: account,
    // Profiles of this machine must not decide anything, nor may anybody ask the metadata service of a host.
    AWS_CONFIG_FILE: join(folder, 'no-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'no-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    // The CDK CLI stays silent towards the outside.
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: 'true',
    CDK_NOTICES: 'false',
    // Its check of the finished templates takes longer than a deployment here; the tests of the stack make it.
    CDK_VALIDATION: 'false',
  };
}
