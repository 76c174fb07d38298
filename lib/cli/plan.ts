import type { Compiled } from '../compile/index.ts';
import { limitsOf } from '../compile/limits.ts';
import type { Limits } from '../compile/limits.ts';
import { visible } from '../diagnostics/show.ts';
import { batches } from '../ir/batches.ts';
import { duration } from '../ir/duration.ts';
import { toJson } from '../ir/json.ts';
import type { Outcome, WorkflowTable } from '../ir/table.ts';
import { nodesFrom } from '../node/start-at.ts';
import type { Cost, Range } from './cost.ts';
import { costOf } from './cost.ts';
import type { Estimate } from './estimate.ts';
import { estimate } from './estimate.ts';
import type { Palette } from './palette.ts';
import type { RunCost } from './run-cost.ts';
import { wrapIndented } from './wrap.ts';

/** What would run, in which order, how often at most, and at what cost. Maps are by id, in the file's order. */
export interface Plan {
  readonly workflow: string;
  readonly version: string;
  readonly batches: readonly (readonly string[])[];
  /** Visits of each node at most. */
  readonly bounds: ReadonlyMap<string, number>;
  /** How often each loop may be taken. */
  readonly loops: ReadonlyMap<string, number>;
  /** Of each node with several ways: what it may take, and where that leads. */
  readonly routes: ReadonlyMap<string, readonly Route[]>;
  readonly transitions: Limits['transitions'];
  readonly history: Limits['history'];
  readonly definitionBytes: number;
  readonly time: Estimate;
  readonly cost: Cost;
}

export interface Route {
  /** The label, or `passed`, `failed` or `skipped` where there is none. */
  readonly take: string;
  readonly to: readonly string[];
  /** Key of the loop that it asks for. */
  readonly loop?: string;
}

/**
 * `lasted` has the seconds that nodes took in the last run, by id. Of a run that starts at a node only what it and those
 * after it do is planned; the machine passes the others all the same.
 */
export function planOf(compiled: Compiled, lasted: ReadonlyMap<string, number> = new Map(), from?: string): Plan {
  const { analysis, table } = compiled;
  const limits = limitsOf(compiled);
  const order = partOf(batches(analysis), table, from);
  return {
    workflow: table.name,
    version: table.version,
    batches: order,
    bounds: limits.bounds,
    loops: new Map(table.loops.map(({ key, bound }) => [key, bound])),
    routes: routesOf(table),
    transitions: limits.transitions,
    history: limits.history,
    definitionBytes: limits.definitionBytes,
    time: estimate(compiled, order, lasted),
    cost: costOf(compiled),
  };
}

function partOf(order: readonly (readonly string[])[], table: WorkflowTable, from: string | undefined) {
  if (from === undefined) return order;
  const part = nodesFrom(table, from);
  return order.map((ids) => ids.filter((id) => part.has(id))).filter((ids) => ids.length > 0);
}

export function planJson(plan: Plan): string {
  return `${toJson(plan, 2)}\n`;
}

function routesOf(table: WorkflowTable): Map<string, Route[]> {
  const routes = table.nodes.map(({ id, outcomes }): [string, Route[]] => [
    id,
    outcomes.map((outcome) => routeOf(table, outcome)),
  ]);
  return new Map(routes.filter(([, ways]) => ways.length > 1));
}

const words = { pass: 'passed', fail: 'failed', skip: 'skipped', tolerated: 'failed' };

function routeOf(table: WorkflowTable, { kind, label, takes, asks }: Outcome): Route {
  const take = label ?? words[kind];
  if (asks === undefined) return { take, to: takes.map((edge) => table.edges[edge]!.to) };
  const loop = table.loops[asks]!;
  return { take, to: [loop.to], loop: loop.key };
}

