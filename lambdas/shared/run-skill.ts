import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeEntry } from '../../lib/ir/table.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { executeCode } from '../../lib/skills/code/execute.ts';
import type { SkillEnvironment } from '../../lib/skills/environment.ts';
import type { Executors } from '../../lib/skills/execute-skill.ts';
import { executeSkill } from '../../lib/skills/execute-skill.ts';
import { prepareWorker } from '../../lib/skills/code/workers.ts';
import { laidSkills, WORKER } from '../../lib/skills/laid.ts';
import type { Script, ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { runScripted } from '../../lib/skills/scripted.ts';

/** How skills are executed here, and what scripted human nodes ask. */
export interface Skills {
  readonly runSkill: RunSkill;
  question(node: NodeEntry): string | undefined;
}

/** The kinds of skills that every function can execute. */
export const ordinaryExecutors: Executors = { code: executeCode };

/**
 * Skills as the stack has laid them into the function's folder, or `mock.json`, a script that stands for all of them.
 * A function of another kind gives its own executors.
 */
export function skillsIn(
  folder: string,
  executors: Executors = ordinaryExecutors,
  environment: SkillEnvironment = functionEnvironment(folder),
): Skills {
  const script = readScript(join(folder, 'mock.json'));
  if (!script) {
    const find = laidSkills(folder);
    // Starting a thread takes a while, which the first node need not wait for.
    if (existsSync(join(folder, WORKER))) prepareWorker(environment.memoryMb);
    return {
      runSkill: (node, context) => executeSkill(executors, find(node.skill), context, environment),
      question: () => undefined,
    };
  }
  return {
    runSkill: (node, context, execution) => runScripted(script, node, context, execution),
    question: (node) => script.get(node.id)?.find(({ wait }) => wait !== undefined)?.wait,
  };
}

function readScript(file: string): Script | undefined {
  if (!existsSync(file)) return undefined;
  return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, ScriptedOutcome[]][]);
}

/** Megabytes that the function itself needs: what a skill may use is the rest. */
const OWN_MEMORY = 160;

/** What skills find in a function. */
export function functionEnvironment(folder: string): SkillEnvironment {
  const memory = Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 0);
  return {
    projectDir: join(folder, 'project'),
    ...(memory > 0 && { memoryMb: Math.max(64, memory - OWN_MEMORY) }),
    secret: (name) => Promise.reject(new Error(`there is no secret ${name}`)),
  };
}
