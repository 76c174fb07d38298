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
  /** Whether options that it does not know are another program's. */
  readonly passesOn?: boolean;
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
  text: 'where the skills are, several times if need be; skills/ beside the workflow by default',
  kind: 'list',
};
const output: VerbOption = { flags: '-o, --output <file>', text: 'write it there, in place of stdout' };
const runId: VerbOption = { flags: '--run <id>', text: 'the run, in place of the latest one' };

/** Which stack a verb is about. */
const stackPrefix: VerbOption = {
  flags: '--stack-prefix <prefix>',
  text: 'how the name of the stack begins; stepwright- by default',
};

const stage: VerbOption = {
  flags: '--stage <name>',
  text: 'the stage of stepwright.yaml that says which account, region and stacks are meant',
};

/** Of the verbs that are about runs, wherever those are. */
const elsewhere: readonly VerbOption[] = [
  { flags: '--cloud', text: 'on the deployed stack, not here' },
  stage,
  stackPrefix,
];
const runStatuses = ['completed', 'partial', 'failed', 'cancelled', 'skipped', 'running', 'paused', 'interrupted'];
const wait: VerbOption = { flags: '--wait', text: 'in the cloud: show what happens until the run has ended' };

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
  {
    flags: '--output <where>',
    text: 'where results go, in place of the output_format of the workflow',
    choices: ['chat', 'notion', 'both'],
  },
];

/** Of the verbs that delete what nothing refers to any more. */
const pruning: readonly VerbOption[] = [
  { flags: '--prune', text: 'delete published versions of functions that no run refers to any more' },
  { flags: '--keep <n>', text: 'with --prune: leave the newest so many of each function; 3 by default', kind: 'count' },
];

