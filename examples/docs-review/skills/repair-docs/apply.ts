import type { Edit, Finding } from '../lib/finding.ts';

export interface Applied {
  readonly text: string;
  /** In the order of the findings. */
  readonly made: readonly Finding[];
  /** Repairs of places that an earlier one in the list touches as well. */
  readonly putOff: readonly Finding[];
}

/** Makes the repairs of one document. A repair is made whole or not at all. */
export function applyFixes(text: string, findings: readonly Finding[]): Applied {
  const made: Finding[] = [];
  const putOff: Finding[] = [];
  const edits: Edit[] = [];
  for (const finding of findings) {
    const wanted = finding.fix?.edits ?? [];
    if (wanted.some((edit) => edits.some((other) => overlap(edit, other)))) {
      putOff.push(finding);
    } else {
      edits.push(...wanted);
      made.push(finding);
    }
  }
  let end = text.length;
  let result = '';
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    result = edit.text + text.slice(edit.end, end) + result;
    end = edit.start;
  }
  return { text: text.slice(0, end) + result, made, putOff };
}

/** Insertions at the same place count as overlapping, since their order would be left to chance. */
function overlap(a: Edit, b: Edit): boolean {
  return (a.start < b.end && b.start < a.end) || a.start === b.start;
}
