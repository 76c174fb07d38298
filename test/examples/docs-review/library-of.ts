import { parseDocument } from '../../../examples/docs-review/skills/lib/document.ts';
import type { Finding } from '../../../examples/docs-review/skills/lib/finding.ts';
import type { Library } from '../../../examples/docs-review/skills/lib/library.ts';

/** A library of the given documents, and of other files that lie beside them. */
export function libraryOf(texts: Readonly<Record<string, string>>, otherFiles: readonly string[] = []): Library {
  const documents = Object.entries(texts).map(([path, text]) => parseDocument(path, text));
  return { documents, files: new Set([...Object.keys(texts), ...otherFiles]) };
}

/** The findings without their messages and edits: rule, place, severity, level of the repair. */
export function inShort(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, document, line, severity, fix }) => {
    return `${document}:${line} ${severity} ${rule}${fix ? ` fix ${fix.level}` : ''}`;
  });
}
