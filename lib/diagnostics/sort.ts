import type { Diagnostic } from './diagnostic.ts';

/** By line and column, errors before warnings, each said once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .filter(({ code, message, at }) => {
      const key = JSON.stringify([code, message, at.line, at.column]);
      return !seen.has(key) && seen.add(key);
    })
    .sort(
      (a, b) =>
        a.at.line - b.at.line ||
        a.at.column - b.at.column ||
        Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
        (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
