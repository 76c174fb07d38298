import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compile } from '../compile/index.ts';
import type { Compiled } from '../compile/index.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printHuman } from '../diagnostics/print-human.ts';
import { hasErrors } from '../diagnostics/sort.ts';
import type { Script } from '../skills/scripted.ts';
import { checkScript } from '../skills/scripted.ts';
import { skillFiles } from './skill-files.ts';
import { UserError } from './user-error.ts';

export interface DefinitionOptions {
  /** Path of the workflow's file. */
  readonly definition: string;
  /** Folders of skills, by default `skills/` beside the workflow. */
  readonly skillsDir?: string | readonly string[];
  /** The folder that relative paths of artifacts are taken from, by default the current one. */
  readonly projectDir?: string;
  /** Stands for all skills, which need not exist then. */
  readonly script?: Script;
}

export interface Definition extends Compiled {
  readonly warnings: readonly Diagnostic[];
  /** Files of the skills by name; none with a script. */
  readonly skills: ReadonlyMap<string, string>;
  readonly projectDir: string;
}

/** Reads and compiles a workflow to be deployed. Throws with the frames of `validate` when it has errors. */
export function compileDefinition(options: DefinitionOptions): Definition {
  const { definition, script } = options;
  const source = readFileSync(definition);
  const projectDir = resolve(options.projectDir ?? '.');
  const known = skillFiles([options.skillsDir ?? join(dirname(definition), 'skills')].flat());
  const { compiled, diagnostics } = compile(source, {
    target: 'aws',
    fileExists: (path) => existsSync(join(projectDir, path)),
    ...(script
      ? { humans: humansOf(script) }
      : { skillExists: (name) => known.find(name) !== undefined, skillNames: () => known.names() }),
  });
  if (!compiled || hasErrors(diagnostics)) {
    const text = printHuman(diagnostics, source.toString(), relative('.', definition));
    throw new UserError(`the workflow cannot be deployed:\n\n${text}`);
  }
  const wrong = script ? checkScript(script, compiled.table) : [];
  if (wrong.length > 0) throw new UserError(`the script does not fit ${definition}: ${wrong.join('; ')}`);
  const names = new Set(script ? [] : compiled.table.nodes.map(({ skill }) => skill));
  const skills = new Map([...names].map((name) => [name, known.find(name)!]));
  return { ...compiled, warnings: diagnostics, skills, projectDir };
}

function humansOf(script: Script): Set<string> {
  return new Set([...script].filter(([, list]) => list.some(({ wait }) => wait !== undefined)).map(([id]) => id));
}