/** In the order of the help. */
export const verbs: readonly Verb[] = [
  {
    name: 'validate',
    args: '[workflow]',
    summary: 'show everything that is wrong with a workflow',
    options: [
      skillsDir,
      {
        flags: '--format <format>',
        text: 'for people, or as annotations of GitHub Actions',
        choices: ['human', 'github'],
        default: 'human',
      },
    ],
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
    name: 'list',
    args: '',
    summary: 'list the workflows here',
    options: [
      { flags: '--scheduled', text: 'only those whose schedule is on' },
      { flags: '--verbose', text: 'with their steps, schedules and last runs' },
    ],
    examples: ['list', 'list --scheduled --json'],
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'create',
    args: '[name]',
    summary: 'make a workflow in workflows/, by asking for its steps or from a template',
    options: [
      {
        flags: '--from-template <template>',
        text: 'single-step, daily-briefing, approval, or a workflow of this project',
      },
      { flags: '--description <text>', text: 'what it is for' },
    ],
    examples: ['create morning-routine', 'create morning-routine --from-template daily-briefing'],
    load: async () => (await import('./commands/create.ts')).create,
  },
  {
    name: 'edit',
    args: '[workflow]',
    summary: 'add or remove a step, or set the schedule; the rest of the file stays as it is written',
    options: [
      { flags: '--add-step <id>', text: 'add a step behind the others' },
      { flags: '--command <command>', text: 'of the new step: what it does, such as /inbox:triage' },
      { flags: '--name <text>', text: 'of the new step: what is shown for it' },
      { flags: '--arg <name=value>', text: 'of the new step: an argument', kind: 'list' },
      { flags: '--depends-on <id>', text: 'of the new step: a step that comes before it', kind: 'list' },
      { flags: '--output-as <key>', text: 'of the new step: the context key that receives its output' },
      { flags: '--condition <condition>', text: 'of the new step: it runs only when this holds' },
      { flags: '--remove-step <id>', text: 'remove a step; those after it then depend on what it depended on' },
      { flags: '--schedule <cron>', text: 'set the schedule and switch it on' },
      { flags: '--timezone <zone>', text: 'the zone of the schedule, such as Europe/Berlin' },
    ],
    examples: [
      'edit morning-routine --add-step post --command /chat:post --depends-on briefing',
      'edit morning-routine --remove-step calendar',
      'edit morning-routine --schedule "0 9 * * 1-5" --timezone Europe/Berlin',
    ],
    load: async () => (await import('./commands/edit.ts')).edit,
  },
  {
    name: 'schedule',
    args: '[workflow]',
    summary: 'show or set when a workflow runs by itself',
    options: [
      { flags: '--cron <cron>', text: 'set it: minute, hour, day of month, month, weekday' },
      { flags: '--natural <words>', text: 'set it in words, such as "every weekday at 9am"' },
      { flags: '--timezone <zone>', text: 'the zone of the times, such as Europe/Berlin' },
      { flags: '--enable', text: 'switch it on' },
      { flags: '--disable', text: 'switch it off, and keep it' },
      { flags: '--list', text: 'the schedules of all workflows here' },
      {
        flags: '--persistent [file]',
        text: 'show a script and lines of crontab that run it on this computer; write the script to the file',
      },
      { flags: '--yes', text: 'take the words as they are understood, without asking' },
      { flags: '--cloud', text: 'on the deployed stack: show its schedules, or switch them' },
      stage,
      stackPrefix,
    ],
    examples: [
      'schedule morning-routine --natural "every weekday at 9am" --timezone Europe/Berlin --yes',
      'schedule --list',
      'schedule morning-routine --disable --cloud',
    ],
    load: async () => (await import('./commands/schedule.ts')).schedule,
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
        choices: runStatuses,
      },
      ...elsewhere,
    ],
    examples: ['status', 'status release --last 10', 'status --status failed --json', 'status --cloud'],
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'runs',
    args: '[workflow]',
    summary: 'show the history of runs, the newest first',
    options: [
      { flags: '--last <n>', text: 'the last so many; 20 by default', kind: 'count' },
      { flags: '--status <status>', text: 'only runs that stand so', choices: runStatuses },
      ...elsewhere,
    ],
    examples: ['runs', 'runs release --last 50 --json', 'runs --cloud --status failed'],
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'logs',
    args: '[workflow]',
    summary: 'show what was logged in a run',
    options: [
      runId,
      { flags: '--node <node>', text: 'only what is about this node' },
      { flags: '--since <time>', text: 'only what is newer: a span such as 30m, 1h or 2d, or a time' },
      { flags: '--follow', text: 'wait for more while the run goes on' },
      ...elsewhere,
    ],
    examples: ['logs', 'logs release --node S05 --since 1h', 'logs --cloud --follow'],
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'resume',
    args: '[workflow]',
    summary: 'go on with an unfinished run',
    options: [runId, ...working, ...elsewhere, wait],
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
      ...elsewhere,
      wait,
    ],
    examples: ['approve S17 --label "release deployment is required"', 'approve review --fail "not like this"'],
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    name: 'cancel',
    args: '[workflow]',
    summary: 'mark a run that is paused or was interrupted as cancelled; in the cloud stop it',
    options: [runId, ...elsewhere],
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
    name: 'deploy',
    args: '[workflow]',
    summary: 'deploy a workflow to AWS with the CDK, which gets all further options',
    options: [
      stage,
      stackPrefix,
      { flags: '--mock <script>', text: 'scripted outcomes stand for every skill of the deployed workflow' },
      skillsDir,
      ...pruning,
    ],
    examples: ['deploy', 'deploy release --require-approval never', 'deploy --mock outcomes.yaml -- --profile test'],
    load: async () => (await import('./commands/deploy.ts')).deploy,
    passesOn: true,
  },
  {
    name: 'start',
    args: '[workflow]',
    summary: 'start a run of a deployed workflow',
    options: [
      { flags: '--input <input>', text: 'the input: text, JSON, or @file' },
      { flags: '--set <name=value>', text: 'add a field to the input', kind: 'list' },
      { flags: '--from <node>', text: 'start at this node; what lies before it keeps what the latest run made of it' },
      { flags: '--run <id>', text: 'with --from: the run whose results are kept, in place of the latest one' },
      { flags: '--fresh', text: 'with --from: keep nothing' },
      { flags: '--force', text: 'with --from: keep results of nodes that have changed, too' },
      { flags: '--wait', text: 'show what happens until the run has ended, and end as run does' },
      stage,
      stackPrefix,
    ],
    examples: ['start --wait', 'start release --input @request.json'],
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'versions',
    args: '[workflow]',
    summary: "show the published versions of a deployed workflow's functions, and which runs refer to them",
    options: [...pruning, stage, stackPrefix],
    examples: ['versions', 'versions release --prune --keep 1'],
    load: async () => (await import('./commands/versions.ts')).versions,
  },
  {
    name: 'state export',
    args: '[workflow]',
    summary: 'write the record of a run as state.json; its artifacts stay where they are',
    options: [runId, output, ...elsewhere],
    examples: ['state export -o state.json', 'state export release --cloud --run 20260131-093000-a1b2c3'],
    load: async () => (await import('./commands/state-export.ts')).stateExport,
  },
  {
    name: 'state import',
    args: '<file> [workflow]',
    summary: 'make a run of a state.json; its artifacts stay where they are',
    options: [
      { flags: '--force', text: 'in place of a run that there is, or for another version of the workflow' },
      ...elsewhere,
    ],
    examples: ['state import state.json', 'state import state.json release --cloud'],
    load: async () => (await import('./commands/state-import.ts')).stateImport,
  },
  {
    name: 'destroy',
    args: '[workflow]',
    summary: 'delete the stack of a workflow with the CDK, which gets all further options',
    options: [stage, stackPrefix, { flags: '--delete-data', text: 'with the records and artifacts of all runs' }],
    examples: ['destroy', 'destroy release --force --delete-data'],
    load: async () => (await import('./commands/destroy.ts')).destroy,
    passesOn: true,
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

/** What the first words of verbs of several words are about. */
export const groups: ReadonlyMap<string, string> = new Map([
  ['state', 'carry the record of a run from here to the cloud, or back'],
]);
