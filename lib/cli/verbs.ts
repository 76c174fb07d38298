import type { Command } from './io.ts';

/** A verb as the command line knows it: everything but what it does, which is loaded when it is used. */
export interface Verb {
  readonly name: string;
  /** Such as `[workflow]` or `<node> [workflow]`. */
  readonly args: string;
  readonly summary: string;
  readonly options: readonly VerbOption[];
  readonly examples: readonly string[];
  readonly load: () => Promise<Command<never>>;
}

/** The flags, such as `--mock [file]`, and what they do. */
export interface VerbOption {
  readonly flags: string;
  readonly text: string;
  /** `count` is a whole number from 1 on, `list` may be given several times. */
  readonly kind?: 'count' | 'list';
  readonly choices?: readonly string[];
  readonly default?: string;
}

const skillsDir: VerbOption = {
  flags: '--skills-dir <folder>',
  text: 'where the skills are; skills/ beside the workflow by default',
};
const mock: VerbOption = {
  flags: '--mock [script]',
  text: 'scripted outcomes in place of skills; without a script every node passes',
};
const runId: VerbOption = { flags: '--run <id>', text: 'the run, in place of the latest one' };
const force: VerbOption = { flags: '--force', text: 'go on although the workflow has changed: the record goes by id' };
const working: readonly VerbOption[] = [
  skillsDir,
  mock,
  force,
  { flags: '--state <file>', text: 'write the record there, in place of .workflow/state.json' },
  { flags: '--max-concurrency <n>', text: 'run at most so many nodes at once', kind: 'count' },
];

export const verbs: readonly Verb[] = [
  {
    name: 'run',
    args: '[workflow]',
    summary: 'run a workflow here, or go on with its unfinished run',
    options: [
      { flags: '--fresh', text: 'start a new run, whatever there is' },
      { flags: '--input <input>', text: 'the input: text, JSON, or @file' },
      { flags: '--set <name=value>', text: 'add a field to the input', kind: 'list' },
      { flags: '--dry-run', text: 'show the plan and run nothing' },
      ...working,
    ],
    examples: ['run', 'run release --input "fix the build"', 'run --mock outcomes.yaml --fresh --json'],
    load: async () => (await import('./commands/run.ts')).run,
  },
];
