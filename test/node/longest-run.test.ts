import { compile } from '../../lib/compile/index.ts';
import { longestRunSeconds } from '../../lib/node/longest-run.ts';
import { graph } from './bench.ts';

function seconds(yaml: string): number {
  const { compiled, diagnostics } = compile(yaml);
  if (!compiled) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return longestRunSeconds(compiled.table);
}

/** Starting and closing; an invocation besides the skill's own time. */
const [ends, around] = [1200, 152];

describe('the longest time that a run can take', () => {
  it('is that of all nodes one after another, in each of their attempts and one more', () => {
    const nodes = { A: { timeout_seconds: 10 }, B: { timeout_seconds: 20 }, C: { timeout_seconds: 30 } };
    // One retry each, and the invocation that only records; a second before the first, two before the next.
    const each = (timeout: number) => 3 * (timeout + around) + 3;
    expect(seconds(graph('A>C; B>C', nodes, 'C'))).toBe(ends + each(10) + each(20) + each(30));
  });

  it('counts retries, the waits before them, and what a recovery grants', () => {
    const retry = { timeout_seconds: 10, retry: { max: 3, backoff_seconds: 4 } };
    expect(seconds(graph('A>B', { A: retry, B: { timeout_seconds: 10 } }))).toBe(
      ends + 5 * (10 + around) + 4 * 15 + 3 * (10 + around) + 3,
    );
    const recovered = graph('A>B:recovery, max 4 attempts', { A: { timeout_seconds: 10 }, B: { timeout_seconds: 10 } });
    expect(seconds(recovered)).toBe(ends + 3 * (10 + around) + 3 + 6 * (10 + around) + 31);
  });

  it('counts every round of a loop, and the days that a person has', () => {
    const nodes = { A: { timeout_seconds: 10 }, B: { timeout_seconds: 10 }, C: { human: true } };
    const each = 3 * (10 + around) + 3;
    // C cannot be in the loop; A and B may be visited once and twice again.
    expect(seconds(graph('A>B; B>A:again, up to 2 times!; B>C:on', nodes))).toBe(
      ends + 3 * 2 * each + 3 * (7 * 24 * 3600 + around) + 3,
    );
  });

  it('has no end but that of the service where a skill may ask again and again', () => {
    const { compiled } = compile(graph('A>B'));
    const nodes = compiled!.table.nodes.map((node) => ({ ...node, pauses: true as const }));
    expect(longestRunSeconds({ ...compiled!.table, nodes })).toBe(365 * 24 * 3600);
  });

  it('is never more than the year after which the service ends an execution', () => {
    const ids = Array.from({ length: 20 }, (_, i) => `n${i}`);
    const nodes = Object.fromEntries(ids.map((id) => [id, { human: true }]));
    const chain = ids
      .slice(1)
      .map((id, i) => `${ids[i]!}>${id}`)
      .join('; ');
    expect(seconds(graph(chain, nodes))).toBe(365 * 24 * 3600);
  });
});
