import { existsSync, rmSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { atExit } from '../at-exit.ts';
import type { SkillContext } from '../skill.ts';

/** The folder in which a program and its node exchange what they have for each other; deleted at the end. */
export interface Exchange {
  readonly folder: string;
  /** The node's input artifacts, by their paths. */
  readonly inputs: string;
  /** Where the program writes its outputs, by their paths. */
  readonly outputs: string;
  /** Where it may say how it ended. */
  readonly outcome: string;
  /** A copy of the skill's folder, whose files are not to be changed. */
  readonly skill: string;
  /** What of the outputs is there: hands each file to the node. Throws where something is no file. */
  collect(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes the folder, with all inputs of the node in it and, where the skill has one, the skill's folder. */
export async function openExchange(context: SkillContext, skillFolder: string | undefined): Promise<Exchange> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwright-skill-'));
  const place = (name: string): string => join(folder, name);
  const forget = atExit(() => rmSync(folder, { recursive: true, force: true }));
  const exchange: Exchange = {
    folder,
    inputs: place('inputs'),
    outputs: place('outputs'),
    outcome: place('outcome.json'),
    skill: place('skill'),
    collect: () => collect(place('outputs'), context),
    async remove() {
      await rm(folder, { recursive: true, force: true });
      forget();
    },
  };
  try {
    await mkdir(exchange.inputs);
    await mkdir(exchange.skill);
    for (const path of context.inputs) await put(join(exchange.inputs, path), await context.artifacts.readBytes(path));
    for (const output of context.outputs) await mkdir(outputFolder(exchange.outputs, output), { recursive: true });
    await mkdir(exchange.outputs, { recursive: true });
    if (skillFolder !== undefined) await copyReadOnly(skillFolder, exchange.skill);
    return exchange;
  } catch (error) {
    await exchange.remove();
    throw error;
  }
}

/** The folder of a declared output is there already, so that a program can write the file at once. */
function outputFolder(outputs: string, output: string): string {
  return output.endsWith('/') ? join(outputs, output) : dirname(join(outputs, output));
}

async function put(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function copyReadOnly(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    dereference: true,
    filter: (source) => !['node_modules', '.git'].includes(source.slice(source.lastIndexOf(sep) + 1)),
  });
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await chmod(file, (await lstat(file)).mode & 0o555);
  }
}

async function collect(outputs: string, { artifacts }: SkillContext): Promise<void> {
  if (!existsSync(outputs)) throw new Error('the program has deleted the folder of its outputs');
  const entries = await readdir(outputs, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of paths.sort()) {
    const path = relative(outputs, file).split(sep).join('/');
    // A link could lead to any file of the machine.
    if (!(await lstat(file)).isFile()) throw new Error(`the output ${path} is no file of its own`);
    await artifacts.write(path, await readFile(file));
  }
}
