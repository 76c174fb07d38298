import { checkCode } from '../check-code/check.ts';
import { checkLinks } from '../check-links/check.ts';
import { checkStructure } from '../check-structure/check.ts';
import { checkWording } from '../check-wording/check.ts';
import type { Check } from '../lib/check.ts';
import type { CheckName } from '../lib/finding.ts';
import type { Finding, Findings } from '../lib/finding.ts';
import { inOrder } from '../lib/finding.ts';
import type { Library } from '../lib/library.ts';

export interface Judgement {
  /** Everything that the checks find in the copies. */
  readonly left: readonly Finding[];
  /** Why the copies cannot pass; none when they can. */
  readonly objections: readonly Objection[];
}

export interface Objection {
  readonly why: 'can be repaired' | 'new' | 'error';
  readonly finding: Finding;
}

const CHECKS: Readonly<Record<CheckName, Check>> = {
  links: checkLinks,
  structure: checkStructure,
  code: checkCode,
  wording: checkWording,
};

/** Repeats the checks of `before`, with their options, on the repaired copies. With `strict` every error objects. */
export function judge(before: readonly Findings[], copies: Library, strict: boolean): Judgement {
  const left = inOrder(before.flatMap(({ check, options }) => CHECKS[check](copies, options)));
  const old = countBy(before.flatMap((one) => one.findings));
  const now = countBy(left);
  const objections = left.flatMap((finding): Objection[] => {
    if (finding.severity === 'error' && finding.fix) return [{ why: 'can be repaired', finding }];
    // Hints come and go with every edit; errors and warnings must not become more.
    const grown = (now.get(keyOf(finding)) ?? 0) > (old.get(keyOf(finding)) ?? 0);
    if (grown && finding.severity !== 'hint') return [{ why: 'new', finding }];
    return strict && finding.severity === 'error' ? [{ why: 'error', finding }] : [];
  });
  return { left, objections };
}

/** Lines move when a document is repaired, so findings are compared by number. */
function keyOf({ document, rule }: Finding): string {
  return `${rule} ${document}`;
}

function countBy(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  return counts;
}
