import type { Finding } from '../../../examples/docs-review/skills/lib/finding.ts';
import writeReport from '../../../examples/docs-review/skills/write-report/index.ts';
import { fakeContext } from '../fake-context.ts';

const entry = (path: string, linkedFrom: number) => ({
  path,
  title: path,
  words: 100,
  wordsPerSentence: 12.5,
  linkedFrom,
});

const INVENTORY = {
  root: 'docs/',
  scope: 'full',
  files: ['a.md', 'b.md', 'c.md'],
  documents: [entry('a.md', 0), entry('b.md', 2)],
  excluded: [{ path: 'c.md', why: 'it is empty' }],
};

const found = (document: string, line: number, severity: Finding['severity'], rule: string, level?: 1 | 2): Finding => {
  const fix = level && { level, says: `mend ${rule}`, edits: [] };
  return { rule, severity, document, line, message: `wrong ${rule}`, ...(fix && { fix }) };
};

const BROKEN = found('a.md', 9, 'error', 'file-missing');
const GUESSED = found('a.md', 4, 'error', 'file-missing', 2);
const TODO = found('a.md', 2, 'warning', 'todo-left');
const JSON_WRONG = found('b.md', 7, 'error', 'json-invalid');
const BLANKS = found('b.md', 3, 'warning', 'trailing-blanks', 1);
const LONG = found('b.md', 5, 'hint', 'line-long');

const REVIEW = {
  'artifacts/findings/links.json': { check: 'links', options: {}, findings: [GUESSED, BROKEN] },
  'artifacts/findings/structure.json': { check: 'structure', options: {}, findings: [TODO, BLANKS, LONG] },
  'artifacts/findings/code.json': { check: 'code', options: {}, findings: [JSON_WRONG] },
  'artifacts/repairs.json': { round: 2, level: 2, made: [GUESSED, BLANKS], putOff: [] },
  'artifacts/verdict.json': {
    round: 2,
    checks: ['links', 'structure', 'code'],
    left: [TODO, BROKEN, LONG, JSON_WRONG],
  },
  'artifacts/terms.json': [
    {
      prefer: 'b',
      repair: false,
      spellings: [
        { text: 'a|a', count: 1 },
        { text: 'b', count: 2 },
      ],
    },
    { prefer: 'c', repair: false, spellings: [{ text: 'c', count: 0 }] },
  ],
};

const report = async (artifacts: Readonly<Record<string, unknown>>) => {
  const all = { 'artifacts/inventory.json': INVENTORY, ...artifacts };
  const files = Object.fromEntries(Object.entries(all).map(([path, value]) => [path, JSON.stringify(value)]));
  const { context, written } = fakeContext({ files });
  const result = await writeReport(context);
  const figures = JSON.parse(written.get('artifacts/report.json')!);
  return { result, figures, text: written.get('artifacts/report.md')! };
};

describe('write-report', () => {
  it('counts what was found, repaired and left, in all, by document and by rule', async () => {
    const { result, figures } = await report(REVIEW);
    expect(result).toEqual({ note: '6 found, 2 repaired, 4 left' });
    expect(figures).toMatchObject({
      scope: 'full',
      rounds: 2,
      total: { found: 6, repaired: 2, left: 4, errorsLeft: 2 },
      documents: [
        { path: 'a.md', words: 100, wordsPerSentence: 12.5, found: 3, repaired: 1, left: 2, errorsLeft: 1 },
        { path: 'b.md', found: 3, repaired: 1, left: 2, errorsLeft: 1 },
      ],
    });
    expect((figures.rules as { rule: string; found: number }[]).map((one) => [one.rule, one.found])).toEqual([
      ['file-missing', 2],
      ['json-invalid', 1],
      ['line-long', 1],
      ['todo-left', 1],
      ['trailing-blanks', 1],
    ]);
  });

  it('puts first what many readers meet', async () => {
    const { text } = await report(REVIEW);
    expect(text).toContain(
      [
        '## For a person',
        '',
        '1. **error** `b.md:7`: wrong json-invalid',
        '2. **error** `a.md:9`: wrong file-missing',
        '3. **warning** `a.md:2`: wrong todo-left',
        '',
      ].join('\n'),
    );
  });

  it('lists the repairs and hints of each document, and marks guesses', async () => {
    const { text } = await report(REVIEW);
    expect(text).toContain('### a.md\n\n- repaired, line 4: mend file-missing **(a guess)**\n');
    expect(text).toContain(
      '### b.md\n\n- repaired, line 3: mend trailing-blanks\n- hint, line 5 of the copy: wrong line-long\n',
    );
    expect(text).toContain(
      '2 documents, links, structure, blocks of code and wording: 6 findings, 2 repaired in 2 rounds',
    );
  });

  it('shows the terms that occur, and what was left out', async () => {
    const { text } = await report(REVIEW);
    expect(text).toContain('| Write | Spellings that occur |\n| --- | --- |\n| b | a\\|a (1), b (2) |\n');
    expect(text).toMatch(/## Left out\n\n- `c\.md`: it is empty\n$/);
  });

  it('says so when nothing was reviewed', async () => {
    const { text, figures } = await report({ 'artifacts/inventory.json': { ...INVENTORY, documents: [] } });
    expect(text).toBe(
      [
        '# Review of the documents',
        'Nothing was reviewed: none of the 3 files in `docs/` is a document to review.',
        '## Left out',
        '- `c.md`: it is empty\n',
      ].join('\n\n'),
    );
    expect(figures).toMatchObject({ rounds: 0, total: { found: 0, repaired: 0, left: 0, errorsLeft: 0 } });
  });

  it('says so when nothing is left for a person', async () => {
    const verdict = { round: 1, checks: ['links'], left: [LONG] };
    const { text } = await report({ ...REVIEW, 'artifacts/verdict.json': verdict });
    expect(text).toContain('## For a person\n\nNothing: no error and no warning is left.\n');
  });
});
