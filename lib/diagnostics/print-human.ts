import type { Diagnostic } from './diagnostic.ts';
import { visible } from './show.ts';

/** Functions that colour a text, such as those of picocolors; plain ones where there are no colours. */
export interface Colours {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

const same = (text: string) => text;
export const noColours: Colours = { red: same, yellow: same, cyan: same, dim: same, bold: same };

/** Code points of a line that are shown at most. */
const WIDTH = 100;

/**
 * The diagnostics for people to read, each with the line that it blames and a mark under the place, and a last line
 * that counts them. Empty for no diagnostics.
 */
export function printHuman(
  diagnostics: readonly Diagnostic[],
  source: string,
  file: string,
  colours: Colours = noColours,
): string {
  if (diagnostics.length === 0) return '';
  const lines = linesOf(source);
  const parts = diagnostics.map((diagnostic) => {
    const { at, elsewhere } = diagnostic;
    const line = (elsewhere ? linesOf(elsewhere.source) : lines)[at.line - 1];
    return printOne(diagnostic, isText(line) ? line : undefined, elsewhere?.file ?? file, colours);
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const counts = [count(errors, 'error'), count(diagnostics.length - errors, 'warning')].filter((text) => text !== '');
  return `${parts.join('\n')}\n${counts.join(', ')}\n`;
}

function linesOf(source: string): string[] {
  return source.replace(/^\uFEFF/, '').split(/\r?\n/);
}

/** Whether a line can be read: in other encodings every second byte is zero. */
function isText(line: string | undefined): boolean {
  return line !== undefined && (line.match(/\0/g)?.length ?? 0) * 3 < Math.max(line.length, 1);
}

function printOne(
  { code, severity, message, hint, at }: Diagnostic,
  line: string | undefined,
  file: string,
  colours: Colours,
): string {
  const colour = severity === 'error' ? colours.red : colours.yellow;
  const number = String(at.line);
  const gutter = ' '.repeat(number.length);
  const out = [
    `${colour(colours.bold(`${severity} ${code}`))} ${colours.bold(message)}`,
    `${gutter}${colours.dim('-->')} ${visible(file)}:${at.line}:${at.column}`,
  ];
  if (line !== undefined) {
    const { text, before, length } = frame(line, at.column, at.length ?? 1);
    const bar = colours.dim('|');
    out.push(`${gutter} ${bar}`, `${colours.dim(number)} ${bar} ${text}`);
    out.push(`${gutter} ${bar} ${before}${colour('^'.repeat(length))}`);
  }
  if (hint !== undefined) out.push(`${gutter} ${colours.dim('=')} ${colours.cyan(hint)}`);
  return `${out.join('\n')}\n`;
}

/** The part of a line around the blamed place, the blanks before the mark, and the mark's length. */
function frame(line: string, column: number, length: number): { text: string; before: string; length: number } {
  const characters = [...line].map((character) => (character === '\t' ? ' ' : visible(character)));
  const start =
    characters.length <= WIDTH ? 0 : Math.max(0, Math.min(column - 1 - WIDTH / 2, characters.length - WIDTH));
  const shown = characters.slice(start, start + WIDTH);
  const at = Math.min(column - 1 - start, shown.length);
  const width = (cells: readonly string[]) => [...cells.join('')].length;
  return {
    text: `${start > 0 ? '…' : ''}${shown.join('')}${start + WIDTH < characters.length ? '…' : ''}`.trimEnd(),
    before: ' '.repeat(width(shown.slice(0, at)) + (start > 0 ? 1 : 0)),
    length: Math.max(1, width(shown.slice(at, at + length))),
  };
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}
