/**
 * `npm run bench`: the figures that the project promises, each measured here and now. Machines are noisy, so commands
 * are timed in pairs and ratios are what counts. Needs `npm run build` before. Ends with code 1 when a promise is broken.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { compile } from '../lib/compile/index.ts';
import { runMachine } from '../lib/local/machine.ts';
import { indexTable } from '../lib/node/view.ts';
import { runScripted } from '../lib/skills/scripted.ts';
import { bundleOptions } from '../lib/stack/bundle.ts';
import { openFileState } from '../lib/store/file.ts';
import { memoryArtifacts } from '../lib/store/memory-artifacts.ts';
import { chain, randomWorkflow } from './bench/random-workflow.ts';

process.chdir(path.resolve(import.meta.dirname, '..'));

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number;
}

const WORKFLOW = 'test/diagnostics/samples/software-agent-workflow/workflow.yaml';

const figures: Figure[] = [startUp(), ...compiling(), await engineOverhead(), await bundleSize()];
for (const { what, value, unit, limit } of figures) {
  const mark = value <= limit ? '✓' : '✗';
  console.log(`${mark} ${what}: ${value.toFixed(2)} ${unit} (at most ${limit})`);
}
if (figures.some(({ value, limit }) => value > limit)) process.exitCode = 1;

/** `validate` of the 22-node workflow against Node doing nothing, in pairs. */
function startUp(): Figure {
  const cli = 'dist/bin/stepwright.js';
  if (!existsSync(cli)) throw new Error('run `npm run build` first');
  const timed = (args: string[]) => {
    const since = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with code ${status}`);
    return performance.now() - since;
  };
  const pairs = Array.from({ length: 21 }, () => timed([cli, 'validate', WORKFLOW]) / timed(['-e', '0']));
  return { what: 'validate, 22 nodes', value: median(pairs), unit: '× node -e 0', limit: 3 };
}

/** A random graph, and one of twice the size; the first runs warm the compiler up. */
function compiling(): Figure[] {
  const seconds = (nodes: number, seed: number) => {
    const text = randomWorkflow(nodes, 2 * nodes, seed);
    const since = performance.now();
    if (!compile(text).compiled) throw new Error('the random workflow has errors');
    return (performance.now() - since) / 1000;
  };
  for (const seed of [1, 2]) seconds(1000, seed);
  const pairs = [3, 4, 5, 6, 7].map((seed) => [seconds(1000, seed), seconds(2000, seed)] as const);
  return [
    { what: 'compiling 1,000 nodes and 2,000 edges', value: median(pairs.map(([one]) => one)), unit: 's', limit: 1 },
    {
      what: 'compiling twice that',
      value: median(pairs.map(([one, two]) => two / one)),
      unit: '× as long',
      limit: 2.5,
    },
  ];
}

/** A chain of 500 nodes with scripted outcomes and real records on the disk. */
async function engineOverhead(): Promise<Figure> {
  const nodes = 500;
  const { asl, table } = compile(chain(nodes)).compiled!;
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'stepwright-bench-'));
    const state = await openFileState(folder, 'bench');
    const since = performance.now();
    const { status } = await runMachine({
      asl,
      run: 'bench',
      sleep: () => Promise.resolve(),
      deps: {
        workflow: indexTable(table),
        state,
        artifacts: memoryArtifacts(),
        runSkill: (node, context, execution) => runScripted(new Map(), node, context, execution),
        now: () => new Date(),
        log: () => undefined,
      },
    });
    if (status !== 'completed') throw new Error(`the chain ended ${status}`);
    times.push((performance.now() - since) / nodes);
    await state.close();
    rmSync(folder, { recursive: true });
  }
  return { what: 'running a node (chain of 500, records on disk)', value: median(times), unit: 'ms', limit: 2 };
}

/** What the run-node function holds of our own code and of small libraries, minified; the SDK's clients are told apart. */
async function bundleSize(): Promise<Figure> {
  const options = { ...bundleOptions, minify: true, write: false, metafile: true, outdir: 'out' } as const;
  const { metafile } = await build({ ...options, entryPoints: ['lambdas/run-node.ts'] });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const kilobytes = (wanted: (file: string) => boolean) =>
    inputs.filter(([file]) => wanted(file)).reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) / 1024;
  const isSdk = (file: string) => /node_modules\/(@aws-sdk|@smithy|@aws|@nodable|fast-xml|bowser|tslib)/.test(file);
  console.log(`  run-node holds ${kilobytes(isSdk).toFixed(0)} KB of AWS SDK clients`);
  return { what: 'run-node without the AWS SDK', value: kilobytes((file) => !isSdk(file)), unit: 'KB', limit: 150 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
