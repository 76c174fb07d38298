import { isNameless } from '../../ir/nameless.ts';
import type { Position } from '../../ir/position.ts';
import type { Rule } from './facts.ts';

/** G03: ids are unique. */
export const uniqueNodes: Rule = (facts) => duplicates(facts, 'duplicateNode');

/** V002: ids are unique. */
export const uniqueSteps: Rule = (facts) => duplicates(facts, 'duplicateStep');

function duplicates({ graph, nodeOf, report }: Parameters<Rule>[0], entry: 'duplicateNode' | 'duplicateStep'): void {
  for (const node of graph.nodes) {
    const first = nodeOf.get(node.id)!;
    if (first !== node) report(entry, { id: node.id, firstLine: first.at.line }, node.at);
  }
}

/** G02: `final` is a node. */
export const finalIsNode: Rule = ({ graph: { final }, nodeOf, suggest, report }) => {
  if (final && !nodeOf.has(final.text)) {
    report('finalUnknown', { final: final.text, near: suggest(final.text, nodeOf.keys()) }, final.at);
  }
};

/** G04: the ends of an edge are two different nodes. */
export const edgeEnds: Rule = ({ graph, nodeOf, suggest, report }) => {
  const check = (end: string, at: Position) => {
    if (!isNameless(end) && !nodeOf.has(end)) report('edgeEndUnknown', { end, near: suggest(end, nodeOf.keys()) }, at);
  };
  for (const { from, to, fromAt, toAt, at } of graph.edges) {
    check(from, fromAt);
    if (from === to && nodeOf.has(from)) report('edgeToItself', { id: from }, at);
    else check(to, toAt);
  }
};

/** V003: dependencies exist. V011: no step depends on itself. */
export const dependencies: Rule = ({ graph, nodeOf, suggest, report }) => {
  for (const { from, to, at } of graph.edges) {
    if (from === to) report('dependsOnItself', { id: to }, at);
    else if (!nodeOf.has(from)) {
      report('dependencyUnknown', { id: to, dependency: from, near: suggest(from, nodeOf.keys()) }, at);
    }
  }
};
