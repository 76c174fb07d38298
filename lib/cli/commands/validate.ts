import { existsSync } from 'node:fs';
import { check } from '../../compile/check.ts';
import { skillSource } from '../../config/skill-source.ts';
import { printHuman } from '../../diagnostics/print-human.ts';
import { printJson } from '../../diagnostics/print-json.ts';
import { hasErrors } from '../../diagnostics/sort.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { surroundings } from '../surroundings.ts';

interface Options {
  readonly skillsDir?: readonly string[];
}

/** Shows everything that is wrong with a workflow's file at once. Skills are checked where there is a folder of them. */
export const validate: Command<Options> = (call) => {
  const { io, args, options } = call;
  const found = findWorkflow(io.cwd, args[0]);
  if (isRefused(found)) return Promise.resolve(refuse(call, found));
  const { file, source } = found;
  const skills = skillSource(io.cwd, found.path, options.skillsDir);
  const known = skills.dirs.some((dir) => existsSync(dir)) || skills.use !== undefined || options.skillsDir;
  const { graph, dialect = null, diagnostics } = check(source, surroundings(io.cwd, known ? skills : undefined));
  const valid = !hasErrors(diagnostics);
  if (options.json) {
    io.stdout(`${JSON.stringify({ valid, dialect, diagnostics: printJson(diagnostics, file) }, null, 2)}\n`);
  } else {
    io.stdout(printHuman(diagnostics, new TextDecoder().decode(source), file, io.colours));
    const size =
      graph &&
      `${graph.nodes.length} ${graph.dialect === 'graph' ? 'node' : 'step'}${graph.nodes.length === 1 ? '' : 's'}`;
    io.stdout(
      graph ? `${io.colours.green('✓')} ${file} is valid: ${size}\n` : `${io.colours.red('✗')} ${file} is not valid\n`,
    );
  }
  return Promise.resolve(valid ? exitCode.done : exitCode.failed);
};
