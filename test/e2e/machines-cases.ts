import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { compile } from '../../lib/compile/index.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { Compared } from './machines-compare.ts';
import type { Scripted } from './machines.ts';

/** A workflow to run in the cloud, and what is said of its run beside what the rules say. */
export interface Case extends Scripted {
  readonly name: string;
  readonly expect?: Expected;
}

/** What a case of the language says of its run; the exit code is the command line's. */
interface Expected {
  readonly status: string;
  readonly exit: number;
  readonly nodes: Readonly<Record<string, string>>;
  /** How often each node's skill was executed. */
  readonly runs: Readonly<Record<string, number>>;
  /** Nodes that stopped the run. */
  readonly stopped_at?: readonly string[];
}

type Outcomes = Readonly<Record<string, ScriptedOutcome | readonly ScriptedOutcome[]>>;

/** The folders in a folder of samples: `workflow.yaml`, `script.yaml` (in it, or in `input.json`, the input). */
export function sampleCases(folder: string): Case[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const file = (part: string) => join(folder, name, part);
      const text = (part: string) => (existsSync(file(part)) ? readFileSync(file(part), 'utf8') : undefined);
      const { input: own, ...outcomes } = (parse(text('script.yaml') ?? '') ?? {}) as Outcomes & { input?: unknown };
      const json = text('input.json');
      const input = json === undefined ? own : (JSON.parse(json) as unknown);
      return { name, yaml: text('workflow.yaml')!, script: scriptOf(outcomes), input };
    });
}

/** Cases of the language, a YAML file each: `{title, workflow, script, expect}`. */
export function languageCases(folder: string): Case[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().map((file) => {
    const { workflow, script, expect } = parse(readFileSync(join(folder, file), 'utf8')) as {
      workflow: unknown;
      script?: Outcomes;
      expect: Expected;
    };
    return { name: file, yaml: stringify(workflow), script: scriptOf(script ?? {}), expect };
  });
}

/** Whether a run needs no person, and the services take its workflow. */
export function isFitForCloud({ yaml, script }: Scripted): boolean {
  const { compiled } = compile(yaml, { target: 'aws' });
  const waits = [...script.values()].flat().some(({ wait }) => wait !== undefined);
  return compiled !== undefined && !waits && !compiled.table.nodes.some(({ human }) => human);
}

/**
 * How a run differs from what its case says, a sentence each. After a stop, a node of which the rules leave open how far
 * it had come may be told otherwise than the case does.
 */
export function unlike({ expect }: Case, { expected, got }: Compared): string[] {
  if (!expect) return [];
  const found: string[] = [];
  const same = (what: string, want: unknown, is: unknown) => {
    if (want !== is) found.push(`${what} is ${String(is)}, and the case says ${String(want)}`);
  };
  same('the result', expect.status, got.status);
  same('the exit code', expect.exit, got.exit);
  for (const [id, status] of Object.entries(expect.nodes)) {
    if ((expected.nodes.get(id)?.allowed?.length ?? 1) > 1) continue;
    same(id, status, got.state.nodes.get(id)?.status);
    same(`the number of executions of ${id}`, expect.runs[id], got.state.nodes.get(id)?.runs ?? 0);
  }
  for (const id of expect.stopped_at ?? []) {
    const { status } = got.state.nodes.get(id)!;
    if (!['blocked', 'failed'].includes(status)) found.push(`${id} is ${status}, and the case says that it stopped`);
  }
  return found;
}

function scriptOf(outcomes: Outcomes): Scripted['script'] {
  return new Map(Object.entries(outcomes).map(([id, list]) => [id, [list].flat()]));
}
