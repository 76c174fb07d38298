import { shortHash } from './names.ts';
import type { SkillFacts } from './skill-facts.ts';

/**
 * What stands in a definition for the function or the container of a node's skill, as `${name}`; the stack puts the
 * real one in its place. Letters, digits and underscores, and another one for each skill.
 */
export function hostName(skill: string, facts: Pick<SkillFacts, 'host'> | undefined): string {
  switch (facts?.host) {
    case undefined:
    case 'shared':
      return 'RunNode';
    case 'prompt':
      return 'RunPrompt';
    case 'own':
      return `Skill_${nameOf(skill)}`;
    case 'container':
      return `Container_${nameOf(skill)}`;
  }
}

/** Where the containers of a workflow run: the network is a list of names separated by commas. */
export const CLUSTER = 'Cluster';
export const SUBNETS = 'Subnets';
export const SECURITY_GROUP = 'SecurityGroup';
export const PUBLIC_ADDRESS = 'PublicAddress';

/** The container that does the work, in every task definition. */
export const CONTAINER = 'skill';

function nameOf(skill: string): string {
  const plain = skill.replace(/[^A-Za-z0-9]+/g, '_');
  return plain === skill ? plain : `${plain}_${shortHash(skill, 6)}`;
}
