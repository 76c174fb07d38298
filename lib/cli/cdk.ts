import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { list } from '../diagnostics/show.ts';
import { packageRoot } from '../stack/package-root.ts';
import type { Io, Refused } from './io.ts';

/** The CDK CLI, and the app of stepwright that it runs. */
export interface Cdk {
  /** The script of the CLI, which Node runs. */
  readonly cli: string;
  readonly app: string;
}

/** What deploying needs besides stepwright, and what it is looked up by. */
const packages = ['aws-cdk', 'aws-cdk-lib', 'constructs'] as const;

/**
 * Finds the CDK: its CLI as the project has it, else as stepwright has it, and for the app its library where the app
 * itself would find it. Says what to install where something is missing. `root` is stepwright's own folder.
 */
export function findCdk(cwd: string, root = packageRoot()): Cdk | Refused {
  const source = join(root, 'bin/app.ts');
  const app = existsSync(source) ? source : join(root, 'dist/bin/app.js');
  const places = { 'aws-cdk': [join(cwd, 'package.json'), app], 'aws-cdk-lib': [app], constructs: [app] };
  const found = new Map(packages.map((name) => [name, folderOf(name, places[name])]));
  const missing = packages.filter((name) => found.get(name) === undefined);
  if (missing.length === 0) return { cli: join(found.get('aws-cdk')!, 'bin/cdk'), app };
  const install = `npm install --save-dev ${packages.join(' ')}`;
  return { refused: `deploying needs ${list(missing)}, which stepwright does not find; install with: ${install}` };
}

function folderOf(name: string, from: readonly string[]): string | undefined {
  for (const place of from) {
    try {
      return dirname(createRequire(place).resolve(`${name}/package.json`));
    } catch {
      // It is looked for in the next place.
    }
  }
  return undefined;
}

export interface CdkCall {
  /** Such as `deploy`, then options. */
  readonly args: readonly string[];
  /** Context for the app, by name. */
  readonly context: Readonly<Record<string, string | undefined>>;
  /** More context that is too long for a command line: the app gets the path of a file with the JSON. */
  readonly files?: Readonly<Record<string, object | undefined>>;
  /** Whether stdout is kept for a document. */
  readonly json: boolean;
}

export interface CdkResult {
  readonly code: number;
  /** Outputs by the name of their stack; none where nothing was deployed. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Runs the CDK CLI on stepwright's app, in the project's folder; it talks to the terminal itself. */
export async function runCdk(
  io: Io,
  { cli, app }: Cdk,
  { args, context, files = {}, json }: CdkCall,
): Promise<CdkResult> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwright-cdk-'));
  const outputsFile = join(folder, 'outputs.json');
  const [verb, ...options] = args;
  const written = Object.entries(files).filter(([, content]) => content !== undefined);
  const paths = Object.fromEntries(written.map(([key]) => [key, join(folder, `${key}.json`)]));
  for (const [key, content] of written) await writeFile(paths[key]!, JSON.stringify(content));
  const set = Object.entries({ ...context, ...paths }).flatMap(([key, value]) =>
    value === undefined ? [] : ['-c', `${key}=${value}`],
  );
  // The blank at the end keeps the CLI from taking the first and the last quote for quotes around the whole.
  const own = ['--app', `"${process.execPath}" "${app}" `, '--output', join(folder, 'cdk.out'), ...set];
  if (verb === 'deploy') own.push('--outputs-file', outputsFile);
  try {
    const code = await run(io, [cli, verb!, ...own, ...options], json);
    const outputs = await readFile(outputsFile, 'utf8').catch(() => '{}');
    return { code, outputs: JSON.parse(outputs) as CdkResult['outputs'] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to the exit code. A signal that reaches this process alone is passed on, and the end of the CLI awaited. */
async function run(io: Io, args: readonly string[], json: boolean): Promise<number> {
  // File descriptor 2 for stdout: with --json that belongs to the document.
  const child = spawn(process.execPath, args, { cwd: io.cwd, stdio: ['inherit', json ? 2 : 'inherit', 'inherit'] });
  const off = io.onInterrupt(() => child.kill());
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    off();
  }
}
