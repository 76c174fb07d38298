import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { list } from '../../diagnostics/show.ts';
import { projectOf, skillSource } from '../../config/skill-source.ts';
import type { Resolved } from '../../skills/resolved.ts';
import { descriptionOf, isFound } from '../../skills/resolved.ts';
import { resolveSkill, shownPath } from '../../skills/resolve.ts';
import { skillNames } from '../../skills/skill-names.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { table } from '../text-table.ts';

interface Options {
  readonly skillsDir?: readonly string[];
}

/** A skill as it is listed. */
interface Listed {
  readonly name: string;
  readonly kind: Resolved['kind'];
  readonly description: string | null;
  /** Null of a builtin one. */
  readonly file: string | null;
  /** What is wrong with it. */
  readonly problems: readonly string[];
}

/** Lists the skills of a workflow; without one those of `skills/` here, and of the project's file. */
export const skillList: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const found = args[0] === undefined ? undefined : findWorkflow(io.cwd, args[0]);
  if (found && isRefused(found)) return refuse(call, found);
  const workflow = found?.path ?? defaultWorkflow(io.cwd);
  const source = skillSource(io.cwd, workflow, options.skillsDir ?? [], await projectOf(io.cwd, workflow));
  const missing = (options.skillsDir ?? []).filter((dir) => !existsSync(resolve(io.cwd, dir)));
  if (missing.length > 0) return refuse(call, { refused: `there is no folder ${list(missing)}` });
  const skills = skillNames(source).map((name) => listed(io.cwd, name, resolveSkill(source, name)));
  if (options.json) {
    io.stdout(`${JSON.stringify({ skills }, null, 2)}\n`);
    return exitCode.done;
  }
  const rows = skills.map(({ name, kind, description, file, problems }) => {
    return [name, kind, file ?? '-', problems[0] ?? description ?? ''];
  });
  io.stdout(table([['SKILL', 'KIND', 'FILE', 'DESCRIPTION'], ...rows]));
  return exitCode.done;
};

function defaultWorkflow(cwd: string): string {
  const found = findWorkflow(cwd, undefined);
  return isRefused(found) ? resolve(cwd, 'workflow.yaml') : found.path;
}

function listed(cwd: string, name: string, skill: Resolved): Listed {
  const { kind } = skill;
  if (kind === 'invalid') {
    const [{ file }] = skill.problems as [(typeof skill.problems)[number]];
    const problems = skill.problems.map(({ at, message }) => `${at.line}:${at.column} ${message}`);
    return { name, kind, description: null, file: shownPath(cwd, file), problems };
  }
  const description = (isFound(skill) ? descriptionOf(skill) : undefined) ?? null;
  return { name, kind, description, file: isFound(skill) ? shownPath(cwd, skill.file) : null, problems: [] };
}
