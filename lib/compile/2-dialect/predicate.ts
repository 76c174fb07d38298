import type { Predicate } from '../../ir/predicate.ts';

/** The predicate, or what is wrong with the text as the end of a sentence that begins with it. */
export type ParsedPredicate = { readonly predicate: Predicate } | { readonly problem: string };

const KEY = /^context\.([A-Za-z0-9_]+)$/;
const OPERATOR = /==|!=/;

/**
 * Reads `context.key`, `!context.key`, `context.key == value` or `context.key != value`. The first operator counts, and
 * all that follows it is the value, in quotes or bare.
 */
export function parsePredicate(text: string): ParsedPredicate {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'is empty' };
  const operator = OPERATOR.exec(trimmed);
  if (!operator) return parsePresence(trimmed);

  const key = KEY.exec(trimmed.slice(0, operator.index).trim())?.[1];
  if (key === undefined) return { problem: `has no \`context.key\` before ${operator[0]}` };
  const value = parseValue(trimmed.slice(operator.index + 2), operator[0]);
  if ('problem' in value) return value;
  return { predicate: { kind: operator[0] === '==' ? 'equals' : 'differs', key, value: value.text } };
}

function parsePresence(text: string): ParsedPredicate {
  const absent = text.startsWith('!');
  const key = KEY.exec(absent ? text.slice(1) : text)?.[1];
  if (key !== undefined) return { predicate: { kind: absent ? 'absent' : 'present', key } };
  if (/&&|\|\|/.test(text)) return { problem: 'holds && or ||, which are not known' };
  if (/[^=!<>]=[^=]/.test(text)) return { problem: 'compares with =, where == or != is needed' };
  return { problem: 'does not name a key of the context' };
}

function parseValue(after: string, operator: string): { readonly text: string } | { readonly problem: string } {
  const value = after.trim();
  const quote = value[0];
  if ((quote === '"' || quote === "'") && value.length > 1 && value.indexOf(quote, 1) === value.length - 1) {
    return { text: value.slice(1, -1) };
  }
  if (value === '') return { problem: `has nothing after ${operator}; the empty text is written ""` };
  if (after.startsWith('=')) return { problem: `has a = too many after ${operator}` };
  if (/&&|\|\|/.test(value)) return { problem: 'holds && or ||, which are not known; a value with them needs quotes' };
  return { text: value };
}
