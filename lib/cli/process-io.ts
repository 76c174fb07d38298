import type { Io } from './io.ts';
import { palette } from './palette.ts';

/** The world as this process sees it. */
export function processIo(): Io {
  const { NO_COLOR = '', TERM } = process.env;
  const coloured = process.stdout.isTTY && NO_COLOR === '' && TERM !== 'dumb';
  return {
    cwd: process.cwd(),
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    colours: palette(coloured),
    now: () => new Date(),
    onInterrupt(listener) {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => void process.off('SIGINT', listener).off('SIGTERM', listener);
    },
    exit: (code) => process.exit(code),
  };
}
