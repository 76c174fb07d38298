import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The log of a run: a JSON object a line, with `time`, `level`, `message` and details. Secrets have no business here. */
export interface RunLog {
  write(level: LogLevel, message: string, details?: object): void;
  close(): Promise<void>;
}

/** Appends to the file. What cannot be written is lost: a log never stops a run. */
export function openRunLog(path: string, now: () => Date): RunLog {
  const stream = createWriteStream(path, { flags: 'a' });
  stream.on('error', () => undefined);
  return {
    write(level, message, details = {}) {
      // What a skill says of itself replaces nothing of the line.
      const line = { time: now().toISOString(), level, message };
      stream.write(`${JSON.stringify({ ...line, ...details, ...line })}\n`);
    },
    async close() {
      stream.end();
      await finished(stream).catch(() => undefined);
    },
  };
}

export const noLog: RunLog = { write: () => undefined, close: () => Promise.resolve() };
