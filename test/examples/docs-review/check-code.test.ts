import { checkCode } from '../../../examples/docs-review/skills/check-code/check.ts';
import { applyFixes } from '../../../examples/docs-review/skills/repair-docs/apply.ts';
import { inShort, libraryOf } from './library-of.ts';

const find = (text: string, options = {}) => checkCode(libraryOf({ 'a.md': text }), options);

const repaired = (text: string) => applyFixes(text, find(text)).text;

describe('the check of code', () => {
  it('finds nothing in blocks that name a known language', () => {
    expect(find('```sh\nls\n```\n\n~~~JSON\n{}\n~~~\n\n> ```yaml\n> a: 1\n> ```\n\n    by indentation\n')).toEqual([]);
  });

  it('wants a language, and names it where the text leaves no doubt', () => {
    const text =
      '```\n$ ls\n```\n\n```\n{"a": 1}\n```\n\n````\n#!/bin/sh\n````\n\n```\n--- a\n+++ b\n```\n\n```\n42\n```\n';
    expect(inShort(find(text))).toEqual([
      'a.md:1 warning language-missing fix 1',
      'a.md:5 warning language-missing fix 1',
      'a.md:9 warning language-missing fix 1',
      'a.md:13 warning language-missing fix 1',
      'a.md:18 warning language-missing',
    ]);
    expect(repaired(text).match(/^`{3,}\w+/gm)).toEqual(['```console', '```json', '````sh', '```diff']);
  });

  it('puts a mistyped language right where one is near', () => {
    expect(repaired('``` pyton title="x"\npass\n```\n')).toBe('``` python title="x"\npass\n```\n');
    expect(inShort(find('```jsn\n{}\n```\n'))).toEqual(['a.md:1 warning language-unknown']);
  });

  it('takes further languages from its options', () => {
    expect(find('```marram\nx\n```\n', { languages: ['marram'] })).toEqual([]);
    expect(() => find('', { languages: 'marram' })).toThrow('with.languages must be a list of texts');
  });

  it('finds blocks that are never closed', () => {
    expect(inShort(find('```sh\nls\n'))).toEqual(['a.md:1 error fence-unclosed']);
    expect(inShort(find('````sh\nls\n```\n'))).toEqual(['a.md:1 error fence-unclosed']);
    expect(inShort(find('> ```sh\n> ls\n\nText.\n'))).toEqual(['a.md:1 error fence-unclosed']);
    expect(inShort(find('```sh'))).toEqual(['a.md:1 error fence-unclosed']);
  });

  it('finds JSON that does not parse', () => {
    const findings = find('```json\n{\n  "a": [1,]\n}\n```\n');
    expect(inShort(findings)).toEqual(['a.md:1 error json-invalid']);
    expect(findings[0]?.message).toMatch(/^the JSON does not parse: [^\n]+$/);
  });
});
