import fc from 'fast-check';

/** A valid graph-dialect workflow as data; JSON is YAML. */
export interface RandomWorkflow {
  readonly name: string;
  readonly version: string;
  readonly nodes: { id: string; skill: string; role: string }[];
  readonly edges: { from: string; to: string; label?: string; loop?: boolean; kind?: string }[];
  readonly final: string;
}

export interface Shape {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** Acyclic shapes; every edge leads from a lower to a higher number. */
export function shapes(min: number, max: number): fc.Arbitrary<Shape> {
  return fc.integer({ min, max }).chain((nodes) =>
    fc
      .uniqueArray(
        fc
          .tuple(fc.nat(nodes - 1), fc.nat(nodes - 1))
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
        { maxLength: 2 * nodes, selector: ([a, b]) => a * nodes + b },
      )
      .map((edges) => ({ nodes, edges })),
  );
}

/** Any shape as a workflow: what leads nowhere leads to the final node, `choices` nodes label their edges, and loops lead back. */
export function workflows(min: number, max: number): fc.Arbitrary<RandomWorkflow> {
  return fc
    .tuple(shapes(min, max), fc.array(fc.nat(max)), fc.array(fc.tuple(fc.nat(max), fc.nat(max)), { maxLength: 4 }))
    .map(([shape, choices, loops]) => toWorkflow(shape, new Set(choices.map((i) => i % shape.nodes)), loops));
}

export function toWorkflow(
  shape: Shape,
  choices: ReadonlySet<number> = new Set(),
  loops: readonly (readonly [number, number])[] = [],
): RandomWorkflow {
  const id = (i: number) => `n${i}`;
  const last = shape.nodes;
  const leads = new Set(shape.edges.map(([from]) => from));
  const edges = [
    ...shape.edges,
    ...Array.from({ length: last }, (_, i) => i).flatMap((i) => (leads.has(i) ? [] : [[i, last] as const])),
  ];
  const outgoing = (i: number) => edges.filter(([from]) => from === i);
  const forward = edges.map(([from, to]) => {
    const chooses = choices.has(from) && outgoing(from).length > 1;
    const label = `way ${outgoing(from).findIndex(([, t]) => t === to) % 3}`;
    return { from: id(from), to: id(to), ...(chooses && { label }) };
  });
  const back = loops.flatMap(([a, b], i) => {
    const [to, from] = [a % last, b % last];
    const reaches = to === from ? false : descendants(edges, to).has(from);
    return reaches ? [{ from: id(from), to: id(to), label: `again ${i}`, loop: true }] : [];
  });
  return {
    name: 'random',
    version: '1.0.0',
    nodes: Array.from({ length: last + 1 }, (_, i) => ({ id: id(i), skill: 'work', role: 'executor' })),
    edges: [...forward, ...back],
    final: id(last),
  };
}

function descendants(edges: readonly (readonly [number, number])[], start: number): Set<number> {
  const seen = new Set([start]);
  for (const node of seen) for (const [from, to] of edges) if (from === node) seen.add(to);
  return seen;
}
