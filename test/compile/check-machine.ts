import jsonata from 'jsonata';
import type { StateMachine } from '../../lib/asl/definition.ts';
import { nodePlaces, outOfOrder, stateNames } from './machine.ts';
import type { RandomWorkflow } from './random-graph.ts';

const parsed = new Set<string>();

/** Throws where a text is no JSONata expression. */
function parseOnce(expression: string): void {
  if (!parsed.has(expression)) jsonata(expression);
  parsed.add(expression);
}

/** Asserts that each node has one Task, that every forward edge is kept, and that every expression parses. */
export function checkMachine(workflow: RandomWorkflow, asl: StateMachine): void {
  const places = nodePlaces(asl);
  expect([...places.keys()].sort()).toEqual(workflow.nodes.map((node) => node.id).sort());
  expect([...places.values()].filter((list) => list.length !== 1)).toEqual([]);
  const names = stateNames(asl);
  expect(new Set(names).size).toBe(names.length);
  for (const edge of workflow.edges.filter((e) => !e.loop)) {
    const wrong = outOfOrder(places.get(edge.from)![0]!, places.get(edge.to)![0]!);
    if (wrong) throw new Error(`${edge.from} is not before ${edge.to}`);
  }
  for (const text of JSON.stringify(asl).matchAll(/\{% (.*?) %\}/g)) parseOnce(JSON.parse(`"${text[1]!}"`) as string);
}
