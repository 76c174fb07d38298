import { idProblem } from '../../diagnostics/catalogue/fields.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Dialect } from '../../ir/graph.ts';
import type { Text } from '../../ir/position.ts';

/** Code points that a name or an id has at most. */
const LONGEST = 128;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Ids are the same when they are after Unicode's composition (NFC). */
export function normalised<T extends Text>(text: T): T {
  return { ...text, text: text.text.normalize('NFC') };
}

export function checkId({ text: id, at }: Text, dialect: Dialect, report: Report): void {
  const hidden = HIDDEN.exec(id)?.[0];
  const length = [...id].length;
  const problems = [
    ...(id === '' ? [idProblem.empty] : []),
    ...(id.includes('/') ? [idProblem.slash] : []),
    ...(hidden === undefined ? [] : [idProblem.hidden(hidden)]),
    ...(id !== '' && id.trim() !== id ? [idProblem.blanks] : []),
    ...(length > LONGEST ? [idProblem.long(length)] : []),
  ];
  const [problem] = problems;
  if (problem !== undefined) report('badId', { dialect, id, problem }, at);
}

export function checkName({ text: name, at }: Text, dialect: Dialect, report: Report): void {
  if ([...name].length > LONGEST) report('badName', { dialect, name }, at);
}
