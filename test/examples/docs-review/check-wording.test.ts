import { checkWording } from '../../../examples/docs-review/skills/check-wording/check.ts';
import { applyFixes } from '../../../examples/docs-review/skills/repair-docs/apply.ts';
import { inShort, libraryOf } from './library-of.ts';

const TERMS = [
  {
    prefer: 'command line',
    repair: true,
    spellings: [
      { text: 'command line', count: 2 },
      { text: 'command-line', count: 1 },
    ],
  },
  {
    prefer: 'macOS',
    repair: true,
    spellings: [
      { text: 'macOS', count: 1 },
      { text: 'MacOS', count: 1 },
    ],
  },
  {
    prefer: 'configuration file',
    repair: false,
    spellings: [
      { text: 'configuration file', count: 1 },
      { text: 'config file', count: 1 },
    ],
  },
];

const find = (text: string, options = {}) => checkWording(libraryOf({ 'a.md': text }), { terms: TERMS, ...options });

const repaired = (text: string) => applyFixes(text, find(text)).text;

describe('the check of wording', () => {
  it('finds nothing in plain sentences', () => {
    expect(
      find('# The command line\n\nMarram runs on macOS. It had had a fault; that that was so is known.\n'),
    ).toEqual([]);
  });

  it('finds other spellings of a term, in the plural and at the start of a sentence', () => {
    const text = 'Command-line options and command-lines, on MacOS.\n\nConfig files\n';
    expect(inShort(find(text))).toEqual([
      'a.md:1 warning term-inconsistent fix 1',
      'a.md:1 warning term-inconsistent fix 1',
      'a.md:1 warning term-inconsistent fix 1',
      'a.md:3 warning term-inconsistent',
    ]);
    expect(repaired(text)).toBe('Command line options and command lines, on macOS.\n\nConfig files\n');
  });

  it('leaves parts of other words, code and targets of links alone', () => {
    expect(find('`command-line` [x](command-line.md) my-command-line command-liner\n\n    command-line\n')).toEqual([]);
  });

  it('puts slips right, keeping capitals', () => {
    expect(repaired('Teh adress, in in a seperate place.\n')).toBe('The address, in a separate place.\n');
  });

  it('points at a word twice over the end of a line, or one that may be meant, without touching it', () => {
    expect(inShort(find('It is the\nthe end. Very very good.\n'))).toEqual([
      'a.md:1 warning word-repeated',
      'a.md:2 warning word-repeated',
    ]);
  });

  it('does not touch the words of a heading, for links name them', () => {
    const text = '# Teh command-line\n';
    expect(inShort(find(text))).toEqual(['a.md:1 warning term-inconsistent', 'a.md:1 warning misspelt']);
    expect(repaired(text)).toBe(text);
  });

  it('finds empty words and sentences that say who did it last', () => {
    const text = 'Simply run it.\nThe file is quickly read by the program. It is read by chance.\n';
    const findings = find(text);
    expect(inShort(findings)).toEqual(['a.md:1 hint word-empty', 'a.md:2 hint passive']);
    expect(findings[1]?.message).toBe('"is quickly read by the …" reads better the other way round');
  });

  it('counts the words of a sentence, over lines and through markup', () => {
    const findings = find('Short one. This *sentence* has\nfar too many `words.in` it.\n', { longest_sentence: 7 });
    expect(findings).toEqual([
      {
        rule: 'sentence-long',
        severity: 'hint',
        document: 'a.md',
        line: 1,
        message: 'a sentence of 8 words, more than 7',
      },
    ]);
  });
});
