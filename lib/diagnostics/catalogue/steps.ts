import { didYouMean, error, skillFault, warning } from '../entry.ts';
import type { SkillFault } from '../entry.ts';
import { chain, list, show } from '../show.ts';

/** The rules of the steps dialect, V001 to V015, but for the schedule. */
export const stepsRules = {
  noSteps: error<object>('V001', () => 'There are no steps'),
  duplicateStep: error<{ id: string; firstLine: number }>(
    'V002',
    ({ id, firstLine }) => `The id ${show(id)} is used a second time, first at line ${firstLine}`,
  ),
  dependencyUnknown: error<{ id: string; dependency: string; near: string | undefined }>(
    'V003',
    ({ id, dependency }) => `${show(id)} depends on ${show(dependency)}, which is no step`,
    ({ near }) => didYouMean(near),
  ),
  stepsCycle: error<{ ids: readonly string[] }>('V004', ({ ids }) => `This dependency closes a cycle: ${chain(ids)}`),
  tooManySteps: error<{ count: number; limit: number }>(
    'V005',
    ({ count, limit }) => `There are ${count} steps; at most ${limit} are allowed`,
    () => 'Split the workflow in two.',
  ),
  badCommand: error<{ command: string }>(
    'V006',
    ({ command }) =>
      command.startsWith('/')
        ? `The command ${show(command)} is malformed`
        : `The command ${show(command)} does not start with "/"`,
    () =>
      'A command is `/name` or `/ns:name`, of letters, digits and the characters ".", "_" and "-", and never ".."; nothing is substituted in it.',
  ),
  commandUnknown: error<{ command: string; skill: string; near: string | undefined }>(
    'V006',
    ({ command, skill }) => `There is no skill ${show(skill)} for the command ${show(command)}`,
    ({ near }) => didYouMean(near),
  ),
  commandInvalid: error<SkillFault>('V006', skillFault, ({ hint }) => hint),
  argNotText: error<{ name: string; found: string; quoted: string | undefined }>(
    'V007',
    ({ name, found }) => `The argument ${show(name)} must be a text, not ${found}`,
    ({ quoted }) => (quoted === undefined ? 'Write it as one text in quotes.' : `Put it in quotes: ${quoted}`),
  ),
  duplicateOutput: error<{ key: string; id: string; firstLine: number }>(
    'V009',
    ({ key, id, firstLine }) => `\`output_as\` ${show(key)} is also that of ${show(id)} at line ${firstLine}`,
  ),
  badOutput: error<{ key: string }>(
    'V009',
    ({ key }) => `\`output_as\` ${show(key)} is no key`,
    () => 'A key is made of letters, digits and "_".',
  ),
  stepsVersion: warning<{ version: string }>(
    'V010',
    ({ version }) => `The version ${show(version)} is not a semantic version`,
    () => 'Write three numbers, as in 1.0.0.',
  ),
  versionMissing: warning<object>('V010', () => '`version` of the workflow is missing; 1.0.0 is assumed'),
  dependsOnItself: error<{ id: string }>('V011', ({ id }) => `${show(id)} depends on itself`),
  timeoutUnusual: warning<{ seconds: number }>(
    'V012',
    ({ seconds }) => `A limit of ${seconds} second${seconds === 1 ? '' : 's'} is unusual; 10 to 3600 are common`,
  ),
  reservedOutput: error<{ key: string }>(
    'V013',
    ({ key }) => `\`output_as\` ${show(key)} is reserved`,
    () => 'workflow_name, workflow_version, run_id and run_timestamp are given by the run.',
  ),
  nameNotKebab: warning<{ name: string; better: string | undefined }>(
    'V014',
    ({ name }) => `The name ${show(name)} is not in kebab-case`,
    ({ better }) => better && `Write ${show(better)}.`,
  ),
  duplicateDependency: warning<{ dependency: string }>(
    'V015',
    ({ dependency }) => `The dependency ${show(dependency)} stands here a second time`,
  ),
  badCondition: warning<{ text: string; problem: string }>(
    'V015',
    ({ text, problem }) => `\`condition\` is no predicate, so the step always runs: ${show(text)} ${problem}`,
    () => 'Write `context.key`, `!context.key`, `context.key == value` or `context.key != value`.',
  ),
  implicitOrder: warning<{ from: string; to: string; keys: readonly string[] }>(
    'V015',
    ({ from, to, keys }) =>
      `${show(to)} reads ${list(keys.map((key) => `\`context.${key}\``))} of ${show(from)} without depending on it, so it runs after it`,
    ({ from }) => `Add ${show(from)} to its \`depends_on\`.`,
  ),
  readsTooEarly: warning<{ from: string; to: string; key: string }>(
    'V015',
    ({ from, to, key }) =>
      `${show(to)} reads \`context.${key}\` of ${show(from)}, which comes after it, so it never sees that value`,
  ),
};
