import { check } from '../../lib/compile/check.ts';
import { differences } from './compare.ts';
import { stoodAt } from './continue.ts';
import { scriptOf } from './fuzz.ts';
import type { Case } from './generated.ts';
import { yamlOf } from './generated.ts';
import { resumedState } from './graph-resume.ts';
import { isTaken } from './graph-state.ts';
import { planGraph } from './plan.ts';
import { startProduct, toldBy, waitingIn } from './product.ts';
import { reference } from './scheduler.ts';

/** Runs a case, unless it is `fresh`, and then another run that starts at its node `from`; says how that one differs. */
export async function compareFrom(example: Case): Promise<string[]> {
  const graph = check(yamlOf(example)).graph!;
  const { from, input, fresh = false } = example;
  if (!graph.nodes.some(({ id }) => id === from)) return [];
  const [first, second] = [scriptOf(example), scriptOf({ script: example.second ?? example.script })];
  const product = startProduct(yamlOf(example), { ...example, humans: waitingIn(first) });
  const after = fresh ? undefined : stoodAt(await product.run(first), product);
  if (after && graph.dialect === 'graph') {
    // Which way counts where the earlier run took another one is no matter of the rules.
    const plan = planGraph(graph);
    const { incoming, enlivening } = plan.nodes.get(from!)!;
    const state = resumedState(plan, after);
    if (incoming.length > 0 && !enlivening.some((edge) => isTaken(edge, state))) return [];
  }
  const expected = reference(graph, second, { input, from: from!, ...(after && { after }) });
  return differences(expected, toldBy(await product.runFrom(from!, second, !fresh)));
}