/** The plan for people, in a terminal of so many columns. */
export function printPlan(plan: Plan, { bold, dim }: Palette, columns?: number): string {
  const { transitions, history, cost } = plan;
  const number = (value: number) => value.toLocaleString('en-US');
  const lines = [
    bold(`Plan: ${visible(plan.workflow)} v${visible(plan.version)}`),
    '',
    'Batches, each after the ones before it:',
    ...plan.batches.flatMap((ids, i) =>
      batchLines(ids.map(visible), i + 1, columns).map((line) => line.replaceAll(' |', dim(' |'))),
    ),
  ];
  if (plan.routes.size > 0) lines.push('', 'Routes:');
  for (const [id, ways] of plan.routes) {
    lines.push(`  ${visible(id)}`);
    for (const { take, to, loop } of ways) {
      const where = to.length === 0 ? dim('nothing more') : to.map(visible).join(', ');
      lines.push(`    ${visible(take)} → ${where}${loop === undefined ? '' : dim(' (back)')}`);
    }
  }
  if (plan.loops.size > 0) lines.push('', 'Loops:');
  for (const [key, bound] of plan.loops)
    lines.push(`  ${visible(key)} at most ${number(bound)} time${bound === 1 ? '' : 's'}`);
  lines.push(
    '',
    `Time: ${timeOf(plan.time)}`,
    `Transitions: ${number(transitions.best)} to ${number(transitions.worst)}, and ${number(transitions.retries)} more if everything is retried`,
    `History: ${number(history.worst)} events at most, ${number(history.withPlatformRetries)} if the platform fails all the time`,
    `Definition: ${number(plan.definitionBytes)} bytes`,
    ...wrapIndented(
      `Cost: ${range(cost.perRun)} a run, ${range(cost.per1000Runs)} for 1,000 runs, without ${cost.without}`,
      columns,
      '',
      '      ',
    ),
    dim(`      (list prices of ${cost.region}, ${cost.asOf})`),
  );
  if (cost.perMonth)
    lines.push(`      ${range(cost.perMonth)} a month, at ${number(Math.round(cost.runsPerMonth!))} runs`);
  lines.push(`      ${dollars(cost.standingPerMonth)} a month for alarms, metrics, the dashboard and a key of a stack`);
  return `${lines.join('\n')}\n`;
}

/** The number stands before the first of the lines. */
function batchLines(ids: readonly string[], number: number, columns: number | undefined): string[] {
  const indent = `  ${String(number).padStart(3)}  `;
  const lines = wrapIndented(ids.join(' | '), columns, ' '.repeat(indent.length));
  return lines.map((line, i) => (i === 0 ? indent + line.slice(indent.length) : line));
}

function timeOf({ expected, most }: Estimate): string {
  const limit = `at most ${duration(most)} by the timeouts`;
  return expected === null ? `${limit}, if every node runs once` : `about ${duration(expected)}, ${limit}`;
}

/** What a run cost, for people. */
export function printRunCost({ run, usage: { least, most }, cost, region, asOf }: RunCost): string {
  const kinds = ['transitions', 'invocations', 'readUnits', 'writeUnits', 'puts'] as const;
  const names = {
    transitions: ['transition', 'transitions'],
    invocations: ['invocation', 'invocations'],
    readUnits: ['read unit', 'read units'],
    writeUnits: ['write unit', 'write units'],
    puts: ['object written', 'objects written'],
  } as const;
  const lines = kinds.map((kind) => {
    const count = least[kind] === most[kind] ? `${least[kind]}` : `${least[kind]} to ${most[kind]}`;
    return `  ${count} ${names[kind][most[kind] === 1 ? 0 : 1]}`;
  });
  return [`Run ${run}: ${range(cost)} (list prices of ${region}, ${asOf}), without its skills`, ...lines, ''].join(
    '\n',
  );
}

function range({ least, most }: Range): string {
  return `${dollars(least)} to ${dollars(most)}`;
}

function dollars(value: number): string {
  return `$${value < 0.01 ? value.toFixed(5) : value.toFixed(2)}`;
}
