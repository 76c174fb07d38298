import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { collector } from '../../diagnostics/report.ts';
import type { Graph } from '../../ir/graph.ts';
import type { Environment } from './environment.ts';
import type { Rule } from './facts.ts';
import { gatherFacts } from './facts.ts';
import { cycles } from './g05-cycles.ts';
import { inputs } from './g06-inputs.ts';
import { labels } from './g07-labels.ts';
import { gates } from './g08-gates.ts';
import { endsOfTheGraph } from './g09-g10-ends.ts';
import { skills } from './g11-skills.ts';
import { loops } from './g12-loops.ts';
import { deadEnds } from './g13-dead-ends.ts';
import { skips } from './g14-skips.ts';
import { paths } from './g15-paths.ts';
import { version } from './g16-version.ts';
import { meaning } from './g17-meaning.ts';
import { via } from './g18-remarks.ts';
import { timeoutAnswers } from './on-timeout.ts';
import { parameters } from './parameters.ts';
import { dependencies, edgeEnds, finalIsNode, uniqueNodes, uniqueSteps } from './references.ts';
import { timeouts } from './timeouts.ts';
import { triggers } from './triggers.ts';
import { implicitOrders, kebabName, outputKeys, stepCount } from './v-steps.ts';
import { schedule } from './v08-schedule.ts';

export type { Environment } from './environment.ts';

const both: readonly Rule[] = [cycles, skills, version, timeouts, schedule, parameters, triggers];
const graphRules: readonly Rule[] = [
  ...[finalIsNode, uniqueNodes, edgeEnds, inputs, labels, gates, endsOfTheGraph],
  ...[loops, deadEnds, skips, paths, meaning, via, timeoutAnswers],
];
const stepsRules: readonly Rule[] = [uniqueSteps, dependencies, stepCount, outputKeys, kebabName, implicitOrders];

/**
 * Applies the rules to a graph as lowering gives it, also to one with errors: fields that are missing or ill-typed have
 * been told, and what would only follow from them is not told again.
 */
export function validate(graph: Graph, environment: Environment = {}): Diagnostic[] {
  const { found, report } = collector();
  const facts = gatherFacts(graph, environment, report);
  for (const rule of [...both, ...(graph.dialect === 'graph' ? graphRules : stepsRules)]) rule(facts);
  return found;
}
