import { registerHooks } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By these names skills import this package. What they need of it is a small part; the compiler is none of it. */
const NAMES: readonly string[] = ['stepwright', 'stepwright/skill'];

/**
 * Lets modules of skills import this package where their project has not installed it, as with a program that was
 * installed for all projects. Its own copy goes before.
 */
export function offerOwnPackage(): void {
  const extension = extname(fileURLToPath(import.meta.url));
  registerHooks({
    resolve(specifier, context, next) {
      if (!NAMES.includes(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(new URL(`../../skill${extension}`, import.meta.url).href, context);
      }
    },
  });
}
