import type { VerbOption } from './verb.ts';

/** Which stack a verb is about. */
export const stackPrefix: VerbOption = {
  flags: '--stack-prefix <prefix>',
  text: 'how the name of the stack begins; stepwright- by default',
};

/** Which stage of the project file. */
export const stage: VerbOption = {
  flags: '--stage <name>',
  text: 'the stage of stepwright.yaml that says which account, region and stacks are meant',
};
