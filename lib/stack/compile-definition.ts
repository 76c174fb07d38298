import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { loadConfig } from '../config/index.ts';
import type { Config } from '../config/sections.ts';
import { skillSource } from '../config/skill-source.ts';
import { skillsAround } from '../config/skills-around.ts';
import { compile } from '../compile/index.ts';
import type { Compiled } from '../compile/index.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printHuman } from '../diagnostics/print-human.ts';
import { hasErrors } from '../diagnostics/sort.ts';
import type { WorkflowTable } from '../ir/table.ts';
import { resolveSkill } from '../skills/resolve.ts';
import type { SkillSource } from '../skills/resolve.ts';
import type { FoundSkill } from '../skills/resolved.ts';
import { isFound } from '../skills/resolved.ts';
import type { Script } from '../skills/scripted.ts';
import { checkScript, scriptedHumans } from '../skills/scripted.ts';
import { UserError } from './user-error.ts';

export interface DefinitionOptions {
  /** Path of the workflow's file. */
  readonly definition: string;
  /** Folders of skills, the first of which that has one wins; by default `skills/` beside the workflow. */
  readonly skillsDir?: string | readonly string[];
  /** The folder that relative paths of artifacts are taken from, by default the current one. */
  readonly projectDir?: string;
  /** Stands for all skills, which need not exist then. */
  readonly script?: Script;
}

export interface Definition extends Compiled {
  readonly warnings: readonly Diagnostic[];
  /** The skills that have to be laid into functions, by name; none with a script. */
  readonly skills: ReadonlyMap<string, FoundSkill>;
  readonly projectDir: string;
  /** What the project file says. */
  readonly config: Config;
}

/** Reads and compiles a workflow to be deployed. Throws with the frames of `validate` when it has errors. */
export function compileDefinition(options: DefinitionOptions): Definition {
  const { definition, script } = options;
  const text = readFileSync(definition);
  const projectDir = resolve(options.projectDir ?? '.');
  const given = options.skillsDir === undefined ? [] : [options.skillsDir].flat();
  const project = loadConfig(dirname(definition));
  const source = skillSource('.', definition, given, project);
  const { compiled, diagnostics } = compile(text, {
    target: 'aws',
    fileExists: (path) => existsSync(join(projectDir, path)),
    ...(script ? scriptedHumans(script) : skillsAround('.', source)),
  });
  if (!compiled || hasErrors(diagnostics)) {
    const frames = printHuman(diagnostics, text.toString(), relative('.', definition));
    throw new UserError(`the workflow cannot be deployed:\n\n${frames}`);
  }
  const wrong = script ? checkScript(script, compiled.table) : [];
  if (wrong.length > 0) throw new UserError(`the script does not fit ${definition}: ${wrong.join('; ')}`);
  const skills = script ? new Map<string, FoundSkill>() : foundSkills(source, compiled.table);
  return { ...compiled, warnings: diagnostics, skills, projectDir, config: project.config };
}

function foundSkills(source: SkillSource, table: WorkflowTable): Map<string, FoundSkill> {
  const found = new Map<string, FoundSkill>();
  for (const { skill } of table.nodes) {
    const resolved = resolveSkill(source, skill);
    if (isFound(resolved)) found.set(skill, resolved);
  }
  return found;
}
