import { stackPrefix, stage } from './place-options.ts';
import type { Verb, VerbOption } from './verb.ts';
import { workflowVerbs } from './workflow-verbs.ts';

const skillsDir: VerbOption = {
  flags: '--skills-dir <folder>',
  text: 'where the skills are, several times if need be; skills/ beside the workflow and of the project by default',
  kind: 'list',
};
const output: VerbOption = { flags: '-o, --output <file>', text: 'write it there, in place of stdout' };
const runId: VerbOption = { flags: '--run <id>', text: 'the run, in place of the latest one' };
const carriedArtifacts: VerbOption = {
  flags: '--artifacts <folder>',
  text: 'the artifacts of the run too, in this folder; else they stay where they are',
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

/** The kinds of skills, as `skill new` takes them. */
const SKILL_KINDS = ['code', 'prompt', 'agent', 'http', 'lambda', 'command', 'human', 'workflow'] as const;

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
  ...workflowVerbs,
  {
    name: 'plan',
    args: '[workflow]',
    summary: 'show what would run, how often at most, and at what cost',
    options: [
      { flags: '--run <id>', text: 'in place of that, what this run cost or would have cost in the cloud' },
      ...elsewhere,
    ],
    examples: ['plan', 'plan release --json', 'plan --run latest', 'plan release --cloud --stage prod'],
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
      {
        flags: '--client <name>',
        text: 'whose run it is, for the log in Notion, in place of the client of the workflow',
      },
      {
        flags: '--triggered-by <what>',
        text: 'for programs: what starts a new run, where that is no person',
        choices: ['schedule', 'event', 'api', 'workflow'],
      },
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
    name: 'artifacts',
    args: '[workflow] [get] [path]',
    summary: 'list what a run has written, or get one file of it',
    options: [runId, { flags: '--node <id>', text: 'only what this node has written' }, output, ...elsewhere],
    examples: ['artifacts', 'artifacts get artifacts/report.md', 'artifacts release get dist/app.zip -o app.zip'],
    load: async () => (await import('./commands/artifacts.ts')).artifacts,
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
    summary: 'write the record of a run as state.json; its artifacts too where a folder is named for them',
    options: [runId, output, carriedArtifacts, ...elsewhere],
    examples: [
      'state export -o run/state.json --artifacts run/artifacts',
      'state export release --cloud --run 20260131-093000-a1b2c3',
    ],
    load: async () => (await import('./commands/state-export.ts')).stateExport,
  },
  {
    name: 'state import',
    args: '<file> [workflow]',
    summary: 'make a run of a state.json, with its artifacts where a folder with them is named',
    options: [
      carriedArtifacts,
      { flags: '--force', text: 'in place of a run that there is, or for another version of the workflow' },
      ...elsewhere,
    ],
    examples: ['state import state.json', 'state import run/state.json release --cloud --artifacts run/artifacts'],
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
    name: 'skill list',
    args: '[workflow]',
    summary: 'list the skills that a workflow can use',
    options: [skillsDir],
    examples: ['skill list', 'skill list release --skills-dir ../catalogue/skills --json'],
    load: async () => (await import('./commands/skill-list.ts')).skillList,
  },
  {
    name: 'skill new',
    args: '<name>',
    summary: 'write a skill that works, and a test of it, to begin with',
    options: [
      { flags: '--kind <kind>', text: 'what executes it', choices: SKILL_KINDS, default: 'code' },
      { flags: '--skills-dir <folder>', text: 'where to put it; skills/ by default' },
    ],
    examples: ['skill new check-links', 'skill new crm/sync-email --kind prompt', 'skill new ready --kind human'],
    load: async () => (await import('./commands/skill-new.ts')).skillNew,
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
  ['skill', 'list the skills that there are, or begin a new one'],
  ['state', 'carry the record of a run from here to the cloud, or back'],
]);
