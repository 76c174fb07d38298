import { realpath } from 'node:fs/promises';
import { check } from '../compile/check.ts';
import { printHuman } from '../diagnostics/print-human.ts';
import { printJson } from '../diagnostics/print-json.ts';
import { hasErrors } from '../diagnostics/sort.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileTrouble } from '../ir/file-trouble.ts';
import { replaceFile } from '../store/atomic-file.ts';
import { exitCode } from './exit-codes.ts';
import type { WorkflowFile } from './find-workflow.ts';
import type { Call, Refused } from './io.ts';
import { surroundings } from './surroundings.ts';

/** A text that may be written: it has no errors. */
export interface ValidText {
  readonly kind: 'valid';
  readonly text: string;
  readonly warnings: readonly Diagnostic[];
}

/** A text that may not; what is wrong with it has been said. */
export interface NotWritten {
  readonly kind: 'not-written';
  readonly code: number;
}

/** Checks what would be written, and says what is wrong with it: a workflow's file is never replaced by an invalid one. */
export function checkText(call: Call<object>, file: string, text: string): ValidText | NotWritten {
  const { io, options } = call;
  const { diagnostics } = check(text, surroundings(io.cwd));
  if (!hasErrors(diagnostics)) return { kind: 'valid', text, warnings: diagnostics };
  if (options.json) {
    io.stdout(`${JSON.stringify({ status: 'invalid', diagnostics: printJson(diagnostics, file) }, null, 2)}\n`);
  } else {
    io.stderr(printHuman(diagnostics, text, file, io.colours));
    io.stderr(`${file} would not be valid, and is left as it was.\n`);
  }
  return { kind: 'not-written', code: exitCode.failed };
}

/** Replaces a workflow's file, atomically; where that is a link, the file that it leads to. */
export async function writeText(file: WorkflowFile, { text }: ValidText): Promise<Refused | undefined> {
  try {
    await replaceFile(await realpath(file.path), text);
    return undefined;
  } catch (error) {
    return { refused: `${file.file} cannot be written: ${fileTrouble(error)}` };
  }
}

/** The file's text, or why it cannot be edited. */
export function textOf({ file, source }: WorkflowFile): string | Refused {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return { refused: `${file} is not UTF-8` };
  }
}
