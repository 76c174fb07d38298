import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compile } from '../compile/index.ts';
import type { Compiled } from '../compile/index.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printHuman } from '../diagnostics/print-human.ts';
import { hasErrors } from '../diagnostics/sort.ts';
import type { WorkflowTable } from '../ir/table.ts';
import { resolveSkill, skillNames } from '../skills/resolve.ts';
import type { Resolved } from '../skills/resolve.ts';
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
  /** Files of the code skills by name; none with a script. */
  readonly skills: ReadonlyMap<string, string>;
  readonly projectDir: string;
}

/** Reads and compiles a workflow to be deployed. Throws with the frames of `validate` when it has errors. */
export function compileDefinition(options: DefinitionOptions): Definition {
  const { definition, script } = options;
  const source = readFileSync(definition);
  const projectDir = resolve(options.projectDir ?? '.');
  const folders = [options.skillsDir ?? join(dirname(definition), 'skills')].flat().map((folder) => resolve(folder));
  const { compiled, diagnostics } = compile(source, {
    target: 'aws',
    fileExists: (path) => existsSync(join(projectDir, path)),
    ...(script
      ? scriptedHumans(script)
      : { skillExists: (name) => find(folders, name) !== undefined, skillNames: () => folders.flatMap(skillNames) }),
  });
  if (!compiled || hasErrors(diagnostics)) {
    const text = printHuman(diagnostics, source.toString(), relative('.', definition));
    throw new UserError(`the workflow cannot be deployed:\n\n${text}`);
  }
  const wrong = script ? checkScript(script, compiled.table) : [];
  if (wrong.length > 0) throw new UserError(`the script does not fit ${definition}: ${wrong.join('; ')}`);
  const skills = script ? new Map<string, string>() : codeSkills(folders, compiled.table);
  return { ...compiled, warnings: diagnostics, skills, projectDir };
}

function codeSkills(folders: readonly string[], table: WorkflowTable): Map<string, string> {
  const found = new Map<string, string>();
  for (const { skill } of table.nodes) {
    const resolved = find(folders, skill);
    if (resolved?.kind === 'code') found.set(skill, resolved.path);
  }
  return found;
}

function find(folders: readonly string[], name: string): Resolved | undefined {
  const found = folders.map((folder) => resolveSkill(folder, name)).filter(({ kind }) => kind !== 'missing');
  return found.find(({ kind }) => kind === 'code') ?? found[0];
}
