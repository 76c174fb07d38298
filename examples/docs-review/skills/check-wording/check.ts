import type { Check } from '../lib/check.ts';
import type { Document } from '../lib/document.ts';
import { lineAt, wordsOf } from '../lib/document.ts';
import type { Finding, Fix } from '../lib/finding.ts';
import { numberOption } from '../lib/options.ts';
import type { ProsePart } from '../lib/prose.ts';
import { proseParts, sentencesOf } from '../lib/prose.ts';
import type { Term } from '../lib/terms.ts';
import { spellingPattern, termsOption } from '../lib/terms.ts';
import { DOUBLED, EMPTY_WORDS, MISSPELT, PASSIVE, SMALL_WORDS } from './words.ts';

/**
 * Rules: `term-inconsistent`, `misspelt`, `word-repeated` (warnings), `word-empty`, `passive`, `sentence-long` (hints).
 * Options: `longest_sentence` in words (30); `terms`, which the node takes from `collect-terms`.
 */
export const checkWording: Check = ({ documents }, options) => {
  const longest = numberOption(options, 'longest_sentence', 30);
  const terms = termsOption(options);
  return documents.flatMap((document) => {
    const words = proseParts(document).flatMap((part) => [
      ...terms.flatMap((term) => otherSpellings(term, part, document)),
      ...misspelt(part, document),
      ...repeated(part, document),
      ...emptyWords(part, document),
    ]);
    return [...words, ...sentences(document, longest)];
  });
};

function otherSpellings(term: Term, part: ProsePart, document: Document): Finding[] {
  const all = term.spellings.map((spelling) => spelling.text);
  return all
    .filter((text) => text !== term.prefer)
    .flatMap((text) =>
      matches(part, spellingPattern(text, all)).map(({ found, at }) => {
        const finding = make('term-inconsistent', `"${found}" is elsewhere written "${term.prefer}"`, document, at);
        return term.repair ? withFix(finding, part, at, found, likeFirst(found, text, term.prefer)) : finding;
      }),
    );
}

function misspelt(part: ProsePart, document: Document): Finding[] {
  return matches(part, /\p{L}+/gu).flatMap(({ found, at }) => {
    const right = MISSPELT.get(found.toLowerCase());
    if (right === undefined) return [];
    const finding = make('misspelt', `"${found}" is written "${right}"`, document, at);
    return [withFix(finding, part, at, found, likeFirst(found, found.toLowerCase(), right))];
  });
}

/** "the the". Other words than small ones may be meant ("very very"), so they are only pointed out. */
function repeated(part: ProsePart, document: Document): Finding[] {
  return matches(part, /(?<![\p{L}\p{N}'’-])(\p{L}+)\s+\1(?![\p{L}\p{N}'’-])/giu).flatMap(({ found, at }) => {
    const [word = ''] = found.split(/\s/);
    if (DOUBLED.has(word.toLowerCase())) return [];
    const finding = make('word-repeated', `"${word}" stands twice in a row`, document, at);
    // Over the end of a line, the second line's indentation or quotation sign stands between the two.
    const isSlip = SMALL_WORDS.has(word.toLowerCase()) && !/[\r\n]/.test(found);
    return [isSlip ? withFix(finding, part, at, found, word) : finding];
  });
}

function emptyWords(part: ProsePart, document: Document): Finding[] {
  return matches(part, EMPTY_WORDS).map(({ found, at }) =>
    make('word-empty', `"${found}" tells the reader nothing`, document, at, 'hint'),
  );
}

function sentences(document: Document, longest: number): Finding[] {
  return sentencesOf(document).flatMap(({ text, line }) => {
    const found = (rule: string, message: string): Finding => {
      return { rule, severity: 'hint', document: document.path, line, message };
    };
    const count = wordsOf(text).length;
    const passive = PASSIVE.exec(text)?.[0];
    return [
      ...(count > longest ? [found('sentence-long', `a sentence of ${count} words, more than ${longest}`)] : []),
      ...(passive ? [found('passive', `"${passive} …" reads better the other way round`)] : []),
    ];
  });
}

function matches(part: ProsePart, pattern: RegExp): { found: string; at: number }[] {
  return [...part.source.matchAll(pattern)].map((match) => ({ found: match[0], at: part.start + match.index }));
}

function make(
  rule: string,
  message: string,
  document: Document,
  at: number,
  severity: Finding['severity'] = 'warning',
) {
  return { rule, severity, document: document.path, line: lineAt(document, at), message } satisfies Finding;
}

/** Words of a heading stay, because its anchor is made of them and links would break. */
function withFix(finding: Finding, part: ProsePart, at: number, found: string, text: string): Finding {
  if (part.inHeading) return finding;
  const fix: Fix = { level: 1, says: `"${text}" for "${found}"`, edits: [{ start: at, end: at + found.length, text }] };
  return { ...finding, fix };
}

/** Keeps the capital that the found word has and its normal form has not. */
function likeFirst(found: string, normal: string, text: string): string {
  const capital = found.slice(0, 1) !== normal.slice(0, 1);
  return capital ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}
