import { visible } from '../../diagnostics/show.ts';
import type { RecordedRun } from '../../local/records.ts';
import { recordedRuns } from '../../local/records.ts';
import type { ScheduleFacts } from '../../schedule/facts.ts';
import { localTime, scheduleFacts } from '../../schedule/facts.ts';
import { exitCode } from '../exit-codes.ts';
import { fill, fit } from '../fit.ts';
import type { Command, Io } from '../io.ts';
import type { KnownWorkflow } from '../known-workflows.ts';
import { knownWorkflows } from '../known-workflows.ts';
import { scheduleJson, scheduleLines } from '../say-schedule.ts';
import { wrapIndented } from '../wrap.ts';

interface Options {
  readonly scheduled?: boolean;
  readonly verbose?: boolean;
}

/** A workflow with what is shown of it. */
interface Listed extends KnownWorkflow {
  readonly schedule?: ScheduleFacts;
  readonly latest: { readonly run: string; readonly status: string; readonly started: string } | undefined;
}

/** Lists the workflows of the project, or only those whose schedule is on. */
export const list: Command<Options> = async ({ io, options }) => {
  const known = knownWorkflows(io.cwd);
  const wanted = options.scheduled ? known.filter(({ graph }) => graph?.schedule?.enabled) : known;
  const latest = await latestRuns(io.cwd, new Set(wanted.map(({ name }) => name)));
  const listed = wanted.map((workflow) => lookAt(io, workflow, latest.get(workflow.name)));
  if (options.json) io.stdout(`${JSON.stringify({ workflows: listed.map(asJson) }, null, 2)}\n`);
  else if (listed.length > 0) io.stdout(options.verbose ? inFull(io, listed) : inLines(io, listed));
  else io.stdout(nothing(known.length, options.scheduled ?? false));
  return exitCode.done;
};

function lookAt({ now }: Io, workflow: KnownWorkflow, run: RecordedRun | undefined): Listed {
  const schedule = workflow.graph?.schedule;
  const latest = run && { run: run.run, status: run.status, started: run.header.started };
  return { ...workflow, ...(schedule && { schedule: scheduleFacts(schedule, now()) }), latest };
}

/** The latest run of each of these workflows, in one pass. */
async function latestRuns(cwd: string, names: ReadonlySet<string>): Promise<Map<string, RecordedRun>> {
  const found = new Map<string, RecordedRun>();
  if (names.size === 0) return found;
  for await (const run of recordedRuns(cwd)) {
    const name = run.header.workflow;
    if (names.has(name) && !found.has(name)) found.set(name, run);
    if (found.size === names.size) break;
  }
  return found;
}

function nothing(known: number, scheduled: boolean): string {
  if (!scheduled || known === 0) return 'There is no workflow here yet; stepwright create makes one.\n';
  return `None of the ${known} workflow${known === 1 ? '' : 's'} here has a schedule that is on; stepwright schedule sets one.\n`;
}

function asJson({ name, file, graph, diagnostics, schedule, latest }: Listed): object {
  return {
    name,
    file: file.file,
    valid: graph !== undefined,
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    dialect: graph?.dialect ?? null,
    version: graph?.version.text ?? null,
    description: graph?.description ?? null,
    tags: graph?.tags ?? [],
    nodes: graph?.nodes.map(({ id }) => id) ?? [],
    schedule: schedule ? scheduleJson(schedule) : null,
    latest: latest ?? null,
  };
}

function inLines({ colours, terminal }: Io, listed: readonly Listed[]): string {
  const rows = listed.map((workflow) => [visible(workflow.name), sizeOf(workflow), ...stateOf(workflow)]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => [...cells[column]!].length)));
  const lines = rows.map((cells, i) => {
    const text = cells
      .map((cell, column) => fill(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    const line = fit(text, terminal?.columns);
    return listed[i]!.graph ? line : colours.red(line);
  });
  return `${lines.join('\n')}\n`;
}

function sizeOf({ graph, diagnostics }: KnownWorkflow): string {
  if (!graph) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    return `${errors} error${errors === 1 ? '' : 's'}`;
  }
  const what = graph.dialect === 'steps' ? 'step' : 'node';
  return `v${visible(graph.version.text)}, ${graph.nodes.length} ${what}${graph.nodes.length === 1 ? '' : 's'}`;
}

function stateOf({ latest, schedule }: Listed): [last: string, next: string] {
  const [next] = schedule?.next ?? [];
  const fires = schedule?.enabled && next ? `next ${localTime(next, schedule.timezone)} ${schedule.timezone}` : '';
  return [latest ? latest.status : 'never run', fires];
}

function inFull({ colours, terminal }: Io, listed: readonly Listed[]): string {
  const lay = (text: string) => wrapIndented(text, terminal?.columns, '  ', '  ');
  const blocks = listed.map((workflow) => {
    const { name, file, graph, schedule, latest } = workflow;
    const lines = [`${colours.bold(visible(name))}  ${sizeOf(workflow)}  ${colours.dim(file.file)}`];
    if (graph?.description !== undefined) lines.push(...lay(visible(graph.description)));
    if (graph && graph.tags.length > 0) lines.push(...lay(`Tags: ${graph.tags.map(visible).join(', ')}`));
    if (graph)
      lines.push(
        ...lay(
          `${graph.dialect === 'steps' ? 'Steps' : 'Nodes'}: ${graph.nodes.map(({ id }) => visible(id)).join(', ')}`,
        ),
      );
    if (schedule)
      lines.push(
        ...scheduleLines(schedule, colours).map((line, i) => `  ${i === 0 ? 'Schedule: ' : '          '}${line}`),
      );
    lines.push(...lay(latest ? `Last run: ${latest.status}, ${latest.started} (${latest.run})` : 'Never run'));
    return lines.join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
