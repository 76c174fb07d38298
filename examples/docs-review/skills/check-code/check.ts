import type { Code } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Check } from '../lib/check.ts';
import type { Document, Place } from '../lib/document.ts';
import { placeOf } from '../lib/document.ts';
import type { Finding } from '../lib/finding.ts';
import { near } from '../lib/near.ts';
import { listOption } from '../lib/options.ts';
import { guessLanguage, LANGUAGES } from './language.ts';

/**
 * Rules: `fence-unclosed`, `json-invalid` (errors), `language-missing`, `language-unknown` (warnings).
 * Options: `languages`, names to accept besides the common ones.
 */
export const checkCode: Check = ({ documents }, options) => {
  const languages = [...LANGUAGES, ...listOption(options, 'languages')];
  return documents.flatMap((document) => {
    const findings: Finding[] = [];
    visit(document.tree, 'code', (node) => {
      const place = placeOf(node);
      if (place) findings.push(...checkBlock(node, place, document, languages));
    });
    return findings;
  });
};

function checkBlock(node: Code, place: Place, document: Document, languages: readonly string[]): Finding[] {
  const source = document.text.slice(place.start, place.end);
  const fence = /^(`{3,}|~{3,})[ \t]*/.exec(source);
  // Code by indentation has no fence, hence no language.
  if (fence === null) return [];
  const found = (rule: string, severity: Finding['severity'], message: string): Finding => {
    return { rule, severity, document: document.path, line: place.line, message };
  };
  const findings: Finding[] = [];
  if (!isClosed(source, fence[1]!)) {
    findings.push(found('fence-unclosed', 'error', 'the block of code is never closed'));
  }
  if (!node.lang) {
    const guess = guessLanguage(node.value);
    const start = place.start + fence[1]!.length;
    const finding = found('language-missing', 'warning', 'the block of code names no language');
    const says = `name the language "${guess}"`;
    findings.push(
      guess ? { ...finding, fix: { level: 1, says, edits: [{ start, end: start, text: guess }] } } : finding,
    );
  } else if (!languages.includes(node.lang.toLowerCase())) {
    findings.push(unknownLanguage(node.lang, place.start + fence[0].length, languages, found));
  }
  const problem = node.lang?.toLowerCase() === 'json' ? jsonProblem(node.value) : undefined;
  if (problem) findings.push(found('json-invalid', 'error', `the JSON does not parse: ${problem}`));
  return findings;
}

function unknownLanguage(
  lang: string,
  start: number,
  languages: readonly string[],
  found: (rule: string, severity: Finding['severity'], message: string) => Finding,
): Finding {
  const guesses = near(lang.toLowerCase(), languages);
  const [guess] = guesses;
  const meant = guesses.length > 0 ? ` (did it mean ${guesses.map((name) => `"${name}"`).join(' or ')}?)` : '';
  const finding = found('language-unknown', 'warning', `"${lang}" is no known language${meant}`);
  if (guess === undefined || guesses.length > 1) return finding;
  const edits = [{ start, end: start + lang.length, text: guess }];
  return { ...finding, fix: { level: 1, says: `name the language "${guess}" instead of "${lang}"`, edits } };
}

/** The closing fence has at least the signs of the opening one; in a quotation each line has its own sign before. */
function isClosed(source: string, fence: string): boolean {
  const lines = source.split(/\r\n|\n|\r/);
  const last = lines
    .at(-1)!
    .replace(/^[>\s]*/, '')
    .trimEnd();
  return lines.length > 1 && last.length >= fence.length && last === fence[0]!.repeat(last.length);
}

function jsonProblem(code: string): string | undefined {
  try {
    JSON.parse(code);
    return undefined;
  } catch (error) {
    // The message quotes the code, which may run over several lines.
    return (error as Error).message.replace(/\s+/g, ' ');
  }
}
