import fc from 'fast-check';
import { check } from '../../lib/compile/check.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { defaultLabel, waysOut } from './choice.ts';
import type { Case, EdgeInFile } from './generated.ts';
import { yamlOf } from './generated.ts';
import { planSteps } from './steps-plan.ts';

/** The same workflow twice, the second time with its nodes and edges in another order, and the nodes in a third one. */
export interface Turned {
  readonly one: Case;
  readonly other: Case;
  readonly order: readonly string[];
}

export function turned(cases: fc.Arbitrary<Case>): fc.Arbitrary<Turned> {
  return cases.map(withLabels).chain((one) => turnings(one).filter(({ other }) => hasSameOrder(one, other)));
}

function turnings(one: Case): fc.Arbitrary<Turned> {
  const { workflow } = one;
  const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });
  const items: readonly { readonly id: string }[] = 'nodes' in workflow ? workflow.nodes : workflow.steps;
  const order = shuffled(items.map(({ id }) => id));
  if ('steps' in workflow) {
    return fc.record({
      one: fc.constant(one),
      other: shuffled(workflow.steps).map((steps) => ({ ...one, workflow: { ...workflow, steps } })),
      order,
    });
  }
  return fc.record({
    one: fc.constant(one),
    other: fc.tuple(shuffled(workflow.nodes), shuffled(workflow.edges)).map(([nodes, edges]) => ({
      ...one,
      workflow: { ...workflow, nodes, edges: failuresAsIn(workflow.edges, edges) },
    })),
    order,
  });
}

/** `on_failure` edges compete by their order, so that they keep it. */
function failuresAsIn(before: readonly EdgeInFile[], edges: readonly EdgeInFile[]): EdgeInFile[] {
  const failures = before.filter(({ kind }) => kind === 'on_failure').values();
  return edges.map((edge) => (edge.kind === 'on_failure' ? failures.next().value! : edge));
}

/** What a step reads orders it after the writer; in a ring of readers the first of the file counts, so that these do not. */
function hasSameOrder(one: Case, other: Case): boolean {
  if ('nodes' in one.workflow) return true;
  const [order, otherOrder] = [one, other].map((example) =>
    planSteps(check(yamlOf(example)).graph!).order.map(({ from, to }) => `${from} ${to}`),
  );
  return new Set(order).symmetricDifference(new Set(otherOrder)).size === 0;
}

/** Outcomes that name no label would take the first of the file; here each one names it. */
function withLabels(example: Case): Case {
  const { graph } = check(yamlOf(example));
  if (!graph || graph.dialect === 'steps') return example;
  const script = graph.nodes.flatMap((node) => {
    const label = defaultLabel(waysOut(node, graph));
    const list: readonly ScriptedOutcome[] = example.script[node.id] ?? (label === undefined ? [] : [{}]);
    if (list.length === 0) return [];
    return [[node.id, list.map((outcome) => (label === undefined ? outcome : { label, ...outcome }))] as const];
  });
  return { ...example, script: Object.fromEntries(script) };
}
