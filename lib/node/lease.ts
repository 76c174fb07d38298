import type { NodeEntry } from '../ir/table.ts';
import type { NodeRecord } from './record.ts';

/**
 * Seconds after the end of a node's timeout in which its handler may still be at work: it records what became of the
 * skill, and the platform may have been slow to begin. The service has ended the Task by then.
 */
export const LEASE_MARGIN = 60;

/** Until when, as ISO text, whoever begins to execute a node now may be at work on it. */
export function leaseUntil({ timeoutSeconds }: Pick<NodeEntry, 'timeoutSeconds'>, now: Date): string {
  return new Date(now.getTime() + (timeoutSeconds + LEASE_MARGIN) * 1000).toISOString();
}

/** When the lease of a node ends that somebody may still be executing; undefined where that is over, or nobody was. */
export function runningLease({ status, until, waiting }: NodeRecord, now: Date): string | undefined {
  const leased = status === 'running' && waiting === undefined && until !== undefined && now.toISOString() < until;
  return leased ? until : undefined;
}
