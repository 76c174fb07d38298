import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { WAITING_FOR_PERSON } from '../../lib/node/human.ts';
import type { NodeAnswer } from '../../lib/node/visitor.ts';
import { log } from './log.ts';
import { withoutContents } from './observed.ts';

/** Errors that say that nobody waits for the answer any more. */
const over = ['TaskTimedOut', 'TaskDoesNotExist'];

/** The longest texts that the service takes. */
const limits = { error: 256, cause: 32_768 };

/**
 * Does the work of a Task that waits for its token. What the work answers or throws ends the wait, unless it answers
 * that a person is to be waited for. The service may overlook what such a handler throws: it never throws.
 */
export async function answerByToken(token: string, work: () => Promise<NodeAnswer>): Promise<NodeAnswer | undefined> {
  const client = new SFNClient();
  let answer: NodeAnswer | undefined;
  try {
    answer = await work();
    if (answer.take === WAITING_FOR_PERSON.take) return answer;
  } catch (error) {
    const told = withoutContents(error);
    const { name, message } = told instanceof Error ? told : { name: 'Error', message: String(told) };
    const failure = { error: name.slice(0, limits.error), cause: message.slice(0, limits.cause) };
    await send(() => client.send(new SendTaskFailureCommand({ taskToken: token, ...failure })));
    return undefined;
  }
  const output = JSON.stringify(answer);
  await send(() => client.send(new SendTaskSuccessCommand({ taskToken: token, output })));
  return answer;
}

async function send(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (!over.includes(name)) throw error;
    log('warn', 'nobody waits for this answer any more', { error: name });
  }
}
