import type { Diagnostic } from './diagnostic.ts';

/**
 * Diagnostics as workflow commands of GitHub Actions, which shows them at their lines in a pull request. `file` is the
 * path from the root of the repository.
 */
export function printGithub(diagnostics: readonly Diagnostic[], file: string): string {
  return diagnostics.map((diagnostic) => `${command(diagnostic, file)}\n`).join('');
}

function command({ code, severity, message, hint, at }: Diagnostic, file: string): string {
  const properties = { file, line: at.line, col: at.column, title: code };
  const given = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${severity} ${given.join(',')}::${data(hint === undefined ? message : `${message}\n${hint}`)}`;
}

/** What would end the line or begin a code is written as a code. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
