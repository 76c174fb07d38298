import type { Document, DocumentHeading } from '../lib/document.ts';
import type { Edit, Finding } from '../lib/finding.ts';

/** The rules about headings, see `check.ts`. */
export function checkHeadings(document: Document): Finding[] {
  return [
    ...titles(document),
    ...skipped(document),
    ...repeated(document),
    ...empty(document),
    ...punctuation(document),
  ];
}

function titles(document: Document): Finding[] {
  const top = document.headings.filter((heading) => heading.level === 1);
  if (top.length === 0) {
    return [finding('title-missing', 'warning', document, 1, 'the document has no heading of level 1')];
  }
  return top
    .slice(1)
    .map((heading) =>
      finding('title-repeated', 'warning', document, heading.line, `"${heading.text}" is a second heading of level 1`),
    );
}

/**
 * A heading more than one level below the one it belongs to. The repair lifts it and all that belongs to the same
 * section by the same amount, so that siblings stay siblings.
 */
function skipped(document: Document): Finding[] {
  const findings: Finding[] = [];
  const open: { level: number; lifted: number }[] = [];
  let run: { parent: number; edits: Edit[] } | undefined;
  for (const heading of document.headings) {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const parent = open.at(-1);
    const lifted = parent === undefined ? heading.level : parent.lifted + 1;
    open.push({ level: heading.level, lifted });
    if (run && (parent?.level ?? 0) < run.parent) run = undefined;
    if (parent === undefined || lifted === heading.level) continue;
    const edit = levelEdit(document, heading, lifted);
    if (run && (parent.level === run.parent || parent.lifted !== parent.level)) {
      run.edits.push(edit);
      continue;
    }
    run = { parent: parent.level, edits: [edit] };
    const message = `"${heading.text}" of level ${heading.level} follows level ${parent.level}: a level is skipped`;
    const fix = { level: 2 as const, says: `lift "${heading.text}" to level ${lifted}`, edits: run.edits };
    findings.push({ ...finding('heading-skipped', 'error', document, heading.line, message), fix });
  }
  return findings;
}

/** Levels below 2 are always written with `#` signs, and only such are ever lifted. */
function levelEdit(document: Document, heading: DocumentHeading, level: number): Edit {
  const signs = /^#+/.exec(document.text.slice(heading.start))?.[0] ?? '';
  return { start: heading.start, end: heading.start + signs.length, text: '#'.repeat(level) };
}

/** The same heading twice makes anchors such as `#usage-1`, which change when a section is added. */
function repeated(document: Document): Finding[] {
  const first = new Map<string, number>();
  return document.headings.flatMap((heading) => {
    const key = heading.text.toLowerCase();
    const line = first.get(key);
    if (line === undefined) {
      first.set(key, heading.line);
      return [];
    }
    const message = `"${heading.text}" is a heading already on line ${line}`;
    return [finding('heading-repeated', 'warning', document, heading.line, message)];
  });
}

function empty(document: Document): Finding[] {
  return document.headings.flatMap((heading, i) => {
    const next = document.headings[i + 1];
    const between = document.text.slice(heading.end, next?.start ?? document.text.length);
    if (between.trim() !== '' || (next && next.level > heading.level)) return [];
    return [finding('section-empty', 'warning', document, heading.line, `the section "${heading.text}" is empty`)];
  });
}

/** The sign is no part of the anchor, so that taking it away breaks no link. */
function punctuation(document: Document): Finding[] {
  return document.headings.flatMap((heading) => {
    const source = document.text.slice(heading.start, heading.end);
    const sign = /^#{1,6}\s.*[^.\s]([.:;,])$/s.exec(source)?.[1];
    if (sign === undefined) return [];
    const message = `the heading "${heading.text}" ends in "${sign}"`;
    const edits = [{ start: heading.end - 1, end: heading.end, text: '' }];
    const fix = { level: 1 as const, says: `take "${sign}" off the heading`, edits };
    return [{ ...finding('heading-punctuation', 'hint', document, heading.line, message), fix }];
  });
}

function finding(rule: string, severity: Finding['severity'], document: Document, line: number, message: string) {
  return { rule, severity, document: document.path, line, message } satisfies Finding;
}
