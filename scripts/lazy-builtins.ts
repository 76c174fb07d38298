import { builtinModules, createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/**
 * Lets bundled code load Node's own modules when it uses them. Importing one reads every property of it at once, which
 * loads what Node itself leaves for later, and the argument parser asks for `child_process`, and with it for the
 * network, to use it only where a verb is a program of its own. Together that is a fifth of what a verb takes to start.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    const filter = new RegExp(`^(node:)?(${builtinModules.join('|')})$`);
    build.onResolve({ filter }, ({ path }) => ({ path: path.replace(/^(node:)?/, 'node:'), namespace: 'builtin' }));
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: contents(path), loader: 'js' }));
  },
};

function contents(name: string): string {
  if (name === 'node:process') return 'module.exports = globalThis.process;';
  const exported = require(name) as object;
  const get = `process.getBuiltinModule(${JSON.stringify(name)})`;
  if (typeof exported === 'function') return `module.exports = ${get};`;
  const getters = Object.keys(exported).map((key) => `get ${key}() { return load().${key}; }`);
  return `let loaded; const load = () => (loaded ??= ${get}); module.exports = { ${getters.join(', ')} };`;
}
