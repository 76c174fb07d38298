import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { absent } from '../store/error-code.ts';
import { isAlive, processMark } from './process-mark.ts';

/** The process that works on a run. */
export interface Holder {
  readonly pid: number;
  /** When it took the lock, as ISO text. */
  readonly since: string;
}

export type LockResult =
  { readonly kind: 'held'; readonly release: () => void } | { readonly kind: 'refused'; readonly holder: Holder };

/** A line of the lock file. */
interface Claim extends Holder {
  readonly claim: string;
  /** The claim that it takes over from, whose process has ended; null where nobody held the lock. */
  readonly over: string | null;
  readonly mark?: string;
}

/** How often somebody else may come in between before this is a fault of the program. */
const TRIES = 100;

/**
 * Takes the lock of a run for this process, or tells who holds it. The lock of a process that has ended is taken over.
 *
 * The file is a list of claims that only grows: a claim counts if it takes over from the one that counted before it.
 * So of several processes that find a lock left behind in the same moment, the one whose line comes first wins, and
 * the others see that. The holder, while it lives, is the only one that may remove the file.
 * Throws when the file cannot be written.
 */
export function takeLock(path: string): LockResult {
  for (let tries = 0; tries < TRIES; tries++) {
    const last = lastClaim(path);
    if (last && isAlive(last.pid, last.mark)) return { kind: 'refused', holder: { pid: last.pid, since: last.since } };
    const claim = randomUUID();
    append(path, claim, last?.claim ?? null);
    if (lastClaim(path)?.claim === claim) return { kind: 'held', release: () => release(path, claim) };
  }
  throw new Error(`${path}: could not be taken, though nobody holds it`);
}

/** The living process that holds a lock, if any. */
export function holderOf(path: string): Holder | undefined {
  const last = lastClaim(path);
  return last && isAlive(last.pid, last.mark) ? { pid: last.pid, since: last.since } : undefined;
}

function append(path: string, claim: string, over: string | null): void {
  const mark = processMark(process.pid);
  const since = new Date().toISOString();
  const line: Claim = { claim, over, pid: process.pid, since, ...(mark !== undefined && { mark }) };
  // The line break in front parts it from a line that a crash may have torn.
  appendFileSync(path, `\n${JSON.stringify(line)}\n`);
}

function release(path: string, claim: string): void {
  if (lastClaim(path)?.claim === claim) rmSync(path, { force: true });
}

function lastClaim(path: string): Claim | undefined {
  let owner: Claim | undefined;
  for (const line of readLines(path)) {
    const claim = parseClaim(line);
    if (claim?.over === (owner?.claim ?? null)) owner = claim;
  }
  return owner;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    absent(error);
    return [];
  }
}

function parseClaim(line: string): Claim | undefined {
  try {
    const claim = JSON.parse(line) as Claim;
    return typeof claim.claim === 'string' && Number.isSafeInteger(claim.pid) ? claim : undefined;
  } catch {
    return undefined;
  }
}
