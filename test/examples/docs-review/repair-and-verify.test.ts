import type { Finding } from '../../../examples/docs-review/skills/lib/finding.ts';
import { applyFixes } from '../../../examples/docs-review/skills/repair-docs/apply.ts';
import repairDocs from '../../../examples/docs-review/skills/repair-docs/index.ts';
import verifyDocs from '../../../examples/docs-review/skills/verify-docs/index.ts';
import { judge } from '../../../examples/docs-review/skills/verify-docs/judge.ts';
import { fakeContext } from '../fake-context.ts';
import { libraryOf } from './library-of.ts';

/** A finding whose repair replaces `start` to `end`. */
function finding(start: number, end: number, text: string, parts: Partial<Finding> = {}, level: 1 | 2 = 1): Finding {
  const fix = { level, says: `write "${text}"`, edits: [{ start, end, text }] };
  return { rule: 'rule', severity: 'error', document: 'a.md', line: 1, message: 'wrong', fix, ...parts };
}

describe('making repairs', () => {
  it('replaces, inserts and removes, whatever the order', () => {
    const findings = [finding(8, 8, '!'), finding(0, 3, 'One'), finding(3, 4, '')];
    expect(applyFixes('one  two', findings).text).toBe('One two!');
  });

  it('puts off a repair that touches the place of an earlier one, whole', () => {
    const first = finding(0, 3, 'ONE');
    const double: Finding = {
      ...finding(2, 5, 'x'),
      fix: {
        level: 1,
        says: '',
        edits: [
          { start: 2, end: 5, text: 'x' },
          { start: 6, end: 7, text: 'y' },
        ],
      },
    };
    const { text, made, putOff } = applyFixes('one two', [first, double]);
    expect(text).toBe('ONE two');
    expect(made).toEqual([first]);
    expect(putOff).toEqual([double]);
  });

  it('puts off a second insertion at the same place', () => {
    expect(applyFixes('ab', [finding(1, 1, 'x'), finding(1, 1, 'y')]).text).toBe('axb');
  });
});

const SOURCE = '# A \n\n[b](bb.md)\n';
const BLANK = finding(3, 4, '', { rule: 'trailing-blanks', severity: 'warning' });
const LINK = finding(10, 15, 'b.md', { rule: 'file-missing', line: 3 }, 2);
const INVENTORY = { root: 'docs/', files: ['a.md', 'b.md'], documents: [{ path: 'a.md' }] };
const FINDINGS = {
  'artifacts/findings/links.json': JSON.stringify({ check: 'links', options: {}, findings: [LINK] }),
  'artifacts/findings/structure.json': JSON.stringify({ check: 'structure', options: {}, findings: [BLANK] }),
};
const BASE = { 'artifacts/inventory.json': JSON.stringify(INVENTORY), ...FINDINGS };

describe('repair-docs', () => {
  const repair = async (round: number) => {
    const { context, written } = fakeContext({ round, files: { ...BASE, 'docs/a.md': SOURCE } });
    const result = await repairDocs(context);
    return {
      result,
      copy: written.get('artifacts/docs/a.md'),
      repairs: JSON.parse(written.get('artifacts/repairs.json')!),
    };
  };

  it('makes only the safe repairs in the first round', async () => {
    const { result, copy, repairs } = await repair(1);
    expect(result).toEqual({ note: '1 repair of level 1' });
    expect(copy).toBe('# A\n\n[b](bb.md)\n');
    expect(repairs).toEqual({ round: 1, level: 1, made: [BLANK], putOff: [] });
  });

  it.each([2, 3])('makes the likely ones too in round %i', async (round) => {
    const { copy, repairs } = await repair(round);
    expect(copy).toBe('# A\n\n[b](b.md)\n');
    expect(repairs).toEqual({ round, level: 2, made: [LINK, BLANK], putOff: [] });
  });

  it('copies a document in which nothing is to be repaired as it is', async () => {
    const files = { 'artifacts/inventory.json': JSON.stringify(INVENTORY), 'docs/a.md': '# A\r\n' };
    const { context, written } = fakeContext({ files });
    await repairDocs(context);
    expect(written.get('artifacts/docs/a.md')).toBe('# A\r\n');
  });
});

describe('verify-docs', () => {
  const verify = (copy: string, parts = {}) => {
    const fake = fakeContext({ files: { ...BASE, 'artifacts/docs/a.md': copy }, ...parts });
    return { ...fake, result: verifyDocs(fake.context) };
  };

  it('fails while an error is left that can be repaired, and names it', async () => {
    const { result, written } = verify('# A\n\n[b](b)\n');
    expect(await result).toEqual({
      status: 'failed',
      note: '1 objection; can be repaired: a.md:3 the link\'s file "b" does not exist (did it mean "b.md"?) (file-missing)',
    });
    expect(written.size).toBe(0);
  });

  it('passes when none is left, and writes down what is left for a person', async () => {
    const { result, written } = verify('# A\n\n[b](quite-another.md)\n', { round: 2 });
    expect(await result).toEqual({ note: 'round 2: 1 finding left, 1 error among them' });
    expect(JSON.parse(written.get('artifacts/verdict.json')!)).toMatchObject({
      round: 2,
      checks: ['links', 'structure'],
      left: [{ rule: 'file-missing', severity: 'error', document: 'a.md', line: 3 }],
    });
  });

  it.each([{ args: { strict: true } }, { context: { strict: 'true' } }])(
    'lets no error pass with %j',
    async (parts) => {
      expect(await verify('# A\n\n[b](quite-another.md)\n', parts).result).toMatchObject({
        status: 'failed',
        note: expect.stringContaining('error: a.md:3') as string,
      });
      expect(await verify('# A\n\n[b](b.md)\n', parts).result).not.toHaveProperty('status');
    },
  );

  it('fails on a mistake that the document did not have', async () => {
    expect(await verify('# A\n\n[b](b.md)\n\nTODO: more\n').result).toMatchObject({
      status: 'failed',
      note: '1 objection; new: a.md:5 a TODO was left in the text (todo-left)',
    });
  });

  it('repeats only the checks that were made', () => {
    const copies = libraryOf({ 'a.md': 'no title' });
    expect(judge([{ check: 'links', options: {}, findings: [] }], copies, true)).toEqual({ left: [], objections: [] });
  });

  it('shows the first five of many objections', async () => {
    const { result } = verify(`# A\n\n${'[b](b)\n'.repeat(7)}`);
    const { note } = (await result) as { note: string };
    expect(note).toMatch(/^7 objections; /);
    expect(note.match(/can be repaired/g)).toHaveLength(5);
    expect(note).toMatch(/; and 2 more$/);
  });
});
