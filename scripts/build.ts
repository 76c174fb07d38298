/**
 * Makes `dist` from the sources, which must pass `npm run check` to be sure of their types:
 * - dist/bin, dist/lib, dist/chunks: the command line, the CDK app and the library. What is imported dynamically becomes
 *   a chunk of its own, so that a verb loads only what it needs.
 * - dist/lambdas: one file per function, complete, as it is uploaded.
 * - dist/templates: what `create` makes workflows from.
 * - beside dist/lib/index.js, dist/lib/skill.js and dist/lib/stack/index.js: the types of the library.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { BuildOptions, Metafile } from 'esbuild';
import { bundleOptions } from '../lib/stack/bundle.ts';
import { englishOnly } from './english-only.ts';
import { lazyBuiltins } from './lazy-builtins.ts';

process.chdir(path.resolve(import.meta.dirname, '..'));

/** The oldest Node that may run the tool, from `engines` in package.json: ">=22.18" is "node22.18". */
function target(): string {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  return `node${engines.node.replace('>=', '')}`;
}

/** Packages that stay outside: programs, WebAssembly and the large ones that few verbs need. The rest is bundled. */
const external = ['@aws-sdk/*', '@hpcc-js/wasm-graphviz', 'aws-cdk-lib', 'aws-cdk-lib/*', 'constructs', 'esbuild'];

const shared: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: target(),
  outbase: '.',
  outdir: 'dist',
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
};

const tool: BuildOptions = {
  ...shared,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external,
  plugins: [lazyBuiltins, englishOnly],
  // The YAML library as ES modules, which it has for browsers: what is not used of it is left out, and the rest is faster.
  alias: { yaml: path.resolve('node_modules/yaml/browser/dist/index.js') },
};

/** What runs in AWS Lambda is built as the stack builds it from a source checkout. */
const lambdas: BuildOptions = { ...bundleOptions, outbase: '.', outdir: 'dist', metafile: true, logLevel: 'warning' };

/** Builds those of the entry points that exist. */
async function bundle(entryPoints: readonly string[], options: BuildOptions): Promise<void> {
  const missing = entryPoints.filter((entry) => !existsSync(entry));
  for (const entry of missing) console.log(`- ${entry}: not built, there is no such file`);
  const present = entryPoints.filter((entry) => !missing.includes(entry));
  if (present.length === 0) return;
  const { metafile } = await build({ ...options, entryPoints: present });
  printSizes(metafile!);
}

function printSizes({ outputs }: Metafile): void {
  const code = Object.entries(outputs).filter(([file]) => /\.m?js$/.test(file));
  for (const [file, { bytes }] of code.sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`  ${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${file}`);
  }
}

function declarations(): void {
  if (!existsSync('lib/index.ts')) {
    console.log('- lib/index.ts: no types, there is no such file');
    return;
  }
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

rmSync('dist', { recursive: true, force: true });
await bundle(['bin/stepwright.ts', 'bin/app.ts', 'lib/index.ts', 'lib/skill.ts', 'lib/stack/index.ts'], tool);
// The thread of a skill: it changes one of Node's own modules, which the tool's bundles only look at.
await bundle(['lib/skills/code/worker.ts'], shared);
await bundle(globSync('lambdas/*.ts').sort(), lambdas);
// What `create` makes workflows from is read as it lies there.
cpSync('lib/cli/templates', 'dist/templates', { recursive: true });
declarations();
