import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Lines of JSON, which the platform collects, with the ids of the invocation and whether it is the first one of its
 * instance. What a run holds is never in them: neither input, context and outputs, nor the evidence of failures.
 */
export const logger = new Logger();

/** Logs a message; `run` and `node` among the details are what lines are looked up by. */
export function log(level: 'debug' | 'info' | 'warn' | 'error', message: string, details: object = {}): void {
  logger[level](message, { ...details });
}
