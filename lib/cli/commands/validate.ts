import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { check } from '../../compile/check.ts';
import type { LoadedConfig } from '../../config/index.ts';
import { projectOf, skillSource } from '../../config/skill-source.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { printGithub } from '../../diagnostics/print-github.ts';
import { printHuman } from '../../diagnostics/print-human.ts';
import { printJson } from '../../diagnostics/print-json.ts';
import { hasErrors } from '../../diagnostics/sort.ts';
import type { Graph } from '../../ir/graph.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Call, Command, Io } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { surroundings } from '../surroundings.ts';

interface Options {
  readonly skillsDir?: readonly string[];
  readonly format?: 'human' | 'github';
}

/**
 * Shows everything that is wrong with a workflow's file, and with the project file that it belongs to, at once. Skills
 * are checked where there is a folder of them.
 */
export const validate: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const found = findWorkflow(io.cwd, args[0]);
  if (isRefused(found)) return refuse(call, found);
  const { file, source } = found;
  const project = await projectOf(io.cwd, found.path);
  const skills = skillSource(io.cwd, found.path, options.skillsDir ?? [], project);
  const known = skills.dirs.some((dir) => existsSync(dir)) || skills.use !== undefined || options.skillsDir;
  const {
    graph,
    dialect = null,
    diagnostics,
  } = check(source, {
    ...surroundings(io.cwd),
    // Reading manifests takes long enough to be left alone where there are none.
    ...(known && (await import('../../config/skills-around.ts')).skillsAround(io.cwd, skills)),
  });
  const examined = [{ file, text: new TextDecoder().decode(source), diagnostics }, ...projectFile(io.cwd, project)];
  const valid = examined.every((each) => !hasErrors(each.diagnostics));
  if (options.json) {
    const all = examined.flatMap((each) => printJson(each.diagnostics, each.file));
    io.stdout(`${JSON.stringify({ valid, dialect, diagnostics: all }, null, 2)}\n`);
    return valid ? exitCode.done : exitCode.failed;
  }
  const print = options.format === 'github' ? inGithub : inColours(io);
  for (const each of examined) io.stdout(print(each));
  io.stdout(valid && graph ? `${io.colours.green('✓')} ${file} is valid: ${size(graph)}\n` : notValid(call, examined));
  return valid ? exitCode.done : exitCode.failed;
};

interface Examined {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

function projectFile(cwd: string, { file, text, diagnostics }: LoadedConfig): Examined[] {
  return file === undefined || text === undefined ? [] : [{ file: relative(cwd, file), text, diagnostics }];
}

const inGithub = ({ diagnostics, file }: Examined): string => printGithub(diagnostics, file);

const inColours =
  ({ colours }: Io) =>
  ({ diagnostics, text, file }: Examined): string =>
    printHuman(diagnostics, text, file, colours);

function notValid({ io }: Call<Options>, examined: readonly Examined[]): string {
  const wrong = examined.filter(({ diagnostics }) => hasErrors(diagnostics));
  return wrong.map(({ file }) => `${io.colours.red('✗')} ${file} is not valid\n`).join('');
}

function size({ nodes, dialect }: Graph): string {
  return `${nodes.length} ${dialect === 'graph' ? 'node' : 'step'}${nodes.length === 1 ? '' : 's'}`;
}
