import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../lib/compile/check.ts';
import { exclusive } from '../../lib/ir/exclusive.ts';

const node = (id: string, more = '') => `  - {id: ${id}, skill: s, role: executor${more}}\n`;

/** A graph from `a>b label` lines; nodes come in the order in which they are named. The last one is final. */
function graph(edges: readonly string[], more: Record<string, string> = {}) {
  const parsed = edges.map((edge) => {
    const [, from, to, rest = ''] = /^(\w+)>(\w+)(?: (.*))?$/.exec(edge)!;
    const [label, extra] = rest.split(' | ');
    return { from: from!, to: to!, rest: `${label ? `, label: ${label}` : ''}${extra ? `, ${extra}` : ''}` };
  });
  const ids = [...new Set(parsed.flatMap(({ from, to }) => [from, to]))].filter((id) => id !== 'z');
  const text = `name: x\nversion: 1.0.0\nnodes:\n${[...ids, 'z'].map((id) => node(id, more[id])).join('')}edges:\n${parsed
    .map(({ from, to, rest }) => `  - {from: ${from}, to: ${to}${rest}}\n`)
    .join('')}final: z\n`;
  const { graph: made, diagnostics } = check(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return exclusive(made!);
}

describe('two nodes are never alive together', () => {
  it('behind different labels of a router, however deep', () => {
    const apart = graph(['r>a one', 'r>b two', 'a>a2', 'a2>a3', 'a3>z', 'b>z']);
    expect(apart('a', 'b')).toBe(true);
    expect(apart('b', 'a3')).toBe(true);
    expect(apart('a', 'a3')).toBe(false);
    expect(apart('a', 'z')).toBe(false);
    expect(apart('r', 'a')).toBe(false);
    expect(apart('a', 'a')).toBe(false);
    expect(apart('a', 'unknown')).toBe(false);
  });

  it('but may be behind edges that share a label, or a single one', () => {
    const shared = graph(['r>a deep', 'r>b deep', 'r>c light', 'a>z', 'b>z', 'c>z']);
    expect(shared('a', 'b')).toBe(false);
    expect(shared('a', 'c')).toBe(true);
    const caption = graph(['r>a same', 'r>b same', 'a>z', 'b>z']);
    expect(caption('a', 'b')).toBe(false);
  });

  it('with several labels that lead to one of them', () => {
    const apart = graph(['r>a yes', 'r>a maybe', 'r>b no', 'a>z', 'b>z']);
    expect(apart('a', 'b')).toBe(true);
  });

  it('but may be when another way leads to one of them', () => {
    const unlabelled = graph(['r>a one', 'r>b two', 'r>c', 'c>a', 'a>z', 'b>z']);
    expect(unlabelled('a', 'b')).toBe(false);
    expect(unlabelled('b', 'c')).toBe(false);
    const cross = graph(['r>a one', 'r>b two', 'b>c', 'a>c', 'c>z', 'a>z']);
    expect(cross('a', 'b')).toBe(true);
    expect(cross('a', 'c')).toBe(false);
  });

  it('unless the router takes all its edges', () => {
    const all = graph(['r>a one', 'r>b two', 'a>z', 'b>z'], { r: ', split: all' });
    expect(all('a', 'b')).toBe(false);
  });

  it('behind the two verdicts of a gate', () => {
    const apart = graph(['g>a ok | kind: on_pass', 'g>b bad | kind: on_failure', 'g>c', 'a>z', 'b>z', 'c>z']);
    expect(apart('a', 'b')).toBe(true);
    expect(apart('b', 'c')).toBe(true);
    expect(apart('a', 'c')).toBe(false);
  });

  it('behind the label for a skipped node and the others', () => {
    const apart = graph(['r>a one', 'r>b two', 'r>c skip it', 'a>z', 'b>z', 'c>z'], { r: ', skip_when: context.x' });
    expect(apart('a', 'c')).toBe(true);
    expect(apart('a', 'b')).toBe(true);
  });

  it('in nested routers', () => {
    const apart = graph(['r>s inner', 'r>c outer', 's>a one', 's>b two', 'a>z', 'b>z', 'c>z']);
    expect(apart('a', 'b')).toBe(true);
    expect(apart('a', 'c')).toBe(true);
    expect(apart('s', 'c')).toBe(true);
  });

  it('but may be when a loop leads into the other branch', () => {
    const loop = graph(['r>t t', 'r>s s', 't>s', 's>t via t | loop: true', 's>z on', 't>u', 'u>z', 's>v on', 'v>z']);
    expect(loop('t', 's')).toBe(false);
    expect(loop('u', 'v')).toBe(false);
  });

  it('also inside a loop, where the latest choice counts', () => {
    const apart = graph(['e>r', 'r>a bug', 'r>b fine', 'a>e back | loop: true', 'b>z']);
    expect(apart('a', 'b')).toBe(true);
  });

  it('and an edge from the independent axis makes nothing live', () => {
    const text = readFileSync(
      join(import.meta.dirname, '../diagnostics/samples/software-agent-workflow/workflow.yaml'),
      'utf8',
    );
    const { graph: made } = check(text);
    const apart = exclusive(made!);
    expect(apart('S06', 'S09')).toBe(true);
    expect(apart('S03', 'S04')).toBe(true);
    expect(apart('S06', 'S07')).toBe(false);
    expect(apart('S05', 'S09')).toBe(false);
    expect(apart('S10', 'S09')).toBe(false);
    expect(apart('S12', 'S13')).toBe(false);
    expect(apart('S19', 'S22')).toBe(false);
  });
});
