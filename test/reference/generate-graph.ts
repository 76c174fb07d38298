import fc from 'fast-check';

/** Numbers that a graph is built from; smaller ones and shorter lists give a simpler graph. */
export interface RawGraph {
  readonly nodes: readonly RawNode[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly label: number }[];
  readonly gates: readonly RawGate[];
  readonly loops: readonly { readonly from: number; readonly to: number; readonly label: number }[];
  /** Without failures but those of gates, and with an end to every loop: such runs go far. */
  readonly calm: boolean;
  /** 0 for none. */
  readonly maxConcurrency: number;
  readonly pace: number;
  /** `k0` and `k1` of the input; an input of text, or none, where they are absent. */
  readonly input: { readonly text?: number | undefined; readonly keys?: readonly number[] | undefined };
}

export interface RawNode {
  /** Which earlier node leads here: 0 none, 1 the latest, and so on. */
  readonly parent: number;
  readonly label: number;
  /** Its place in the file. */
  readonly rank: number;
  readonly independent: boolean;
  readonly split: 'one' | 'all' | undefined;
  readonly guard:
    { readonly key: number; readonly operator: number; readonly value: number; readonly way: number } | undefined;
  readonly outputs: readonly number[];
  readonly inputs: readonly number[];
  readonly outcomes: readonly RawOutcome[];
  /** How long it is said to take, which shapes the machine and nothing else; 0 for not said. */
  readonly weight: number;
}

interface RawGate {
  readonly at: number;
  readonly pass: number;
  readonly fail: number;
  readonly back: boolean;
  readonly marked: boolean;
  readonly labels: readonly [number, number];
}

export interface RawOutcome {
  readonly kind: 'pass' | 'fail' | 'error' | 'timeout' | 'wrong label' | 'wait';
  readonly label: number;
  readonly file: number;
}

const small = fc.nat({ max: 11 });
const rarely = (chance: number): fc.Arbitrary<boolean> =>
  fc.oneof({ weight: 100 - chance, arbitrary: fc.constant(false) }, { weight: chance, arbitrary: fc.constant(true) });
const maybe = <T>(chance: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 100 - chance, arbitrary: fc.constant(undefined) }, { weight: chance, arbitrary });

const rawOutcome: fc.Arbitrary<RawOutcome> = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constant('pass' as const) },
    { weight: 4, arbitrary: fc.constantFrom('fail' as const, 'error' as const) },
    { weight: 1, arbitrary: fc.constantFrom('timeout' as const, 'wrong label' as const) },
  ),
  label: small,
  file: small,
});

const rawNode = ({ files, guards, outcomes }: Shape): fc.Arbitrary<RawNode> =>
  fc.record({
    parent: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat({ max: 4 }) }),
    label: small,
    rank: fc.nat({ max: 999 }),
    independent: rarely(15),
    split: maybe(8, fc.constantFrom('one' as const, 'all' as const)),
    guard: maybe(guards, fc.record({ key: small, operator: small, value: small, way: small })),
    outputs: maybe(files, fc.array(small, { minLength: 1, maxLength: 2 })).map((paths) => paths ?? []),
    inputs: maybe(files, fc.array(small, { minLength: 1, maxLength: 2 })).map((paths) => paths ?? []),
    outcomes: fc.oneof(
      { weight: 100, arbitrary: fc.array(rawOutcome, { minLength: outcomes, maxLength: 5 }) },
      { weight: 1, arbitrary: fc.constant([{ kind: 'wait' as const, label: 0, file: 0 }]) },
    ),
    weight: maybe(20, fc.nat({ max: 50 })).map((weight) => weight ?? 0),
  });

export interface Shape {
  readonly nodes: Range;
  /** Edges beside those that give each node a parent. */
  readonly edges: Range;
  readonly gates: Range;
  readonly loops: Range;
  /** How many nodes in a hundred write files, and how many read some. */
  readonly files: number;
  /** How many nodes in a hundred have `skip_when`. */
  readonly guards: number;
  /** How many outcomes are scripted for each node at least. */
  readonly outcomes: number;
}

/** So many at least, and so many at most. */
type Range = readonly [number, number];

export function rawGraphs(shape: Shape): fc.Arbitrary<RawGraph> {
  const link = fc.record({ from: fc.nat({ max: 99 }), to: fc.nat({ max: 99 }), label: small });
  const gate = fc.record({
    ...{ at: fc.nat({ max: 99 }), pass: fc.nat({ max: 99 }), fail: fc.nat({ max: 99 }) },
    ...{ back: fc.boolean(), marked: fc.boolean(), labels: fc.tuple(small, small) },
  });
  return fc.record({
    nodes: listOf(rawNode(shape), shape.nodes),
    edges: listOf(link, shape.edges),
    gates: listOf(gate, shape.gates),
    loops: listOf(link, shape.loops),
    calm: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    maxConcurrency: maybe(15, fc.nat({ max: 3 })).map((most) => most ?? 0),
    pace: fc.nat({ max: 99 }),
    input: fc.oneof(
      fc.constant({}),
      fc.record({ text: fc.nat({ max: 2 }) }),
      fc.record({ keys: fc.array(fc.nat({ max: 6 }), { minLength: 2, maxLength: 2 }) }),
    ),
  });
}

function listOf<T>(arbitrary: fc.Arbitrary<T>, [minLength, maxLength]: Range): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { minLength, maxLength, size: 'max' });
}
