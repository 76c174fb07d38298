import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { skillName } from '../../ir/skill-name.ts';
import type { SkillKind } from '../../skills/manifest/schema.ts';
import { newSkill } from '../../skills/new-skill.ts';
import { resolveSkill, shownPath } from '../../skills/resolve.ts';
import { exitCode } from '../exit-codes.ts';
import type { Command } from '../io.ts';
import { refuse } from '../io.ts';

interface Options {
  readonly kind: SkillKind;
  readonly skillsDir?: string;
}

/** Writes a skill to begin with. One that there is already is left alone. */
export const skillNew: Command<Options> = (call) => {
  const { io, args, options } = call;
  const name = args[0]!;
  const parts = skillName(name)?.split('/') ?? [];
  if (parts.length === 0 || parts.length > 2) {
    const why = 'a name is one or two segments of letters, digits, ".", "_" and "-", such as crm/sync-email';
    return Promise.resolve(refuse(call, { refused: `${name} is no name of a skill: ${why}` }));
  }
  const root = resolve(io.cwd, options.skillsDir ?? 'skills');
  const existing = resolveSkill({ dirs: [root] }, name);
  if (existing.kind !== 'missing' && existing.kind !== 'builtin') {
    const file = existing.kind === 'invalid' ? existing.problems[0]!.file : existing.file;
    return Promise.resolve(refuse(call, { refused: `there is a skill ${name} already: ${shownPath(io.cwd, file)}` }));
  }
  const folder = join(root, name);
  const files = [...newSkill(name, options.kind)].map(([file, content]) => ({ path: join(folder, file), content }));
  try {
    for (const { path, content } of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { flag: 'wx' });
    }
  } catch (error) {
    return Promise.resolve(refuse(call, { refused: `the skill cannot be written: ${(error as Error).message}` }));
  }
  const paths = files.map(({ path }) => relative(io.cwd, path));
  const seen = relative(io.cwd, root) || '.';
  const tries = `stepwright run ${join(relative(io.cwd, folder), 'try.yaml')} --skills-dir ${seen}`;
  if (options.json) io.stdout(`${JSON.stringify({ name, kind: options.kind, files: paths, try: tries }, null, 2)}\n`);
  else io.stdout(`${paths.map((path) => `${io.colours.green('✓')} ${path}\n`).join('')}Try it with: ${tries}\n`);
  return Promise.resolve(exitCode.done);
};
