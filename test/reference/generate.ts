import fc from 'fast-check';
import { check } from '../../lib/compile/check.ts';
import { rawGraphs } from './generate-graph.ts';
import { rawSteps } from './generate-steps.ts';
import type { Case } from './generated.ts';
import { yamlOf } from './generated.ts';
import { buildGraph } from './build-graph.ts';
import { buildSteps } from './build-steps.ts';

/** Workflows of 3 to 20 nodes. */
export const generalGraphs = valid(rawGraphs({ nodes: 20, density: 1 }).map(buildGraph));

/** Few nodes with many edges, loops and gates. */
export const denseGraphs = valid(rawGraphs({ nodes: 8, density: 3 }).map(buildGraph));

export const stepsWorkflows = valid(rawSteps.map(buildSteps));

export const anyWorkflow: fc.Arbitrary<Case> = fc.oneof(
  { weight: 2, arbitrary: generalGraphs },
  { weight: 4, arbitrary: denseGraphs },
  { weight: 2, arbitrary: stepsWorkflows },
);

function valid(cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return cases.filter((generated) => check(yamlOf(generated)).graph !== undefined);
}
