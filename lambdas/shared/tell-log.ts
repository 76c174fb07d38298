import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { log } from './log.ts';

let client: LambdaClient | undefined;

/** Has a run logged where the stack has an execution log. A run is worth more than its log: this never throws. */
export async function tellLog(run: string): Promise<void> {
  const logger = process.env['LOG_RUN'];
  if (logger === undefined || logger === '') return;
  try {
    client ??= new LambdaClient();
    const payload = JSON.stringify({ run });
    await client.send(new InvokeCommand({ FunctionName: logger, InvocationType: 'Event', Payload: payload }));
  } catch (error) {
    log('warn', 'the run could not be logged', { run, error: error instanceof Error ? error.name : 'Error' });
  }
}
