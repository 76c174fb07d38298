import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { absent } from '../store/error-code.ts';
import { holderOf } from './lock.ts';
import type { LogLine } from './log-line.ts';
import { parseLogLine } from './log-line.ts';
import { lockPath, logPath } from './run-files.ts';

/** Milliseconds between two looks at a log that is followed. */
const POLL = 200;

/** The lines of a run's log. With a signal, also those to come, until the run's process has gone or it is aborted. */
export async function* readLog(root: string, run: string, follow?: AbortSignal): AsyncGenerator<LogLine> {
  let offset = 0;
  for (;;) {
    // Who holds the lock comes first: a process that ends meanwhile has said its last word before.
    const working = holderOf(lockPath(root, run)) !== undefined;
    const { lines, end } = await linesFrom(logPath(root, run), offset);
    offset = end;
    for (const text of lines) {
      const line = parseLogLine(text);
      if (line) yield line;
    }
    if (!follow || !working || follow.aborted) return;
    await wait(POLL, undefined, { signal: follow }).catch(() => undefined);
  }
}

/** Whole lines from an offset on, and where they end. */
async function linesFrom(path: string, offset: number): Promise<{ lines: string[]; end: number }> {
  const handle = await open(path, 'r').catch(absent);
  if (!handle) return { lines: [], end: offset };
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    await handle.read(bytes, 0, bytes.length, offset);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.subarray(0, whole).toString().split('\n').slice(0, -1);
    return { lines, end: offset + whole };
  } finally {
    await handle.close();
  }
}
