import type { Diagnostic } from './diagnostic.ts';

/** By line and column, errors before warnings, each said once; what is about other files comes last. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .filter(({ code, message, at, elsewhere }) => {
      const key = JSON.stringify([code, message, at.line, at.column, elsewhere?.file]);
      return !seen.has(key) && seen.add(key);
    })
    .sort(
      (a, b) =>
        compareTexts(a.elsewhere?.file ?? '', b.elsewhere?.file ?? '') ||
        a.at.line - b.at.line ||
        a.at.column - b.at.column ||
        Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
        compareTexts(a.code, b.code),
    );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
