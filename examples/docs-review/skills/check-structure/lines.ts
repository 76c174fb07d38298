import { visit } from 'unist-util-visit';
import type { Document, Line } from '../lib/document.ts';
import { placeOf } from '../lib/document.ts';
import type { Finding } from '../lib/finding.ts';

/** The rules about lines, see `check.ts`. Code, HTML and front matter are left alone. */
export function checkLines(document: Document, longest: number): Finding[] {
  const lines = document.lines.filter((line) => !document.literalLines.has(line.number));
  return [
    ...trailingBlanks(document, lines),
    ...blankLines(document),
    ...lineEnding(document),
    ...todos(document, lines),
    ...longLines(document, lines, longest),
  ];
}

/** Blanks that break a line (two at the end of a line within a paragraph) mean something and stay. */
function trailingBlanks(document: Document, lines: readonly Line[]): Finding[] {
  const breaks = new Set<number>();
  visit(document.tree, 'break', (node) => void breaks.add(placeOf(node)?.line ?? 0));
  return lines.flatMap((line) => {
    const kept = line.text.trimEnd();
    if (kept === '' || kept === line.text || breaks.has(line.number)) return [];
    const edits = [{ start: line.start + kept.length, end: line.start + line.text.length, text: '' }];
    const fix = { level: 1 as const, says: 'take blanks off the end of the line', edits };
    return [{ ...finding('trailing-blanks', 'warning', document, line, 'the line ends in blanks'), fix }];
  });
}

/** The second blank line of a row and the ones after it. */
function blankLines(document: Document): Finding[] {
  const isBlank = (line: Line | undefined) => line?.text.trim() === '' && !document.literalLines.has(line.number);
  const findings: Finding[] = [];
  for (let i = 1; i < document.lines.length; i += 1) {
    if (!isBlank(document.lines[i - 1]) || !isBlank(document.lines[i])) continue;
    let end = i;
    while (isBlank(document.lines[end + 1])) end += 1;
    const line = document.lines[i]!;
    const edits = [{ start: line.start, end: document.lines[end + 1]?.start ?? document.text.length, text: '' }];
    const fix = { level: 1 as const, says: 'leave one blank line', edits };
    findings.push({ ...finding('blank-lines', 'hint', document, line, 'more than one blank line in a row'), fix });
    i = end;
  }
  return findings;
}

function lineEnding(document: Document): Finding[] {
  const line = document.lines.at(-1);
  if (line === undefined || /[\r\n]$/.test(document.text)) return [];
  const ending = document.text.includes('\r\n') ? '\r\n' : '\n';
  const end = document.text.length;
  const fix = { level: 1 as const, says: 'end the last line', edits: [{ start: end, end, text: ending }] };
  return [{ ...finding('line-ending-missing', 'hint', document, line, 'the last line has no line ending'), fix }];
}

function todos(document: Document, lines: readonly Line[]): Finding[] {
  return lines.flatMap((line) => {
    const word = /\b(TODO|FIXME|TBD|XXX)\b/.exec(line.text.replace(/`[^`]*`/g, ''))?.[1];
    return word === undefined
      ? []
      : [finding('todo-left', 'warning', document, line, `a ${word} was left in the text`)];
  });
}

/** Tables and lines that hold an address cannot be broken. */
function longLines(document: Document, lines: readonly Line[], longest: number): Finding[] {
  return lines.flatMap((line) => {
    const { length } = [...line.text];
    if (length <= longest || /^\s*\|/.test(line.text) || /\w:\/\//.test(line.text)) return [];
    return [finding('line-long', 'hint', document, line, `the line has ${length} characters, more than ${longest}`)];
  });
}

function finding(rule: string, severity: Finding['severity'], document: Document, line: Line, message: string) {
  return { rule, severity, document: document.path, line: line.number, message } satisfies Finding;
}
