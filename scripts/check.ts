/**
 * All static checks at once: `npm run check`, or `npm run check -- eslint knip` for some of them. Runs them side by
 * side, prints what the failing ones say and exits with 1 if any failed. What is kept for the next time lies in node_modules/.cache.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const cache = 'node_modules/.cache';
const sources = ['bin', 'lambdas', 'lib', 'scripts', 'examples'];

const checks: Readonly<Record<string, readonly string[]>> = {
  tsc: ['--project', '.', '--incremental', '--tsBuildInfoFile', `${cache}/tsc/check.tsbuildinfo`],
  // Without a cache: what it says of a file hangs on the types of others, which a cache does not look at.
  eslint: ['.', '--max-warnings', '0'],
  prettier: ['--check', '--log-level', 'warn', '--cache', '--cache-location', `${cache}/prettier/cache`, '.'],
  depcruise: ['--config', '.dependency-cruiser.js', '--output-type', 'err-long', ...sources],
  knip: ['--no-progress'],
};

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

function run(name: string, args: readonly string[]): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    // The package's own programs start with `#!/usr/bin/env node`; this makes it the Node that runs this script.
    const child = spawn(path.join(root, 'node_modules/.bin', name), args, {
      cwd: root,
      env: { ...process.env, PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ passed: code === 0, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}

const chosen = Object.entries(checks).filter(([name]) => asked.length === 0 || asked.includes(name));
const outcomes = await Promise.all(
  chosen.map(async ([name, args]) => {
    const outcome = await run(name, args);
    console.log(`${outcome.passed ? '✓' : '✗'} ${name} (${outcome.seconds.toFixed(1)} s)`);
    if (!outcome.passed) console.log(outcome.output.trimEnd());
    return outcome;
  }),
);
process.exitCode = outcomes.every((outcome) => outcome.passed) ? 0 : 1;
