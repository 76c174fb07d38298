import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { hostName } from '../ir/host-names.ts';
import type { SkillFacts } from '../ir/skill-facts.ts';
import { factsOf } from '../skills/facts.ts';
import type { FoundSkill } from '../skills/resolved.ts';
import type { FunctionContent } from './function-folder.ts';
import { functionFolder } from './function-folder.ts';
import { EXECUTING, workflowFunction } from './functions.ts';
import type { FunctionProps } from './functions.ts';
import { isService } from './services.ts';
import { allowSkill } from './skill-rights.ts';

/** The skills that run at one kind of place. */
export function skillsOn(host: SkillFacts['host'], skills: ReadonlyMap<string, FoundSkill>): FoundSkill[] {
  return [...skills.values()].filter((skill) => factsOf(skill)?.host === host);
}

/**
 * A function for each skill that states memory, policy statements or secrets: it holds the code of that skill alone, and
 * its role may do what that skill asks for. By their names in the definition.
 */
export function skillFunctions(
  scope: Construct,
  skills: readonly FoundSkill[],
  content: FunctionContent,
  stores: Pick<FunctionProps, 'table' | 'bucket' | 'encryptionKey'>,
): Record<string, LambdaFunction> {
  const functions = skills.map((skill) => {
    const { name, manifest } = skill;
    const id = hostName(name, { host: 'own' });
    const made = workflowFunction(scope, id, {
      ...stores,
      ...EXECUTING,
      description: `runs the skill ${name}`.slice(0, 128),
      folder: functionFolder(isService(skill) ? 'run-service' : 'run-skill', { ...content, skills: [skill] }),
      timeout: Duration.seconds(900),
      ...(manifest.memory_mb !== undefined && { memorySize: manifest.memory_mb }),
    });
    allowSkill(made, made.role!, manifest);
    return [id, made] as const;
  });
  return Object.fromEntries(functions);
}
