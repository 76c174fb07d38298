import type { Rule } from './facts.ts';

/** Cycles that are told at most. */
const TOLD = 20;

/** G05: cycles lead only through edges with `loop: true` or of kind on_failure. V004: dependencies have no cycle. */
export const cycles: Rule = ({ graph, closing, report }) => {
  const entry = graph.dialect === 'graph' ? 'graphCycle' : 'stepsCycle';
  for (const { edge, ids } of closing().slice(0, TOLD)) report(entry, { ids }, edge.at);
};
