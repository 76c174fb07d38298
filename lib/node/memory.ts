import { gunzipSync, gzipSync } from 'node:zlib';
import type { StateStore } from '../store/state-store.ts';
import { asItem } from './view.ts';

/** Bytes of a memory, compressed: an item of DynamoDB has at most 400 KB. */
const MOST = 280_000;

/** What a node's skill had done when it was interrupted: one item a node, of its latest interruption. */
interface MemoryItem {
  readonly runs: number;
  /** JSON, compressed, in base64. */
  readonly data: string;
}

function key(id: string): string {
  return `memory#${id}`;
}

/** Keeps it; returns whether it could be kept. The execution that was interrupted is named by its number. */
export async function keepMemory(
  {
    state,
    run,
    id,
    runs,
  }: { readonly state: StateStore; readonly run: string; readonly id: string; readonly runs: number },
  memory: unknown,
): Promise<boolean> {
  const data = gzipSync(JSON.stringify(memory)).toString('base64');
  if (data.length > MOST) return false;
  const stored = (await state.read(run, [key(id)])).get(key(id));
  return state.write(run, key(id), asItem({ runs, data } satisfies MemoryItem), stored?.rev ?? 0);
}

/** What the execution of this number has kept; undefined where that is gone. */
export async function readMemory(state: StateStore, run: string, id: string, runs: number): Promise<unknown> {
  const item = (await state.read(run, [key(id)])).get(key(id))?.value as unknown as MemoryItem | undefined;
  if (item?.runs !== runs) return undefined;
  return JSON.parse(gunzipSync(Buffer.from(item.data, 'base64')).toString('utf8')) as unknown;
}
