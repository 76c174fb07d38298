import { SFNClient } from '@aws-sdk/client-sfn';
import { sendReply } from '../lib/cloud/executions.ts';
import type { Answered } from '../lib/node/answer-and-tell.ts';
import { answerAndTell } from '../lib/node/answer-and-tell.ts';
import { readAnswer } from '../lib/node/read-answer.ts';
import { answeringDeps } from './shared/answering.ts';
import { observed } from './shared/observed.ts';

/** An answer as `readAnswer` takes it, and which node of which run it is for. */
interface AnswerEvent {
  readonly run: string;
  readonly node: string;
}

/** Besides what may become of any answer: the event is none. */
type Result = Answered | { readonly kind: 'refused'; readonly reason: 'malformed'; readonly why: string };

const deps = answeringDeps(import.meta.dirname);
const client = new SFNClient();

/**
 * Answers a node that waits: what `approve` does, for programs. A refusal is a result and no error, since trying again
 * would change nothing.
 */
export const handler = observed(async ({ run, node, ...given }: AnswerEvent): Promise<Result> => {
  if (typeof run !== 'string' || typeof node !== 'string') return malformed('the event names no run and node');
  const answer = readAnswer(given);
  if (typeof answer === 'string') return malformed(answer);
  const answered = await answerAndTell({ run, node, answer }, deps, (reply) => sendReply(client, reply));
  const { kind, told } = answered;
  deps.log('info', `the answer is ${kind}`, {
    run,
    node,
    told,
    ...(kind === 'refused' && { reason: answered.reason }),
  });
  return answered;
});

function malformed(why: string): Result {
  return { kind: 'refused', reason: 'malformed', why };
}
