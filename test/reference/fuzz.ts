import fc from 'fast-check';
import { check } from '../../lib/compile/check.ts';
import { collisions } from './collisions.ts';
import { differences } from './compare.ts';
import type { Case } from './generated.ts';
import { yamlOf } from './generated.ts';
import { minimise } from './minimise.ts';
import { runProduct } from './product.ts';
import type { ReferenceOptions, ReferenceResult, Script } from './result.ts';
import { reference } from './scheduler.ts';

/** A case on which the compiled machine and the reference differ, made as small as could be. */
export interface Difference {
  readonly found: readonly string[];
  readonly example: Case;
  readonly seed: number;
}

export function runReference(example: Case, options: Omit<ReferenceOptions, 'input'> = {}): ReferenceResult {
  return reference(check(yamlOf(example)).graph!, scriptOf(example), { ...options, input: example.input });
}

/** Runs a case both ways and says how the results differ. */
export async function compareCase(example: Case): Promise<string[]> {
  try {
    const product = await runProduct(yamlOf(example), scriptOf(example), example);
    return [...differences(runReference(example), product), ...collisions(example.workflow, product.running)];
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

/** Runs so many cases; the first difference is shrunk and returned. */
export async function fuzz(
  cases: fc.Arbitrary<Case>,
  numRuns: number,
  seed: number,
  compare: (example: Case) => Promise<string[]> = compareCase,
): Promise<Difference | undefined> {
  const property = fc.asyncProperty(cases, async (example) => (await compare(example)).length === 0);
  const { counterexample } = await fc.check(property, { numRuns, seed });
  if (!counterexample) return undefined;
  const kinds = (await compare(counterexample[0])).map(kindOf);
  const example = await minimise(counterexample[0], async (smaller) =>
    (await compare(smaller)).some((sentence) => kinds.includes(kindOf(sentence))),
  );
  return { found: await compare(example), example, seed };
}

export function scriptOf({ script }: Pick<Case, 'script'>): Script {
  return new Map(Object.entries(script));
}

/** A difference without the names in it, so that a smaller case that shows another one is not taken for the same. */
function kindOf(sentence: string): string {
  return sentence.replace(/ \(.*\)/, '').replace(/\b[A-Z]\b|\bs?\d+|→/g, '·');
}
