import type { Io } from './io.ts';
import { palette } from './palette.ts';

/** The world as this process sees it. */
export interface ProcessIo extends Io {
  /** Resolves when all that was written has been handed over. */
  readonly flush: () => Promise<void>;
}

let leaving = false;

/** Ends the process, as this program does; whoever else ends it is found out by `isLeaving`. */
export function leave(code: number): never {
  leaving = true;
  process.exit(code);
}

export function isLeaving(): boolean {
  return leaving;
}

/** With `json` stdout is for the one document: what skills print goes to stderr. */
export function processIo(json: boolean): ProcessIo {
  const { NO_COLOR = '', TERM } = process.env;
  const coloured = process.stdout.isTTY && NO_COLOR === '' && TERM !== 'dumb';
  const write = process.stdout.write.bind(process.stdout);
  if (json) process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    cwd: process.cwd(),
    stdout: (text) => void write(text),
    stderr: (text) => void process.stderr.write(text),
    colours: palette(coloured),
    now: () => new Date(),
    onInterrupt(listener) {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => void process.off('SIGINT', listener).off('SIGTERM', listener);
    },
    exit: leave,
    async flush() {
      await new Promise((resolve) => write('', resolve));
      await new Promise((resolve) => process.stderr.write('', resolve));
    },
  };
}
