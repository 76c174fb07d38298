import type { PersonAnswer } from '../../lib/node/human.ts';
import { writtenFiles } from './artifacts.ts';
import type { Ways } from './choice.ts';
import { decide } from './choice.ts';
import type { End, GraphRun } from './graph-node.ts';
import { failed, withinBounds } from './graph-node.ts';
import { rememberNode } from './graph-state.ts';
import { rememberStop } from './history.ts';

/** Whether an answer is refused: it names no label where one is needed, or one that is not offered. */
export function isRefused(ways: Ways, { label, fail }: PersonAnswer): boolean {
  return fail === undefined && decide(ways, label).kind === 'bad label';
}

/** A person's answer to a node that waits is the result of its skill; an answer of failure is not retried. */
export function giveAnswer(id: string, { label, fail }: PersonAnswer, run: GraphRun): void {
  const { plan, state } = run;
  const { node, ways } = plan.nodes.get(id)!;
  const now = state.nodes.get(id)!;
  state.history.stoppers.delete(id);
  let end: End;
  if (fail === undefined) {
    const decision = decide(ways, label);
    if (decision.kind === 'bad label') throw new Error(`the answer ${decision.message}`);
    now.label = decision.label;
    now.files = writtenFiles(node, {});
    end = { status: 'passed', [decision.kind === 'ask' ? 'asks' : 'takes']: decision.edges };
  } else end = failed(ways.onFailure, run);
  const { status, takes = [], asks = [] } = withinBounds(end, run);
  Object.assign(now, { status, takes, asks });
  rememberNode(id, status, plan, state);
  if (status === 'blocked') rememberStop(state.history, id);
}
