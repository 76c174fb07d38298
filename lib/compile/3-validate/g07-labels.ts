import { isNameless } from '../../ir/nameless.ts';
import type { Rule } from './facts.ts';

/** G07: where a node has several edges, each says by a label or by its kind when it is taken. */
export const labels: Rule = ({ nodeOf, outgoing, report }) => {
  for (const id of nodeOf.keys()) {
    const edges = outgoing(id).filter(({ to }) => !isNameless(to));
    if (edges.length < 2 || isNameless(id)) continue;
    // An unlabelled loop is an error of its own (G17).
    const unlabelled = edges.find(({ kind, label, loop }) => kind === 'normal' && !label && !loop);
    if (unlabelled) report('unlabelledWay', { id }, unlabelled.at);
  }
};
