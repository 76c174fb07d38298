import { checkStructure } from '../../../examples/docs-review/skills/check-structure/check.ts';
import { applyFixes } from '../../../examples/docs-review/skills/repair-docs/apply.ts';
import { inShort, libraryOf } from './library-of.ts';

const check = (text: string, options = {}) => inShort(checkStructure(libraryOf({ 'a.md': text }), options));

const repaired = (text: string) => applyFixes(text, checkStructure(libraryOf({ 'a.md': text }), {})).text;

describe('the check of structure', () => {
  it('finds nothing in a document in good order', () => {
    expect(check('---\ntitle: x\n---\n\n# A\n\nText.\n\n## B\n\n### C\n\nText.\n\n## D\n\nText.\n')).toEqual([]);
  });

  it('wants one title', () => {
    expect(check('## A\n\nText.\n')).toEqual(['a.md:1 warning title-missing']);
    expect(check('# A\n\nText.\n\nB\n=\n\nText.\n')).toEqual(['a.md:5 warning title-repeated']);
  });

  it('lifts a skipped level with all that belongs to the section', () => {
    const text = '# A\n\n#### B\n\nb\n\n##### C\n\nc\n\n#### D\n\nd\n\n## E\n\ne\n';
    expect(check(text)).toEqual(['a.md:3 error heading-skipped fix 2']);
    expect(repaired(text)).toBe('# A\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n\n## E\n\ne\n');
  });

  it('reports each place where a level is skipped', () => {
    const text = '# A\n\n## B\n\n#### C\n\nc\n\n## D\n\n##### E\n\ne\n';
    expect(check(text)).toEqual(['a.md:5 error heading-skipped fix 2', 'a.md:11 error heading-skipped fix 2']);
    expect(repaired(text)).toBe('# A\n\n## B\n\n### C\n\nc\n\n## D\n\n### E\n\ne\n');
  });

  it('finds repeated headings and empty sections', () => {
    expect(check('# A\n\n## Usage\n\n## usage\n\nText.\n\n## End\n')).toEqual([
      'a.md:5 warning heading-repeated',
      'a.md:3 warning section-empty',
      'a.md:9 warning section-empty',
    ]);
  });

  it('takes a stop off a heading, yet not dots that mean something', () => {
    expect(repaired('# A:\n\nText.\n\n## And so on...\n\nText.\n\n## Why?\n\nText.\n')).toBe(
      '# A\n\nText.\n\n## And so on...\n\nText.\n\n## Why?\n\nText.\n',
    );
  });

  it('takes blanks off the ends of lines, yet not those that break a line, nor those in code', () => {
    const text = '# A \n\nOne  \ntwo\t\nthree  \n\n```\ncode  \n```\n';
    expect(check(text)).toEqual([
      'a.md:1 warning trailing-blanks fix 1',
      'a.md:4 warning trailing-blanks fix 1',
      'a.md:5 warning trailing-blanks fix 1',
    ]);
    expect(repaired(text)).toBe('# A\n\nOne  \ntwo\nthree\n\n```\ncode  \n```\n');
  });

  it('leaves one blank line, and all of them in code', () => {
    const text = '# A\n\n \n\nText.\n\n```\n\n\n```\n';
    expect(check(text)).toEqual(['a.md:3 hint blank-lines fix 1']);
    expect(repaired(text)).toBe('# A\n\nText.\n\n```\n\n\n```\n');
  });

  it('ends the last line as the others end', () => {
    expect(repaired('# A\r\n\r\nText.')).toBe('# A\r\n\r\nText.\r\n');
    expect(repaired('# A\n\nText.')).toBe('# A\n\nText.\n');
  });

  it('finds what was left to do, yet not in code', () => {
    expect(check('# A\n\nTODO: more\n\n`TODO`\n\n```\nTODO\n```\n')).toEqual(['a.md:3 warning todo-left']);
  });

  it('counts the characters of a line, not its code units, and spares tables and addresses', () => {
    const options = { longest_line: 10 };
    expect(check('# A\n\n0123456789\n\n01234567890\n', options)).toEqual(['a.md:5 hint line-long']);
    expect(check('# A\n\n🙂🙂🙂🙂🙂🙂\n\n| a | b | c |\n|---|---|---|\n\nhttps://example.org\n', options)).toEqual([]);
  });

  it('refuses an option of the wrong type', () => {
    expect(() => check('# A\n', { longest_line: '120' })).toThrow('with.longest_line must be a whole number above 0');
  });
});
