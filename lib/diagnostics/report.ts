import type { Position } from '../ir/position.ts';
import type { EntryName, ParamsOf } from './catalogue.ts';
import { catalogue } from './catalogue.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Entry } from './entry.ts';

/** Makes the diagnostic of a catalogue entry at a place in the file. */
export function diagnostic<N extends EntryName>(
  name: N,
  params: ParamsOf<N>,
  at: Position,
  elsewhere?: Diagnostic['elsewhere'],
): Diagnostic {
  const entry = catalogue[name] as unknown as Entry<ParamsOf<N>>;
  const hint = entry.hint?.(params);
  return {
    code: typeof entry.code === 'function' ? entry.code(params) : entry.code,
    severity: entry.severity,
    message: entry.message(params),
    ...(hint !== undefined && { hint }),
    at,
    ...(elsewhere && { elsewhere }),
  };
}

/** Notes a finding; the rules are given one of these. */
export type Report = <N extends EntryName>(
  name: N,
  params: ParamsOf<N>,
  at: Position,
  elsewhere?: Diagnostic['elsewhere'],
) => void;

/** Collects findings: the list grows with each report. */
export function collector(): { readonly found: Diagnostic[]; readonly report: Report } {
  const found: Diagnostic[] = [];
  return { found, report: (...finding) => void found.push(diagnostic(...finding)) };
}
