import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeEntry } from '../../lib/ir/table.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { builtinSkills } from '../../lib/skills/builtin.ts';
import { loadCodeSkill } from '../../lib/skills/code.ts';
import type { Script, ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import type { Skill } from '../../lib/skills/skill.ts';

/** How skills are executed here, and what scripted human nodes ask. */
export interface Skills {
  readonly runSkill: RunSkill;
  question(node: NodeEntry): string | undefined;
}

/**
 * Skills as the stack has laid them into the function's folder: `skills/<name>.mjs` each, loaded when first used, or
 * `mock.json`, a script that stands for all of them.
 */
export function skillsIn(folder: string): Skills {
  const script = readScript(join(folder, 'mock.json'));
  if (!script)
    return {
      runSkill: async (node, context) => (await loadSkill(folder, node.skill))(context),
      question: () => undefined,
    };
  return {
    runSkill: (node, context, execution) => runScripted(script, node, context, execution),
    question: (node) => script.get(node.id)?.find(({ wait }) => wait !== undefined)?.wait,
  };
}

function readScript(file: string): Script | undefined {
  if (!existsSync(file)) return undefined;
  return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, ScriptedOutcome[]][]);
}

async function loadSkill(folder: string, name: string): Promise<Skill> {
  const file = join(folder, 'skills', `${name}.mjs`);
  const builtin = existsSync(file) ? undefined : builtinSkills.get(name);
  return builtin ?? loadCodeSkill(file);
}
