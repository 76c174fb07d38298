import type { Diagnostic } from './diagnostic.ts';

/** A diagnostic as programs read it. */
export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string | null;
  readonly line: number;
  readonly column: number;
  readonly file: string;
}

export function printJson(diagnostics: readonly Diagnostic[], file: string): JsonDiagnostic[] {
  return diagnostics.map(({ code, severity, message, hint, at, elsewhere }) => ({
    code,
    severity,
    message,
    hint: hint ?? null,
    line: at.line,
    column: at.column,
    file: elsewhere?.file ?? file,
  }));
}
