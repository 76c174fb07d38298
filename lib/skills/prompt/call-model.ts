import { setTimeout as wait } from 'node:timers/promises';
import { APICallError, generateText } from 'ai';
import type { SkillContext } from '../skill.ts';

// Warnings go to the node's log, and not to the terminal.
globalThis.AI_SDK_LOG_WARNINGS = false;

type Call = Parameters<typeof generateText>[0];

export type ModelAnswer = Awaited<ReturnType<typeof generateText>>;

export type Sleep = (seconds: number, signal: AbortSignal) => Promise<void>;

/** Seconds before a call is made again: 1, 2, 4 … up to this, or as long as the provider says. */
const MOST = 60;

/** Seconds that are kept for what follows: whoever would wait into them gives up before the node's time is over. */
const RESERVE = 5;

/**
 * Calls the model once. A provider that is too busy, or cannot be reached, is called again while the node has time;
 * then the execution ends as one that counts as no attempt. Anything else that a provider refuses is thrown.
 */
export async function callModel(call: Call, context: SkillContext, sleep: Sleep = pause): Promise<ModelAnswer> {
  const { signal, host, log } = context;
  for (let tries = 1; ; tries++) {
    try {
      const answer = await generateText({ ...call, abortSignal: signal, maxRetries: 0 });
      for (const warning of answer.warnings ?? []) log.debug('the provider passes something over', { warning });
      return answer;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!isBusy(error)) throw explained(error);
      const why = `the model does not answer: ${statusOf(error)}${error.message}`;
      const seconds = Math.max(retryAfter(error) ?? 0, Math.min(MOST, 2 ** (tries - 1)) * (0.5 + Math.random() / 2));
      if (host && seconds > host.secondsLeft() - RESERVE) host.unavailable(why);
      if (!host && tries === 5) throw new Error(why, { cause: error });
      log.warn('the model is called again', { seconds: Math.round(seconds), status: error.statusCode ?? null });
      await sleep(seconds, signal);
    }
  }
}

/** Too many requests, overloaded, an error of the provider's own, or no connection: not so what no retry would change. */
function isBusy(error: unknown): error is Busy {
  return APICallError.isInstance(error) ? error.isRetryable : isUnreachable(error);
}

/** What is told of a provider that may answer later; without a status nobody has answered at all. */
type Busy = Pick<APICallError, 'message'> & Partial<Pick<APICallError, 'statusCode' | 'responseHeaders'>>;

/** What `fetch` throws where there is no connection. */
function isUnreachable(error: unknown): boolean {
  return (error as { message?: unknown } | undefined)?.message === 'fetch failed';
}

/** The status, where that is what is wrong. */
function statusOf({ statusCode }: Busy): string {
  return statusCode === undefined || isFine(statusCode) ? '' : `${statusCode} `;
}

function isFine(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Says who refused what; bodies and headers stay out, since they may hold what was sent. */
function explained(error: unknown): unknown {
  if (!APICallError.isInstance(error)) return error;
  const { statusCode, message } = error;
  if (statusCode !== undefined && isFine(statusCode))
    return new Error(`the provider's answer cannot be understood: ${message}`);
  return new Error(`the provider refused the call${statusCode === undefined ? '' : ` (${statusCode})`}: ${message}`);
}

/** Seconds that the provider asks to wait: a number, or a date. */
function retryAfter({ responseHeaders }: Busy): number | undefined {
  const text = responseHeaders?.['retry-after'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : (at - Date.now()) / 1000;
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await wait(seconds * 1000, undefined, { signal });
}
