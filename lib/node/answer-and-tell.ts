import type { NodeDeps } from './deps.ts';
import { ATTEMPT_FAILED, BLOCKED, isNamed } from './failures.ts';
import type { Answer, Refusal, Reply } from './human.ts';
import { answerNode, recordedReply } from './human.ts';

/** What became of an answer, and whether an execution was told how the node has ended. */
export type Answered = { readonly told: boolean } & (
  { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly reason: Refusal; readonly why: string }
);

/**
 * Records an answer and tells the machine, wherever the answer comes from. The record decides, the message follows: it
 * is sent also after an answer that was refused, since whoever gave the first one may have got no further. `tell`
 * resolves to whether anybody waited for it.
 */
export async function answerAndTell(
  { run, node, answer }: { readonly run: string; readonly node: string; readonly answer: Answer },
  deps: NodeDeps,
  tell: (reply: Reply) => Promise<boolean>,
): Promise<Answered> {
  const recorded = await record(run, node, answer, deps);
  if (recorded.kind === 'refused' && recorded.reason === 'unknown') return { ...recorded, told: false };
  const reply = await recordedReply(run, node, deps);
  return { ...recorded, told: reply !== undefined && (await tell(reply)) };
}

async function record(run: string, node: string, answer: Answer, deps: NodeDeps) {
  try {
    const answered = await answerNode(run, node, answer, deps);
    return answered.kind === 'refused' ? answered : ({ kind: 'accepted' } as const);
  } catch (error) {
    // The answer was a failure: it is recorded, and the machine hears of it.
    if (isNamed(error, BLOCKED) || isNamed(error, ATTEMPT_FAILED)) return { kind: 'accepted' } as const;
    throw error;
  }
}
