import type { Graph, GraphNode } from '../../lib/ir/graph.ts';
import type { Way } from './reach.ts';
import { reachedFrom, reaching } from './reach.ts';

/** All that can be said of a workflow of the steps dialect before it runs. */
export interface StepsPlan {
  readonly graph: Graph;
  /** `depends_on`: what a failure goes along. */
  readonly depends: readonly Way[];
  /** These, and the order of a step after one whose output it reads. */
  readonly order: readonly Way[];
}

export function planSteps(graph: Graph): StepsPlan {
  const depends = graph.edges.map(({ from, to }) => ({ from, to }));
  const order = [...depends];
  for (const reader of graph.nodes) {
    for (const key of keysRead(reader)) {
      const writer = graph.nodes.find((node) => node.outputAs?.text === key);
      if (!writer || writer === reader || reaching([reader.id], order).has(writer.id)) continue;
      if (!reachedFrom([reader.id], order).has(writer.id)) order.push({ from: writer.id, to: reader.id });
    }
  }
  return { graph, depends, order };
}

/** Each step after those it waits for, otherwise as in the file. */
export function resolvedOrder({ graph, order }: StepsPlan): string[] {
  const placed: string[] = [];
  const isNext = (id: string) =>
    !placed.includes(id) && order.every(({ from, to }) => to !== id || placed.includes(from));
  while (placed.length < graph.nodes.length) placed.push(graph.nodes.find(({ id }) => isNext(id))!.id);
  return placed;
}

/** The steps that are ordered before one. */
export function stepsBefore(id: string, { order }: StepsPlan): Set<string> {
  const before = reaching([id], order);
  before.delete(id);
  return before;
}

/** The steps that depend on one, directly or not. */
export function dependents(id: string, { depends }: StepsPlan): Set<string> {
  const after = reachedFrom([id], depends);
  after.delete(id);
  return after;
}

function keysRead(step: GraphNode): string[] {
  const inArguments = [...step.args.values()].flatMap((value) =>
    [...String(value).matchAll(/\{\{context\.([a-zA-Z0-9_]+)\}\}/g)].map((match) => match[1]!),
  );
  const predicate = step.guard?.predicate;
  return [...inArguments, ...(predicate ? [predicate.key] : [])];
}
