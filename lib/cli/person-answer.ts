import { show } from '../diagnostics/show.ts';
import { waitingNodes } from '../local/records.ts';
import type { RunState } from '../node/assemble.ts';
import type { PersonAnswer } from '../node/human.ts';
import { noSuchNode } from './no-such-node.ts';

/** The answer that the options of `approve` give. */
export function givenAnswer({ label, text, fail }: PersonAnswer): PersonAnswer {
  return {
    ...(label !== undefined && { label }),
    ...(text !== undefined && { text }),
    ...(fail !== undefined && { fail }),
  };
}

/** What is wrong with the options of an answer. */
export function badAnswer({ label, text, fail }: PersonAnswer): string | undefined {
  if (fail !== undefined && (label !== undefined || text !== undefined))
    return '--fail says that the answer is no, and has neither --label nor --text beside it';
  return fail?.trim() === '' ? '--fail wants a reason, which goes into the record' : undefined;
}

/** Why a node of a run takes no answer. */
export function whyNoAnswer({ run, state }: { run: string; state: RunState }, node: string): string {
  const found = state.nodes.get(node);
  if (!found) return noSuchNode(`the run ${run}`, node, state.nodes.keys());
  const answered = found.status === 'passed' || found.status === 'failed' || found.status === 'blocked';
  const waiting = waitingNodes(state).map(({ id }) => show(id));
  const others = waiting.length === 0 ? '' : `; waiting are ${waiting.join(', ')}`;
  return `${show(node)} of the run ${run} ${answered ? `has ended already (${found.status})` : 'does not wait for a person'}${others}`;
}
