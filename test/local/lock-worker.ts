/**
 * A process that takes locks for lock.test.ts. It reads lines `take <path> <time>` (at that time, in milliseconds since
 * 1970) and `release`, and answers each with a line of JSON.
 */
import { createInterface } from 'node:readline';
import type { Holder } from '../../lib/local/lock.ts';
import { takeLock } from '../../lib/local/lock.ts';

/** An answer; to `release` it is empty. */
export interface Reply {
  readonly kind?: string;
  readonly holder?: Holder;
}

let release = () => {};
const say = (text: string) => process.stdout.write(`${text}\n`);
say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, path, time] = line.split(' ');
  if (verb === 'take') {
    while (Date.now() < Number(time));
    const lock = takeLock(path!);
    if (lock.kind === 'held') release = lock.release;
    say(JSON.stringify(lock));
  } else {
    release();
    release = () => {};
    say('{}');
  }
}
