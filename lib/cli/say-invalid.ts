import { printHuman } from '../diagnostics/print-human.ts';
import { list } from '../diagnostics/show.ts';
import { printJson } from '../diagnostics/print-json.ts';
import { shownPath } from '../skills/resolve.ts';
import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';
import type { InvalidWorkflow } from './prepare-run.ts';

/** Says why a workflow does not run: all its diagnostics. */
export function sayInvalid({ io, options }: Call<object>, { file, diagnostics, skills }: InvalidWorkflow): number {
  if (options.json) {
    io.stdout(`${JSON.stringify({ status: 'invalid', diagnostics: printJson(diagnostics, file.file) }, null, 2)}\n`);
  } else {
    io.stderr(printHuman(diagnostics, new TextDecoder().decode(file.source), file.file, io.colours));
    const missing = diagnostics.some(({ code, elsewhere }) => !elsewhere && (code === 'G11' || code === 'V006'));
    if (skills && missing) {
      io.stderr(
        `Skills are looked for in ${list(skills.dirs.map((dir) => shownPath(io.cwd, dir)))}, as <name>/skill.yaml, <name>/index.ts, .js or .mjs, <name>/SKILL.md and <name>.md; --skills-dir names another folder.\n`,
      );
    }
  }
  return exitCode.failed;
}
