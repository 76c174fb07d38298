import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SkillContext } from '../skill.ts';

/** Errors by which the service says that it is busy or ill: the function has not run. */
const BUSY = [
  'TooManyRequestsException',
  'ServiceException',
  'EC2ThrottledException',
  'ENILimitReachedException',
  'ResourceNotReadyException',
  'ResourceConflictException',
  'SnapStartNotReadyException',
];

/** Lines of a function's stack are of no use to whoever reads a record; its message is. */
interface FunctionError {
  readonly errorType?: unknown;
  readonly errorMessage?: unknown;
}

let client: LambdaClient | undefined;

/** Invokes a function and waits for what it answers. Throws what went wrong; throttling is no attempt. */
export async function invoke(
  name: string,
  payload: string,
  { signal, host }: Pick<SkillContext, 'signal' | 'host'>,
): Promise<Uint8Array> {
  const { InvokeCommand, LambdaClient: Client } = await import('@aws-sdk/client-lambda');
  // Trying again is the machine's business: it counts and waits.
  client ??= new Client({ maxAttempts: 1 });
  const answer = await client
    .send(new InvokeCommand({ FunctionName: name, Payload: payload }), { abortSignal: signal })
    .catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      const { name: why } = error as Error;
      const said = `the function ${name} cannot be invoked: ${why}`;
      if (BUSY.includes(why) && host) return host.unavailable(said);
      // What the service says besides may name the account and the role.
      throw new Error(said);
    });
  if (answer.FunctionError !== undefined) throw new Error(`the function ${name} has failed: ${told(answer.Payload)}`);
  return answer.Payload ?? new Uint8Array();
}

function told(payload: Uint8Array | undefined): string {
  const text = new TextDecoder().decode(payload);
  try {
    const { errorType, errorMessage } = JSON.parse(text) as FunctionError;
    const parts = [errorType, errorMessage].filter((part) => typeof part === 'string' && part !== '');
    return parts.length === 0 ? text.slice(0, 500) : parts.join(': ').slice(0, 2000);
  } catch {
    return text.slice(0, 500);
  }
}
