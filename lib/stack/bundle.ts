import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { BuildOptions } from 'esbuild';
import { packageRoot } from './package-root.ts';
import { UserError } from './user-error.ts';

/** CommonJS packages call `require` for Node's own modules, which an ES module does not have. */
const requireForBundled =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/**
 * How code for a function is bundled: complete, so that an upgrade of the runtime changes nothing, and without names of
 * this machine's folders in it, so that the same source gives the same bundle everywhere.
 */
export const bundleOptions: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // The modules of a package are shaken down to what is used; its CommonJS build is not.
  mainFields: ['module', 'main'],
  banner: { js: requireForBundled },
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'silent',
  outExtension: { '.js': '.mjs' },
};

/** The functions of a stack, and the thread in which code of skills runs; each is `lambdas/<name>.ts`. */
export type HandlerName =
  | 'run-node'
  | 'run-prompt'
  | 'close-run'
  | 'settle-run'
  | 'log-run'
  | 'answer-node'
  | 'http-api'
  | 'skill-worker'
  | 'run-skill'
  | 'run-task'
  | 'run-service'
  | 'child-runs';

const handlers = new Map<HandlerName, string>();

/** The code of a function, bundled once for a process: in a source checkout from its source, else as it was built. */
export function handlerCode(name: HandlerName): string {
  let code = handlers.get(name);
  if (code === undefined) {
    const root = packageRoot();
    const source = join(root, 'lambdas', `${name}.ts`);
    code = existsSync(source) ? bundled(root, source) : readFileSync(join(root, 'dist/lambdas', `${name}.mjs`), 'utf8');
    handlers.set(name, code);
  }
  return code;
}

function bundled(root: string, source: string): string {
  const { outputFiles } = buildSync({ ...bundleOptions, absWorkingDir: root, entryPoints: [source], write: false });
  return outputFiles[0]!.text;
}

/**
 * Bundles skills (path of the bundle → file of the module) into a folder. Throws what the bundler has to say, with places in the
 * files, when one of them cannot be bundled.
 */
export function bundleSkills(skills: ReadonlyMap<string, string>, folder: string): void {
  if (skills.size === 0) return;
  const entryPoints = [...skills].map(([out, file]) => ({ in: file, out: out.replace(/\.mjs$/, '') }));
  try {
    buildSync({ ...bundleOptions, alias: ownPackage([...skills.values()]), entryPoints, outdir: folder });
  } catch (error) {
    throw new UserError(`a skill cannot be bundled: ${(error as Error).message}`);
  }
}

/** Skills may import this package also where their project has not installed it. */
function ownPackage(files: readonly string[]): Record<string, string> {
  const isInstalled = files.every((file) => {
    try {
      return createRequire(file).resolve('stepwright/package.json') !== '';
    } catch {
      return false;
    }
  });
  if (isInstalled) return {};
  const root = packageRoot();
  const source = join(root, 'lib/skill.ts');
  const file = existsSync(source) ? source : join(root, 'dist/lib/skill.js');
  return { 'stepwright/skill': file, stepwright: file };
}
