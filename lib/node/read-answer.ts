import type { Answer } from './human.ts';

/** The fields of an answer that are texts. */
const TEXTS = ['label', 'text', 'fail', 'by', 'ticket'] as const;

/**
 * Reads an answer out of what somebody has sent: `{label?, text?, fail?}` of a person or `{result}` of a program, with
 * `by` and `ticket` beside it. Returns what is wrong with it otherwise, as a text.
 */
export function readAnswer(given: unknown): Answer | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'an answer is a JSON object';
  const fields = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).filter((key) => key !== 'result' && !TEXTS.some((name) => name === key));
  if (unknown.length > 0) return `an answer has no field ${unknown.map((key) => JSON.stringify(key)).join(', ')}`;
  const bad = TEXTS.find((name) => fields[name] !== undefined && typeof fields[name] !== 'string');
  if (bad !== undefined) return `the field ${bad} of an answer is a text`;
  const texts = fields as Readonly<Record<(typeof TEXTS)[number], string | undefined>>;
  const { label, text, fail } = texts;
  const [personal, program] = [[label, text, fail].some((one) => one !== undefined), fields['result'] !== undefined];
  if (personal && program) return 'an answer has either a result, or a label, a text or a failure';
  if (!personal && !program) return 'an answer has a label, a text, a failure (fail) or a result';
  if (fail !== undefined && (label !== undefined || text !== undefined))
    return 'an answer that is a failure has neither label nor text';
  return given;
}
