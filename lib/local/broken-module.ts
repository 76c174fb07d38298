import { relative } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { withoutPaths } from '../skills/code/plain-error.ts';

/**
 * Where a module, or one that it imports, is no JavaScript or TypeScript, and why: Node does not tell the place of an
 * error that is caught. Undefined where the bundler finds nothing.
 */
export async function whereBroken(module: string, root: string): Promise<string | undefined> {
  const esbuild = await import('esbuild');
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: [module],
      bundle: true,
      write: false,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
    return undefined;
  } catch (failure) {
    const [first] = (failure as Partial<BuildFailure>).errors ?? [];
    if (!first?.location) return undefined;
    const file = relative(root, `${root}/${first.location.file}`).split('\\').join('/');
    return `${withoutPaths(first.text, root)} (${root.split(/[/\\]/).at(-1)!}/${file}:${first.location.line})`;
  }
}
