export type CheckName = 'links' | 'structure' | 'code' | 'wording';

/** Errors mislead a reader, warnings disturb one, hints are matters of taste. */
export type Severity = 'error' | 'warning' | 'hint';

/** Something that a check found wrong in one place. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Path within the reviewed folder. */
  readonly document: string;
  readonly line: number;
  readonly message: string;
  /** How to put it right, where that is known. */
  readonly fix?: Fix;
}

export interface Fix {
  /**
   * 1: cannot change what a reader understands (blanks, a link's case).
   * 2: very likely right, yet a guess (the one similar file, a heading's level).
   */
  readonly level: 1 | 2;
  /** What it does, for the list of repairs. */
  readonly says: string;
  /** They do not overlap. Offsets are those of the document that was checked. */
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The artifact of one check. `options` let a later node run the very same check again. */
export interface Findings {
  readonly check: CheckName;
  readonly options: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

const WEIGHT = { error: 0, warning: 1, hint: 2 } as const;

/** By document and line, then errors first. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) =>
      compare(a.document, b.document) ||
      a.line - b.line ||
      WEIGHT[a.severity] - WEIGHT[b.severity] ||
      compare(a.rule, b.rule),
  );
}

/** Errors first, then by `weight` of the document (larger first), then by place. */
export function byImportance(findings: readonly Finding[], weight: (document: string) => number): Finding[] {
  return inOrder(findings).sort(
    (a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || weight(b.document) - weight(a.document),
  );
}

/** One line for notes and reports. */
export function inWords(finding: Finding): string {
  return `${finding.document}:${finding.line} ${finding.message} (${finding.rule})`;
}

/** Texts by their code units, so that the order is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
