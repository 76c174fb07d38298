import fc from 'fast-check';

/** Numbers that a workflow of steps is built from; smaller ones and shorter lists give a simpler one. */
export interface RawSteps {
  readonly stops: boolean;
  readonly steps: readonly RawStep[];
  readonly input: readonly number[] | undefined;
  readonly pace: number;
}

export interface RawStep {
  /** Which earlier steps it depends on, counted backwards. */
  readonly dependsOn: readonly number[];
  /** Its place in the file. */
  readonly rank: number;
  readonly keepsOutput: boolean;
  readonly condition: { readonly key: number; readonly operator: number; readonly value: number } | undefined;
  readonly reads: readonly number[];
  readonly continues: boolean;
  readonly outcome: { readonly kind: 'pass' | 'fail' | 'error' | 'timeout'; readonly output: number };
}

const small = fc.nat({ max: 11 });

const rawStep: fc.Arbitrary<RawStep> = fc.record({
  dependsOn: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  rank: fc.nat({ max: 999 }),
  keepsOutput: fc.boolean(),
  condition: fc.option(fc.record({ key: fc.nat({ max: 29 }), operator: small, value: small }), {
    nil: undefined,
    freq: 2,
  }),
  reads: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(small, { maxLength: 2 }) },
  ),
  continues: fc.boolean(),
  outcome: fc.record({
    kind: fc.oneof(
      { weight: 8, arbitrary: fc.constant('pass' as const) },
      { weight: 2, arbitrary: fc.constantFrom('fail' as const, 'error' as const, 'timeout' as const) },
    ),
    output: small,
  }),
});

export const rawSteps: fc.Arbitrary<RawSteps> = fc.record({
  stops: fc.boolean(),
  steps: fc.array(rawStep, { minLength: 1, maxLength: 12, size: 'max' }),
  pace: fc.nat({ max: 99 }),
  input: fc.option(fc.array(fc.nat({ max: 5 }), { minLength: 2, maxLength: 2 }), { nil: undefined }),
});
