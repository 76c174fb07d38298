import checkLinks from '../../../examples/docs-review/skills/check-links/index.ts';
import checkWording from '../../../examples/docs-review/skills/check-wording/index.ts';
import collectTerms from '../../../examples/docs-review/skills/collect-terms/index.ts';
import docsInventory from '../../../examples/docs-review/skills/docs-inventory/index.ts';
import docsTriage from '../../../examples/docs-review/skills/docs-triage/index.ts';
import { fakeContext } from '../fake-context.ts';

const FILES = {
  'docs/b.md': '# B\n\nOne word more. And a [link](a.md).\n\n```sh\nnot counted\n```\n',
  'docs/a.md': '# A\n\nThe config file, a config file, the configuration file.\n',
  'docs/generated.md': '---\nreview: off\n---\n\nconfiguration file, configuration file, [b](b.md)\n',
  'docs/empty.md': ' \n',
  'docs/picture.png': '',
};

const inventoryOf = (value: object) => ({ 'artifacts/inventory.json': JSON.stringify(value) });

const readJson = (written: Map<string, string>, path: string): unknown => JSON.parse(written.get(path) ?? 'null');

describe('docs-inventory', () => {
  it('lists the documents with their figures, and what is left out', async () => {
    const { context, written } = fakeContext({ files: { ...FILES, 'other/c.md': '# C' } });
    expect(await docsInventory(context)).toEqual({ note: '2 documents to review, 2 left out' });
    expect(readJson(written, 'artifacts/inventory.json')).toEqual({
      root: 'docs/',
      scope: 'full',
      files: ['a.md', 'b.md', 'empty.md', 'generated.md', 'picture.png'],
      documents: [
        { path: 'a.md', title: 'A', words: 10, wordsPerSentence: 9, linkedFrom: 1 },
        { path: 'b.md', title: 'B', words: 7, wordsPerSentence: 3, linkedFrom: 0 },
      ],
      excluded: [
        { path: 'empty.md', why: 'it is empty' },
        { path: 'generated.md', why: 'its front matter says `review: off`' },
      ],
    });
  });

  it.each([['links'], [' links\n'], [{ scope: 'links' }]])('takes the scope from the input %j', async (input) => {
    const { context, written } = fakeContext({ files: FILES, input });
    await docsInventory(context);
    expect(readJson(written, 'artifacts/inventory.json')).toMatchObject({ scope: 'links' });
  });

  it.each([[undefined], [''], ['full'], [{}], [{ strict: true }]])(
    'reviews everything for the input %j',
    async (input) => {
      const { context, written } = fakeContext({ files: FILES, input });
      await docsInventory(context);
      expect(readJson(written, 'artifacts/inventory.json')).toMatchObject({ scope: 'full' });
    },
  );

  it('fails on a scope that it does not know, and on a root that is no folder', async () => {
    await expect(docsInventory(fakeContext({ input: 'half' }).context)).rejects.toThrow('not "half"');
    await expect(docsInventory(fakeContext({ args: { root: 'docs' } }).context)).rejects.toThrow('ends in "/"');
  });

  it('stops when the run is cancelled', async () => {
    const { context, written } = fakeContext({ files: FILES, signal: AbortSignal.abort() });
    await expect(docsInventory(context)).rejects.toThrow('aborted');
    expect(written.size).toBe(0);
  });
});

describe('docs-triage', () => {
  const one = { path: 'a.md' };

  it.each([
    [{ root: 'docs/', scope: 'full', documents: [one] }, 'full review'],
    [{ root: 'docs/', scope: 'links', documents: [one] }, 'links only'],
    [{ root: 'docs/', scope: 'full', documents: [] }, 'nothing to review'],
    [{ root: 'docs/', scope: 'links', documents: [] }, 'nothing to review'],
  ])('for %j chooses %s', async (inventory, label) => {
    expect(await docsTriage(fakeContext({ files: inventoryOf(inventory) }).context)).toMatchObject({ label });
  });
});

describe('collect-terms', () => {
  const terms = [
    { spellings: ['configuration file', 'config file'] },
    { spellings: ['GitHub', 'Github'], prefer: 'GitHub', repair: true },
  ];

  it('prefers the spelling that most documents under review have, or the one that is asked for', async () => {
    const { context, written } = fakeContext({ files: FILES, args: { terms } });
    await collectTerms(context);
    expect(readJson(written, 'artifacts/terms.json')).toEqual([
      {
        prefer: 'config file',
        repair: false,
        spellings: [
          { text: 'configuration file', count: 1 },
          { text: 'config file', count: 2 },
        ],
      },
      {
        prefer: 'GitHub',
        repair: true,
        spellings: [
          { text: 'GitHub', count: 0 },
          { text: 'Github', count: 0 },
        ],
      },
    ]);
  });

  it('names every term that has not the right form', async () => {
    const wrong = [{ spellings: ['one'] }, terms[0], { spellings: ['a', 'b'], prefer: 'c' }, 'text'];
    await expect(collectTerms(fakeContext({ args: { terms: wrong } }).context)).rejects.toThrow(
      /with\.terms\[0\].*with\.terms\[2\].*with\.terms\[3\]/,
    );
    await expect(collectTerms(fakeContext({ args: { terms: {} } }).context)).rejects.toThrow('must be a list');
  });
});

describe('a check as a skill', () => {
  const inventory = { root: 'docs/', files: ['b.md', 'a.md'], documents: [{ path: 'b.md' }, { path: 'a.md' }] };

  it('writes its findings in order, with the options that were used', async () => {
    const files = {
      ...inventoryOf(inventory),
      'docs/b.md': '[x](none.md)',
      'docs/a.md': '\n[x]()\n',
    };
    const { context, written } = fakeContext({ files, args: { any: 1 } });
    expect(await checkLinks(context)).toEqual({ note: '2 findings in 2 documents' });
    expect(readJson(written, 'artifacts/findings/links.json')).toEqual({
      check: 'links',
      options: { any: 1 },
      findings: [
        { rule: 'link-empty', severity: 'error', document: 'a.md', line: 2, message: 'the link has no target' },
        {
          rule: 'file-missing',
          severity: 'error',
          document: 'b.md',
          line: 1,
          message: 'the link\'s file "none.md" does not exist',
        },
      ],
    });
  });

  it('takes the terms from the artifact of collect-terms', async () => {
    const term = {
      prefer: 'b',
      repair: false,
      spellings: [
        { text: 'a-a', count: 1 },
        { text: 'b', count: 2 },
      ],
    };
    const files = {
      ...inventoryOf({ ...inventory, documents: [{ path: 'a.md' }] }),
      'artifacts/terms.json': JSON.stringify([term]),
      'docs/a.md': 'An a-a.\n',
    };
    const { context, written } = fakeContext({ files });
    await checkWording(context);
    expect(readJson(written, 'artifacts/findings/wording.json')).toMatchObject({
      options: { terms: [term] },
      findings: [{ rule: 'term-inconsistent', line: 1, message: '"a-a" is elsewhere written "b"' }],
    });
  });

  it('fails without the artifact that it needs', async () => {
    await expect(checkLinks(fakeContext().context)).rejects.toThrow('artifacts/inventory.json is no input');
  });
});
