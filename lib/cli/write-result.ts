import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileTrouble } from '../ir/file-trouble.ts';
import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';
import { refuse } from './io.ts';

/**
 * Puts a verb's text on stdout, or with `-o` into a file, whose folders are made. A text that is no JSON stands in a
 * document with `--json`, as `text`, beside what `about` says of it. Resolves to the exit code.
 */
export function writeResult(call: Call<{ readonly output?: string }>, text: string, about?: object): number {
  const { io, options } = call;
  if (options.output === undefined) {
    io.stdout(options.json && about ? `${JSON.stringify({ ...about, text }, null, 2)}\n` : text);
    return exitCode.done;
  }
  try {
    const path = resolve(io.cwd, options.output);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (options.json && about) io.stdout(`${JSON.stringify({ ...about, file: options.output }, null, 2)}\n`);
    return exitCode.done;
  } catch (error) {
    return refuse(call, { refused: `${options.output} cannot be written: ${fileTrouble(error)}` });
  }
}
