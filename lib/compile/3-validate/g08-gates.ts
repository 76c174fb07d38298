import type { EdgeKind, GraphEdge } from '../../ir/graph.ts';
import type { Rule } from './facts.ts';

/** G08: a node with an on_pass edge has exactly one, and exactly one of kind on_failure, and the reverse. */
export const gates: Rule = ({ nodeOf, outgoing, report }) => {
  for (const id of nodeOf.keys()) {
    const of = (kind: EdgeKind) => outgoing(id).filter((edge) => edge.kind === kind);
    const [pass, fail] = [of('on_pass'), of('on_failure')];
    const once = ([first, ...more]: readonly GraphEdge[]) => {
      for (const { kind, at } of more) report('gateAmbiguous', { id, kind, firstLine: first!.at.line }, at);
    };
    once(pass);
    once(fail);
    if (pass[0] && !fail[0]) report('gateIncomplete', { id, has: 'on_pass', lacks: 'on_failure' }, pass[0].at);
    if (fail[0] && !pass[0]) report('gateIncomplete', { id, has: 'on_failure', lacks: 'on_pass' }, fail[0].at);
  }
};
