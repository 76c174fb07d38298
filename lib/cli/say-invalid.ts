import { printHuman } from '../diagnostics/print-human.ts';
import { printJson } from '../diagnostics/print-json.ts';
import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';
import type { InvalidWorkflow } from './prepare-run.ts';

/** Says why a workflow does not run: all its diagnostics. */
export function sayInvalid({ io, options }: Call<object>, { file, diagnostics, skillsDir }: InvalidWorkflow): number {
  if (options.json) {
    io.stdout(`${JSON.stringify({ status: 'invalid', diagnostics: printJson(diagnostics, file.file) }, null, 2)}\n`);
  } else {
    io.stderr(printHuman(diagnostics, new TextDecoder().decode(file.source), file.file, io.colours));
    if (skillsDir !== undefined && diagnostics.some(({ code }) => code === 'G11' || code === 'V006')) {
      io.stderr(
        `Skills are looked for as ${skillsDir}/<name>/index.ts, index.js or index.mjs; --skills-dir names another folder.\n`,
      );
    }
  }
  return exitCode.failed;
}
