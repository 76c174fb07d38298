import { askInTerminal } from './ask.ts';
import type { Io } from './io.ts';
import { palette } from './palette.ts';
import { openTerminal } from './terminal.ts';

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
  const moving = process.stdout.isTTY && TERM !== 'dumb';
  const coloured = moving && NO_COLOR === '';
  // Found anew at each use: lines at the bottom of the terminal make room for what is written.
  const raw = process.stdout.write.bind(process.stdout);
  const write = (text: string, done?: () => void) => (json ? raw(text, done) : process.stdout.write(text, done));
  if (json) process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    cwd: process.cwd(),
    stdout: (text) => void write(text),
    stderr: (text) => void process.stderr.write(text),
    colours: palette(coloured),
    ...(moving && !json && { terminal: openTerminal(process.stdout, process.stderr.isTTY ? [process.stderr] : []) }),
    ...(moving && !json && process.stdin.isTTY && { ask: askInTerminal() }),
    now: () => new Date(),
    onInterrupt(listener) {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => void process.off('SIGINT', listener).off('SIGTERM', listener);
    },
    exit: leave,
    async flush() {
      await new Promise<void>((resolve) => write('', () => resolve()));
      await new Promise((resolve) => process.stderr.write('', resolve));
    },
  };
}
