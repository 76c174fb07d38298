import fc from 'fast-check';
import { check } from '../../lib/compile/check.ts';
import type { Shape } from './generate-graph.ts';
import { rawGraphs } from './generate-graph.ts';
import { rawSteps } from './generate-steps.ts';
import type { Case } from './generated.ts';
import { yamlOf } from './generated.ts';
import { buildGraph } from './build-graph.ts';
import { buildSteps } from './build-steps.ts';

const graphs = (shape: Shape) => valid(rawGraphs(shape).map(buildGraph));

/** Workflows of 3 to 20 nodes. */
export const generalGraphs = graphs({
  nodes: [3, 20],
  edges: [0, 6],
  gates: [0, 2],
  loops: [0, 3],
  files: 20,
  guards: 15,
  outcomes: 0,
});

/** Few nodes with many edges, loops and gates. */
export const denseGraphs = graphs({
  nodes: [3, 8],
  edges: [0, 18],
  gates: [0, 4],
  loops: [0, 5],
  files: 20,
  guards: 15,
  outcomes: 0,
});

/** Loops within loops and across them. */
export const loopyGraphs = graphs({
  nodes: [4, 9],
  edges: [0, 5],
  gates: [0, 2],
  loops: [3, 9],
  files: 5,
  guards: 5,
  outcomes: 2,
});

/** Nodes that write and read each other's files. */
export const filingGraphs = graphs({
  nodes: [3, 9],
  edges: [0, 8],
  gates: [0, 2],
  loops: [0, 3],
  files: 70,
  guards: 10,
  outcomes: 0,
});

export const stepsWorkflows = valid(rawSteps.map(buildSteps));

export const anyWorkflow: fc.Arbitrary<Case> = fc.oneof(
  { weight: 3, arbitrary: generalGraphs },
  { weight: 4, arbitrary: denseGraphs },
  { weight: 4, arbitrary: loopyGraphs },
  { weight: 2, arbitrary: filingGraphs },
  { weight: 2, arbitrary: stepsWorkflows },
);

function valid(cases: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return cases.filter((generated) => check(yamlOf(generated)).graph !== undefined);
}
