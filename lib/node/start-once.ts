import { shortHash } from '../ir/names.ts';
import { STARTS } from '../store/run-id.ts';
import type { NodeDeps } from './deps.ts';
import type { StartControl } from './start-control.ts';
import { asItem } from './view.ts';

/** Days after which a key may start a run again; nobody delivers a start for so long. */
const DAYS = 14;

/** Bytes of a key that stay readable in the record. */
const READABLE = 256;

/** What is stored of a start that must happen once, in the partition `STARTS`. */
interface Claim {
  readonly run: string;
  /** When the table may forget it, in seconds since 1970. */
  readonly expires: number;
}

/**
 * What tells the deliveries of one start from other starts: the time of a schedule's tick, or the key that whoever
 * starts a run has chosen. Undefined for a start that stands for itself. Where the scheduler did not put a tick's time
 * in, the execution's name stands for it: then only its own retries are one start.
 */
export function startKey(control: StartControl, execution: string): string | undefined {
  if (control.key !== undefined) return claimKey('key', control.key);
  if (control.schedule === undefined) return undefined;
  const time = scheduledTime(control);
  return time === undefined ? claimKey('execution', execution) : claimKey('schedule', time);
}

/** When a tick was due, as ISO text; undefined where that is not known. */
function scheduledTime({ scheduledTime: time }: StartControl): string | undefined {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Whether the run is the one that this key starts. Of several runs that ask, one is, and it stays that one. */
export async function claimStart(key: string, run: string, deps: Pick<NodeDeps, 'state' | 'now'>): Promise<boolean> {
  const expires = Math.floor(deps.now().getTime() / 1000) + DAYS * 24 * 3600;
  if (await deps.state.write(STARTS, key, asItem({ run, expires } satisfies Claim), 0)) return true;
  const item = (await deps.state.read(STARTS, [key])).get(key);
  // The table may have forgotten it in this moment.
  if (!item) return claimStart(key, run, deps);
  return (item.value as unknown as Claim).run === run;
}

function claimKey(kind: string, text: string): string {
  return `${kind}#${Buffer.byteLength(text) <= READABLE ? text : shortHash(text, 64)}`;
}
