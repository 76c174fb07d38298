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
const output: VerbOption = { flags: '-o, --output <file>', text: 'write it there, in place of stdout' };
const runId: VerbOption = { flags: '--run <id>', text: 'the run, in place of the latest one' };

/** Of the verbs that run a workflow. */
const working: readonly VerbOption[] = [
  {
    flags: '--mock [script]',
    text: 'scripted outcomes in place of skills; without a script every node passes',
  },
  skillsDir,
  { flags: '--force', text: 'go on although the workflow has changed: the record goes by id' },
  { flags: '--state <file>', text: 'show the record there, in place of .workflow/state.json' },
  { flags: '--max-concurrency <n>', text: 'run at most so many nodes at once', kind: 'count' },
];

/** In the order of the help. */
export const verbs: readonly Verb[] = [
  {
    name: 'validate',
    args: '[workflow]',
    summary: 'show everything that is wrong with a workflow',
    options: [{ flags: '--skills-dir <folder>', text: 'check that every skill exists in this folder' }],
    examples: ['validate', 'validate release --skills-dir skills', 'validate flows/a.yaml --json'],
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  {
    name: 'compile',
    args: '[workflow]',
    summary: 'write the Step Functions definition of a workflow',
    options: [
      output,
      { flags: '--print <what>', text: 'what to write', choices: ['asl', 'ir', 'tree'], default: 'asl' },
      {
        flags: '--target <target>',
        text: 'with aws, what cannot be deployed is an error',
        choices: ['local', 'aws'],
        default: 'local',
      },
    ],
    examples: ['compile -o machine.asl.json', 'compile release --target aws', 'compile --print tree'],
    load: async () => (await import('./commands/compile.ts')).compile,
  },
  {
    name: 'plan',
    args: '[workflow]',
    summary: 'show what would run, how often at most, and at what cost',
    options: [],
    examples: ['plan', 'plan release --json'],
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'run',
    args: '[workflow]',
    summary: 'run a workflow here, or go on with its unfinished run',
    options: [
      { flags: '--fresh', text: 'start a new run, whatever there is' },
      { flags: '--input <input>', text: 'the input: text, JSON, or @file' },
      { flags: '--set <name=value>', text: 'add a field to the input', kind: 'list' },
      { flags: '--from <node>', text: 'start at this node; what lies before it keeps what the last run made of it' },
      { flags: '--dry-run', text: 'show the plan and run nothing' },
      ...working,
    ],
    examples: ['run', 'run release --input "fix the build"', 'run --mock outcomes.yaml --fresh --json'],
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'status',
    args: '[workflow]',
    summary: 'show the nodes of a run, or the history of runs',
    options: [
      runId,
      { flags: '--last <n>', text: 'the history: the last so many runs', kind: 'count' },
      {
        flags: '--status <status>',
        text: 'the history: runs that stand so',
        choices: ['completed', 'partial', 'failed', 'cancelled', 'skipped', 'running', 'paused', 'interrupted'],
      },
    ],
    examples: ['status', 'status release --last 10', 'status --status failed --json'],
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'resume',
    args: '[workflow]',
    summary: 'go on with an unfinished run',
    options: [runId, ...working],
    examples: ['resume', 'resume --run 20260131-093000-a1b2c3', 'resume --force'],
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'approve',
    args: '<node> [workflow]',
    summary: 'answer a node that waits for a person, and go on',
    options: [
      { flags: '--label <label>', text: 'the way to take, where the node offers several' },
      { flags: '--text <text>', text: 'an answer in words' },
      { flags: '--fail <reason>', text: 'the answer is no: the node fails' },
      runId,
      ...working,
    ],
    examples: ['approve S17 --label "release deployment is required"', 'approve review --fail "not like this"'],
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    name: 'cancel',
    args: '[workflow]',
    summary: 'mark a run that is paused or was interrupted as cancelled',
    options: [runId],
    examples: ['cancel', 'cancel --run 20260131-093000-a1b2c3'],
    load: async () => (await import('./commands/cancel.ts')).cancel,
  },
  {
    name: 'doctor',
    args: '',
    summary: 'examine the records of runs',
    options: [{ flags: '--run <id>', text: 'only this run' }],
    examples: ['doctor', 'doctor --run 20260131-093000-a1b2c3'],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'graph',
    args: '[workflow]',
    summary: 'draw a workflow, or a run of it',
    options: [
      { flags: '--format <format>', text: 'how', choices: ['mermaid', 'dot', 'svg', 'html'], default: 'mermaid' },
      { flags: '--run <id>', text: 'colour it by what became of this run; latest is the last one' },
      output,
    ],
    examples: ['graph', 'graph --format svg -o workflow.svg', 'graph --run latest --format html -o run.html'],
    load: async () => (await import('./commands/graph.ts')).graph,
  },
  {
    name: 'schema',
    args: '',
    summary: 'write the JSON Schema of workflow files, for editors',
    options: [output],
    examples: ['schema -o workflow.schema.json'],
    load: async () => (await import('./commands/schema.ts')).schema,
  },
];
