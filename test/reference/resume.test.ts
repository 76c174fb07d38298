import fc from 'fast-check';
import { compareContinued } from './continue.ts';
import { fuzz } from './fuzz.ts';
import { anyWorkflow } from './generate.ts';
import { answered, resumed } from './generate-continued.ts';
import type { Case } from './generated.ts';

const CASES = 60;

/** How often each part of such runs comes, with how it ended. */
async function partsOf(cases: fc.Arbitrary<Case>, seed: number): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  for (const example of fc.sample(cases, { numRuns: CASES, seed })) {
    await compareContinued(example, (part, ended) => {
      const told = `${part} ${ended}`;
      parts.set(told, (parts.get(told) ?? 0) + 1);
    });
  }
  return parts;
}

describe('generated runs that go on', () => {
  it('go on after a failure as the reference says', async () => {
    expect(await fuzz(resumed(anyWorkflow), CASES, 3, compareContinued)).toBeUndefined();
    const parts = await partsOf(resumed(anyWorkflow), 3);
    for (const part of ['resume completed', 'resume failed']) expect(parts.get(part)).toBeGreaterThan(5);
  }, 60_000);

  it('go on after the answers of people as the reference says', async () => {
    expect(await fuzz(answered(anyWorkflow), CASES, 3, compareContinued)).toBeUndefined();
    const parts = await partsOf(answered(anyWorkflow), 3);
    for (const part of ['answer completed', 'answer paused', 'answer failed', 'refusal paused'])
      expect(parts.get(part)).toBeGreaterThan(5);
  }, 60_000);
});
