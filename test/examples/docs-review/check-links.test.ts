import { checkLinks } from '../../../examples/docs-review/skills/check-links/check.ts';
import { applyFixes } from '../../../examples/docs-review/skills/repair-docs/apply.ts';
import { inShort, libraryOf } from './library-of.ts';

const GUIDE = '# Guide\n\n## First steps\n\n## First steps\n\n<a id="old-name"></a>\n';

/** The first document with every repair made. */
function repaired(texts: Readonly<Record<string, string>>): string {
  const library = libraryOf(texts);
  const [first] = library.documents;
  const findings = checkLinks(library).filter((finding) => finding.document === first?.path);
  return applyFixes(first!.text, findings).text;
}

describe('the check of links', () => {
  it('finds nothing in links that are right', () => {
    const text = [
      '[file](guide.md) [heading](guide.md#first-steps) [second of a name](guide.md#first-steps-1)',
      '[HTML anchor](guide.md#old-name) [own heading](#title) [folder](sub/) [folder](sub) [here below][ref]',
      '[web](https://example.org/none.md) [mail](mailto:a@example.org) <https://example.org> ![a cat](cat.png)',
      '[encoded](two%20words.md) [with a query](guide.md?plain=1) [line of a source file](run.sh#L3)',
      '',
      '# Title',
      '',
      '[ref]: guide.md "a title"',
    ].join('\n');
    const library = libraryOf({ 'a.md': text, 'guide.md': GUIDE }, ['sub/x.md', 'cat.png', 'two words.md', 'run.sh']);
    expect(checkLinks(library)).toEqual([]);
  });

  it('finds missing files and anchors, in links, images and definitions', () => {
    const text = '[a](none.md)\n![b](none.png)\n[c][ref]\n[d](guide.md#nowhere)\n[e](#nothing)\n\n[ref]: nil.md\n';
    const library = libraryOf({ 'sub/a.md': text, 'sub/guide.md': GUIDE });
    expect(inShort(checkLinks(library))).toEqual([
      'sub/a.md:1 error file-missing',
      'sub/a.md:2 error file-missing',
      'sub/a.md:4 error anchor-missing',
      'sub/a.md:5 error anchor-missing',
      'sub/a.md:7 error file-missing',
    ]);
    expect(checkLinks(library)[0]?.message).toBe('the link\'s file "sub/none.md" does not exist');
  });

  it('finds empty links, images without a text, unclear texts and undefined references', () => {
    const text = '[a]()\n[b](#)\n![](cat.png)\n[Click here](cat.png)\n[text][nowhere] but not list[0][1]\n';
    expect(inShort(checkLinks(libraryOf({ 'a.md': text }, ['cat.png'])))).toEqual([
      'a.md:1 error link-empty',
      'a.md:2 error link-empty',
      'a.md:3 warning image-without-text',
      'a.md:4 hint link-text-unclear',
      'a.md:5 error reference-undefined',
    ]);
  });

  it('does not judge what lies outside the reviewed folder', () => {
    const text = '[a](../LICENSE) [b](/docs/x.md) [c](..)';
    expect(inShort(checkLinks(libraryOf({ 'a.md': text })))).toEqual([
      'a.md:1 hint link-unchecked',
      'a.md:1 hint link-unchecked',
      'a.md:1 hint link-unchecked',
    ]);
  });

  it('leaves code alone', () => {
    expect(checkLinks(libraryOf({ 'a.md': '`[a](none.md)`\n\n```md\n[b](none.md)\n```\n' }))).toEqual([]);
  });

  it('repairs with certainty where only the case differs', () => {
    const texts = { 'a.md': '[a](Guide.md#First-Steps)\n[b](#TITLE)\n# Title\n', 'guide.md': GUIDE };
    expect(inShort(checkLinks(libraryOf(texts)))).toEqual([
      'a.md:1 error file-missing fix 1',
      'a.md:2 error anchor-missing fix 1',
    ]);
    expect(repaired(texts)).toBe('[a](guide.md#first-steps)\n[b](#title)\n# Title\n');
  });

  it('guesses a mistyped name, a missing extension and another folder, and takes the anchor along', () => {
    const texts = {
      'sub/a.md': '[a](../gude.md) [b](../guide) [c](guide.md#first-stps "title") [d][r]\n\n[r]: gide.md\n',
      'guide.md': GUIDE,
    };
    const levels = checkLinks(libraryOf(texts)).map((finding) => finding.fix?.level);
    expect(levels).toEqual([2, 2, 2, undefined]);
    expect(repaired(texts)).toBe(
      '[a](../guide.md) [b](../guide.md) [c](../guide.md#first-steps "title") [d][r]\n\n[r]: gide.md\n',
    );
  });

  it('repairs no link whose anchor would still be wrong', () => {
    const [finding] = checkLinks(libraryOf({ 'a.md': '[a](gude.md#nowhere)', 'guide.md': GUIDE }));
    expect(finding?.fix).toBeUndefined();
  });

  it('names several guesses and chooses none', () => {
    const texts = { 'a.md': '[a](chapter-3.md)', 'chapter-1.md': '# 1', 'chapter-2.md': '# 2' };
    const [finding] = checkLinks(libraryOf(texts));
    expect(finding?.message).toBe(
      'the link\'s file "chapter-3.md" does not exist (did it mean "chapter-1.md" or "chapter-2.md"?)',
    );
    expect(finding?.fix).toBeUndefined();
  });

  it('repairs the target and not the text that equals it', () => {
    expect(repaired({ 'a.md': '[gude.md](gude.md) ![gude.md](gude.md)', 'guide.md': GUIDE })).toBe(
      '[gude.md](guide.md) ![gude.md](guide.md)',
    );
  });
});
