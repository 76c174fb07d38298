import fc from 'fast-check';
import { compareCase, runReference } from './fuzz.ts';
import { anyWorkflow } from './generate.ts';
import type { ReferenceResult } from './result.ts';
import { turned } from './turn.ts';

const settings = { numRuns: 150, seed: 20 };

describe('the order in which a file lists things', () => {
  it('is nothing to the reference, and neither is the order in which it deals with what is ready', () => {
    fc.assert(
      fc.property(turned(anyWorkflow), ({ one, other, order }) => {
        const expected = tell(runReference(one));
        expect(tell(runReference(other))).toEqual(expected);
        expect(tell(runReference(one, { order }))).toEqual(expected);
      }),
      settings,
    );
  });

  it('is nothing to the compiled machine', async () => {
    await fc.assert(
      fc.asyncProperty(turned(anyWorkflow), async ({ one, other }) => {
        expect(await compareCase(one)).toEqual([]);
        expect(await compareCase(other)).toEqual([]);
      }),
      { ...settings, numRuns: 60 },
    );
  }, 60_000);
});

/** What has to be the same, in an order that is always the same. Of a stopped run that is what may be told of it. */
function tell({ status, exit, nodes, loops, stoppers }: ReferenceResult): unknown {
  const stopped = stoppers.length > 0;
  const told = [...nodes].map(([id, { allowed, ...node }]) => [
    id,
    allowed ? [...new Set(allowed.map((moment) => `${moment.status} ${moment.runs}`))].sort() : node,
  ]);
  const counts = stopped ? [] : [...loops].filter(([, count]) => count > 0);
  return {
    status,
    exit,
    stoppers: stoppers.toSorted(),
    nodes: Object.fromEntries(told),
    loops: Object.fromEntries(counts),
  };
}
