import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { printJson } from '../../diagnostics/print-json.ts';
import { list, visible } from '../../diagnostics/show.ts';
import { check } from '../../compile/check.ts';
import type { ScheduleChange } from '../../edit/set-schedule.ts';
import { setSchedule } from '../../edit/set-schedule.ts';
import type { Graph } from '../../ir/graph.ts';
import { isZone } from '../../ir/time-zone.ts';
import type { ScheduleFacts } from '../../schedule/facts.ts';
import { scheduleFacts } from '../../schedule/facts.ts';
import { exitCode } from '../exit-codes.ts';
import type { WorkflowFile } from '../find-workflow.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { CloudOptions } from '../in-cloud.ts';
import { interpret } from '../interpret-schedule.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { knownWorkflow, knownWorkflows } from '../known-workflows.ts';
import type { Persistent } from '../persistent.ts';
import { persistent, sayPersistent } from '../persistent.ts';
import { sayInvalid } from '../say-invalid.ts';
import { scheduleJson, scheduleLines } from '../say-schedule.ts';
import { sayWarnings } from '../say-warnings.ts';
import { checkText, textOf, writeText } from '../write-edited.ts';

interface Options extends CloudOptions {
  readonly cron?: string;
  readonly natural?: string;
  readonly timezone?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
  readonly list?: boolean;
  readonly persistent?: string | true;
  readonly yes?: boolean;
  readonly cloud?: boolean;
}

/** Shows the schedule of a workflow, or sets it in the workflow's file. */
export const schedule: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const clash = contradiction(options);
  if (clash !== undefined) return refuse(call, { refused: clash });
  if (options.cloud) return (await import('./cloud/schedule.ts')).schedule(call);
  if (options.list) return showAll(call);
  const file = findWorkflow(io.cwd, args[0]);
  if (isRefused(file)) return refuse(call, file);
  const text = textOf(file);
  if (typeof text !== 'string') return refuse(call, text);
  const change = await wantedChange(call, text);
  if ('code' in change) return change.code;
  if (Object.keys(change).length === 0) return show(call, file, text, []);
  const edited = setSchedule(text, change);
  if (edited.kind === 'refused') return refuse(call, { refused: `the schedule is not set: ${edited.why}` });
  const valid = checkText(call, file.file, edited.text);
  if (valid.kind === 'not-written') return valid.code;
  const refused = await writeText(file, valid);
  if (refused) return refuse(call, refused);
  if (!options.json) io.stdout(`${io.colours.green('✓')} ${file.file} is changed\n`);
  return show(call, file, edited.text, valid.warnings);
};

const pairs = [
  ['cron', 'natural'],
  ['enable', 'disable'],
  ['cron', 'disable'],
  ['natural', 'disable'],
] as const;

function contradiction(options: Options): string | undefined {
  const both = pairs.find((pair) => pair.every((name) => options[name] !== undefined));
  if (both) return `${list(both.map((name) => `--${name}`))} contradict each other`;
  const changing = (['cron', 'natural', 'timezone', 'persistent'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (options.cloud && changing.length > 0)
    return `with --cloud a schedule is only shown or switched; ${list(changing.map((name) => `--${name}`))} are set in the file, and deployed`;
  return undefined;
}

/** What is to be set: nothing where the schedule is only shown. */
async function wantedChange(call: Call<Options>, text: string): Promise<ScheduleChange | { readonly code: number }> {
  const { cron, natural, timezone, enable, disable } = call.options;
  const zone = timezone ?? check(text).graph?.schedule?.timezone?.text ?? 'UTC';
  const set = {
    ...(enable && { enabled: true }),
    ...(disable && { enabled: false }),
    ...(timezone !== undefined && { timezone }),
  };
  // A zone that is not known is told by the check of the file.
  if (natural !== undefined && isZone(zone)) {
    const meant = await interpret(call, natural, zone);
    return meant.kind === 'refused' ? { code: meant.code } : { ...set, enabled: true, cron: meant.cron };
  }
  if (natural !== undefined) return { code: refuse(call, { refused: `the timezone ${zone} is unknown` }) };
  return cron === undefined ? set : { ...set, enabled: true, cron: cron.trim() };
}

function show(call: Call<Options>, file: WorkflowFile, text: string, warnings: readonly Diagnostic[]): number {
  const { io, options } = call;
  const { graph, diagnostics } = check(text);
  if (!graph) return sayInvalid(call, { kind: 'invalid', file, diagnostics, skills: undefined });
  const facts = graph.schedule && scheduleFacts(graph.schedule, io.now());
  const runner = runnerOf(call, file, graph);
  if (runner === 'no-cron')
    return refuse(call, { refused: `${graph.name.text} has no schedule; --cron or --natural sets one` });
  if (options.json) {
    const said = { name: graph.name.text, file: file.file, schedule: facts ? scheduleJson(facts) : null };
    io.stdout(
      `${JSON.stringify({ ...said, warnings: printJson(warnings, file.file), ...(runner && { persistent: runner }) }, null, 2)}\n`,
    );
    return exitCode.done;
  }
  io.stdout(`${io.colours.bold(visible(graph.name.text))}\n`);
  const lines = facts ? scheduleLines(facts, io.colours) : ['no schedule; --cron or --natural sets one'];
  io.stdout(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
  sayWarnings(io, { warnings: warnings.filter(({ code }) => code === 'V008') });
  if (runner) sayPersistent(io, runner);
  return exitCode.done;
}

function runnerOf(
  { io, options }: Call<Options>,
  file: WorkflowFile,
  graph: Graph,
): Persistent | 'no-cron' | undefined {
  if (options.persistent === undefined) return undefined;
  if (graph.schedule?.cron === undefined) return 'no-cron';
  return persistent(io, file, graph, options.persistent === true ? undefined : options.persistent);
}

/** The schedules of all workflows here, or of the one that is named. */
function showAll(call: Call<Options>): number {
  const { io, args, options } = call;
  const wanted = args[0] === undefined ? undefined : findWorkflow(io.cwd, args[0]);
  if (wanted && isRefused(wanted)) return refuse(call, wanted);
  const one = wanted && knownWorkflow(io.cwd, wanted, args[0]!);
  if (one && !one.graph) return sayInvalid(call, { kind: 'invalid', ...one, skills: undefined });
  const found = (one ? [one] : knownWorkflows(io.cwd)).flatMap(({ name, file, graph }) => {
    if (!graph?.schedule) return [];
    const facts = scheduleFacts(graph.schedule, io.now());
    return facts.cron === null ? [] : [{ name, file: file.file, facts }];
  });
  if (options.json) {
    const schedules = found.map(({ facts, ...workflow }) => ({ ...workflow, ...scheduleJson(facts) }));
    io.stdout(`${JSON.stringify({ schedules }, null, 2)}\n`);
  } else if (found.length === 0)
    io.stdout(
      `${wanted ? `${wanted.file} has no schedule` : 'No workflow here has a schedule'}; stepwright schedule ${args[0] ?? 'NAME'} --natural "..." sets one.\n`,
    );
  else io.stdout(found.map(({ name, facts }) => block(name, facts, io)).join('\n'));
  return exitCode.done;
}

function block(name: string, facts: ScheduleFacts, { colours }: Call<object>['io']): string {
  const lines = scheduleLines(facts, colours).map((line) => `  ${line}`);
  return `${colours.bold(visible(name))}\n${lines.join('\n')}\n`;
}
