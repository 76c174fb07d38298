import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { compile } from '../../lib/compile/index.ts';
import { readScript } from '../../lib/skills/read-script.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import { scriptOf } from '../reference/fuzz.ts';
import type { Case as Generated } from '../reference/generated.ts';
import { yamlOf } from '../reference/generated.ts';
import type { Script } from '../reference/result.ts';
import type { Scripted } from './machines.ts';

/** A workflow to run in the cloud, and what is said of its run beside what the rules say. */
export interface Case extends Scripted {
  readonly name: string;
  readonly expect?: ExpectedRun;
}

/** What a case of the language says of its run; the exit code is the command line's. */
export interface ExpectedRun {
  readonly status: string;
  readonly exit: number;
  readonly nodes: Readonly<Record<string, string>>;
  /** How often each node's skill was executed. */
  readonly runs: Readonly<Record<string, number>>;
  /** Nodes that stopped the run. */
  readonly stopped_at?: readonly string[];
}

type Outcomes = Readonly<Record<string, ScriptedOutcome | readonly ScriptedOutcome[]>>;

const test = join(import.meta.dirname, '..');

/** The samples of `test/run`. */
export function runSamples(): Case[] {
  return foldersOf(join(test, 'run/samples'), (name, folder) => {
    const input = join(folder, 'input.json');
    return {
      name,
      yaml: readFileSync(join(folder, 'workflow.yaml'), 'utf8'),
      script: existsSync(join(folder, 'script.yaml')) ? scriptIn(folder) : new Map(),
      ...(existsSync(input) && { input: JSON.parse(readFileSync(input, 'utf8')) as unknown }),
    };
  });
}

/** The samples of `test/reference`, where the input stands in the script. */
export function referenceSamples(): Case[] {
  return foldersOf(join(test, 'reference/samples'), (name, folder) => {
    const script = readFileSync(join(folder, 'script.yaml'), 'utf8');
    const { input, ...outcomes } = (parse(script) ?? {}) as { readonly input?: unknown };
    return {
      name,
      yaml: readFileSync(join(folder, 'workflow.yaml'), 'utf8'),
      script: scriptFrom(outcomes),
      input,
    };
  });
}

/** Cases of the language, a YAML file each: `{title, workflow, script, expect}`. */
export function languageCases(folder: string): Case[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().map((name) => {
    const { workflow, script, expect } = parse(readFileSync(join(folder, name), 'utf8')) as {
      workflow: unknown;
      script?: Outcomes;
      expect: ExpectedRun;
    };
    return { name, yaml: stringify(workflow), script: scriptFrom(script ?? {}), expect };
  });
}

/** So many generated workflows, the same for the same seed, without those that the cloud cannot run by itself. */
export function generatedCases(workflows: fc.Arbitrary<Generated>, count: number, seed: number): Case[] {
  const fit = workflows
    .map((one) => ({ yaml: yamlOf(one), script: scriptOf(one), input: one.input }))
    .filter(isFitForCloud);
  return fc.sample(fit, { numRuns: count, seed }).map((one, i) => ({ ...one, name: `seed ${seed}, number ${i + 1}` }));
}

/** Whether a run needs no person, and the services take its workflow. */
export function isFitForCloud({ yaml, script }: Scripted): boolean {
  const { compiled } = compile(yaml, { target: 'aws' });
  const waits = [...script.values()].flat().some(({ wait }) => wait !== undefined);
  return compiled !== undefined && !waits && !compiled.table.nodes.some(({ human }) => human);
}

function foldersOf(samples: string, read: (name: string, folder: string) => Case): Case[] {
  const names = readdirSync(samples).sort();
  return names.map((name) => read(name, join(samples, name)));
}

function scriptIn(folder: string): Script {
  const script = readScript(folder, 'script.yaml');
  if ('refused' in script) throw new Error(script.refused);
  return script;
}

function scriptFrom(outcomes: Outcomes): Script {
  return new Map(Object.entries(outcomes).map(([id, list]) => [id, [list].flat()]));
}
