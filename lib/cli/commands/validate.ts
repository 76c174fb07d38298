import { resolve } from 'node:path';
import { check } from '../../compile/check.ts';
import { printHuman } from '../../diagnostics/print-human.ts';
import { printJson } from '../../diagnostics/print-json.ts';
import { hasErrors } from '../../diagnostics/sort.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { surroundings } from '../surroundings.ts';

interface Options {
  readonly skillsDir?: string;
}

/** Shows everything that is wrong with a workflow's file at once. Skills are checked where their folder is given. */
export const validate: Command<Options> = (call) => {
  const { io, args, options } = call;
  const found = findWorkflow(io.cwd, args[0]);
  if (isRefused(found)) return Promise.resolve(refuse(call, found));
  const { file, source } = found;
  const skills = options.skillsDir === undefined ? undefined : resolve(io.cwd, options.skillsDir);
  const { graph, dialect = null, diagnostics } = check(source, surroundings(io.cwd, skills));
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
