import type { Dialect } from '../ir/graph.ts';
import type { Severity } from './diagnostic.ts';
import { show } from './show.ts';

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** G01–G18 belong to the graph dialect, V000–V015 to the steps dialect. */
export type Code = `G${'0' | '1'}${Digit}` | `V0${'0' | '1'}${Digit}`;

/** One thing that can be said about a workflow file. */
export interface Entry<P> {
  readonly code: Code | ((params: P) => Code);
  readonly severity: Severity;
  /** What is wrong: one sentence without a full stop at its end. */
  readonly message: (params: P) => string;
  /** What to do about it. */
  readonly hint?: (params: P) => string | undefined;
}

export function error<P>(code: Entry<P>['code'], message: Entry<P>['message'], hint?: Entry<P>['hint']): Entry<P> {
  return { code, severity: 'error', message, ...(hint && { hint }) };
}

export function warning<P>(code: Entry<P>['code'], message: Entry<P>['message'], hint?: Entry<P>['hint']): Entry<P> {
  return { code, severity: 'warning', message, ...(hint && { hint }) };
}

/** Most entries that both dialects share need to know which one they speak of. */
export interface InDialect {
  readonly dialect: Dialect;
}

/** A file that cannot be read, wrong types, bad ids. */
export const unreadable = ({ dialect }: InDialect): Code => (dialect === 'graph' ? 'G01' : 'V000');

/** Warnings that the numbered rules do not name. */
export const remark = ({ dialect }: InDialect): Code => (dialect === 'graph' ? 'G18' : 'V015');

export const didYouMean = (near: string | undefined): string | undefined =>
  near === undefined ? undefined : `Did you mean ${show(near)}?`;

/** Something that is wrong in a file of a skill, as whoever read that file says it. */
export interface SkillFault {
  readonly skill: string;
  readonly message: string;
  readonly hint: string | undefined;
}

export const skillFault = ({ skill, message }: SkillFault): string => `Skill ${show(skill)}: ${message}`;
