import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';
import { refuse } from './io.ts';

/** Puts a verb's text on stdout, or with `-o` into a file, whose folders are made. Resolves to the exit code. */
export function writeResult(call: Call<{ readonly output?: string }>, text: string): number {
  const { io, options } = call;
  if (options.output === undefined) {
    io.stdout(text);
    return exitCode.done;
  }
  try {
    const path = resolve(io.cwd, options.output);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return exitCode.done;
  } catch (error) {
    return refuse(call, { refused: `${options.output} cannot be written: ${(error as Error).message}` });
  }
}
