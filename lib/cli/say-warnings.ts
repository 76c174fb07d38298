import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Io } from './io.ts';

/** Warnings about a file, a line each, on stderr. */
export function sayWarnings({ stderr, colours }: Io, { warnings }: { readonly warnings: readonly Diagnostic[] }): void {
  for (const { code, message, hint } of warnings)
    stderr(`${colours.yellow('warning')} ${code} ${message}${hint === undefined ? '' : `. ${hint}`}\n`);
}
