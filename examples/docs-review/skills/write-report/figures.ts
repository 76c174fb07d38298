import type { Finding, Findings } from '../lib/finding.ts';
import type { Inventory, InventoryEntry } from '../lib/library.ts';
import type { Repairs, Verdict } from '../lib/repairs.ts';

/** The figures of a review; `artifacts/report.json`. */
export interface Figures {
  readonly scope: Inventory['scope'];
  /** Rounds of repair; 0 when nothing was reviewed. */
  readonly rounds: number;
  readonly total: Counts;
  readonly documents: readonly DocumentFigures[];
  /** Most frequent first. */
  readonly rules: readonly ({ readonly rule: string } & Counts)[];
}

export interface DocumentFigures extends Counts, InventoryEntry {}

export interface Counts {
  readonly found: number;
  readonly repaired: number;
  /** Left in the copies; without a repair, what was found. */
  readonly left: number;
  readonly errorsLeft: number;
}

export function figuresOf(
  inventory: Inventory,
  checks: readonly Findings[],
  repairs: Repairs | undefined,
  verdict: Verdict | undefined,
): Figures {
  const found = checks.flatMap((check) => check.findings);
  const made = repairs?.made ?? [];
  const left = verdict?.left ?? found;
  const count = (of: (finding: Finding) => boolean): Counts => {
    const still = left.filter(of);
    const errorsLeft = still.filter((finding) => finding.severity === 'error').length;
    return { found: found.filter(of).length, repaired: made.filter(of).length, left: still.length, errorsLeft };
  };
  const documents = inventory.documents.map((entry) => {
    return { ...entry, ...count((finding) => finding.document === entry.path) };
  });
  const names = [...new Set(found.map((finding) => finding.rule))].sort();
  const rules = names.map((rule) => ({ rule, ...count((finding) => finding.rule === rule) }));
  rules.sort((a, b) => b.found - a.found);
  return { scope: inventory.scope, rounds: repairs?.round ?? 0, total: count(() => true), documents, rules };
}
