import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const samples = path.join(import.meta.dirname, 'samples');

/** The workflows of a business, each in a folder of its name. */
export const businesses: readonly string[] = readdirSync(samples);

export interface Steps {
  readonly schedule: { readonly enabled: boolean; readonly cron?: string; readonly timezone?: string };
  readonly steps: readonly {
    readonly id: string;
    readonly command: string;
    readonly args?: Readonly<Record<string, string>>;
  }[];
}

export const sample = (name: string, file: string) => path.join(samples, name, file);

export function workflowText(name: string): string {
  return readFileSync(sample(name, 'workflow.yaml'), 'utf8');
}

/** Ids of the steps that fail, and why. */
export function failing(name: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(sample(name, 'failing.json'), 'utf8')) as Record<string, string>;
}

const folderOf = (command: string) => `workflows/skills/${command.slice(1).replace(':', '/')}`;

/**
 * A project's files: the workflow, and a skill of code for each of its steps. One that fails does not do so before the
 * steps beside it have begun, which takes them less than so many milliseconds.
 */
export function withCode(name: string, fails: Readonly<Record<string, string>>, begun = 300): Record<string, string> {
  const text = workflowText(name);
  const { steps } = parse(text) as Steps;
  const skills = steps.map(({ id, command }): [string, string] => [
    `${folderOf(command)}/index.js`,
    fails[id] === undefined
      ? `export default () => ({ output: ${JSON.stringify(`the result of ${id}`)} });\n`
      : `export default async () => {
  await new Promise((resolve) => setTimeout(resolve, ${begun}));
  throw new Error(${JSON.stringify(fails[id])});
};\n`,
  ]);
  return { [`workflows/${name}.yaml`]: text, ...Object.fromEntries(skills) };
}

/**
 * The same with skills that are programs: a small script prints what it was asked to do, with the arguments of the step,
 * in which the outputs of earlier steps stand.
 */
export function withCommands(name: string): Record<string, string> {
  const text = workflowText(name);
  const { steps } = parse(text) as Steps;
  const skills = steps.flatMap(({ id, command, args = {} }): [string, string][] => {
    const words = Object.keys(args).map((key) => `'${key}={{args.${key}}}'`);
    const line = ['sh', "'{skill}/work.sh'", ...words].join(', ');
    return [
      [`${folderOf(command)}/skill.yaml`, `kind: command\ncommand: [${line}]\n`],
      [`${folderOf(command)}/work.sh`, `echo "${id} is done"\nfor word; do echo "with $word"; done\n`],
    ];
  });
  return { [`workflows/${name}.yaml`]: text, ...Object.fromEntries(skills) };
}

/** What is shown, without times and ids. Lines of steps that run at once come in any order, so they are sorted. */
export function inOrder(stdout: string): string {
  const lines = stdout
    .replace(/\([\d.]+m?s\)/g, '(TIME)')
    .replace(/Duration: .*/, 'Duration: TIME')
    .replace(/\d{8}-\d{6}-[0-9a-z]{6}/g, 'RUN')
    // Of a step that began before another one ended only the whole line.
    .split('\n')
    .filter((line) => !/^\[Step .*\.\.\.$/.test(line));
  const isStep = (line: string) => line.startsWith('[Step ');
  const steps = lines.filter(isStep).sort();
  return lines.map((line) => (isStep(line) ? steps.shift()! : line)).join('\n');
}
