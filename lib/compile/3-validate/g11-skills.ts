import { skillName } from '../../ir/skill-name.ts';
import type { Rule } from './facts.ts';

/**
 * G11: with a folder of skills, each skill that is executed is in it, and nothing is wrong with its files. In the steps
 * dialect the same goes for commands (V006).
 */
export const skills: Rule = ({ graph, environment, suggest, report }) => {
  const { skillExists, skillFaults, skillNames } = environment;
  if (!skillExists) return;
  const known = new Map<string, boolean>();
  for (const { skill, human } of graph.nodes) {
    const name = skill.text;
    // A person does the work.
    if (human) continue;
    // A malformed name has been told, and is not asked for: it might lead out of the folder.
    if (skillName(name) === undefined) continue;
    if (!known.has(name)) {
      known.set(name, skillExists(name));
      for (const { file, source, at, message, hint } of skillFaults?.(name) ?? []) {
        const entry = graph.dialect === 'graph' ? 'skillInvalid' : 'commandInvalid';
        report(entry, { skill: name, message, hint }, at, { file, source });
      }
    }
    if (known.get(name)) continue;
    const near = skillNames && suggest(name, skillNames());
    if (graph.dialect === 'graph') report('skillUnknown', { skill: name, near }, skill.at);
    else report('commandUnknown', { skill: name, command: `/${name.replaceAll('/', ':')}`, near }, skill.at);
  }
};
