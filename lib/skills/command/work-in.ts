import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SkillContext, SkillOutcome } from '../skill.ts';
import type { Exchange } from './exchange.ts';
import { openExchange } from './exchange.ts';
import { commandLine, fill } from './fill.ts';
import { readOutcome } from './outcome-file.ts';
import type { ProgramEnd } from './run-program.ts';
import { runProgram } from './run-program.ts';
import { handedOn } from './variables.ts';

/** A program that does the work of a node, and what it is given. */
export interface Work {
  readonly command: readonly string[];
  /** Variables; texts may hold `{{args.name}}` and the like. */
  readonly env?: Readonly<Record<string, string>>;
  readonly pass?: readonly string[];
  /** Variables with the values of secrets. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Absent: an empty folder. */
  readonly workspace?: 'git' | 'folder';
  readonly projectDir: string;
  readonly skillFolder?: string;
  /** Prepares what else is to lie in the folder; returns more places and variables. */
  prepare?(exchange: Exchange, folder: string): Promise<Readonly<Record<string, string>>>;
  /** The name of a branch on which its changes are kept too. */
  readonly branch?: string;
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a program for a node: copies the node's inputs and the project, runs it, and takes over its outputs, its changes
 * and what it says of its end. Throws where it does not come to an end of its own; an exit code other than 0, or an
 * outcome that says so, is a failure that the program states.
 */
export async function workIn(work: Work, context: SkillContext): Promise<SkillOutcome> {
  const exchange = await openExchange(context, work.skillFolder);
  try {
    const workspace = work.workspace && (await openCopy(work.workspace, work, context, exchange));
    const folder = workspace?.folder ?? (await emptyFolder(exchange));
    const more = (await work.prepare?.(exchange, folder)) ?? {};
    const places = { ...more, workspace: folder, ...placesOf(exchange) };
    const ended = await runProgram({
      argv: commandLine(work.command, context, places),
      cwd: folder,
      env: environmentOf(work, context, exchange, places),
      signal: context.signal,
      ...(work.onLine && { onLine: work.onLine }),
    });
    const outcome = await outcomeOf(ended, exchange);
    if (outcome.status === 'failed') return outcome;
    await exchange.collect();
    return workspace ? await withChanges(outcome, workspace, work, context) : outcome;
  } finally {
    await exchange.remove();
  }
}

function openCopy(kind: 'git' | 'folder', work: Work, context: SkillContext, exchange: Exchange): Promise<Workspace> {
  return openWorkspace({
    kind,
    projectDir: work.projectDir,
    into: exchange.folder,
    before: context.changes?.before ?? [],
    signal: context.signal,
  });
}

async function emptyFolder({ folder }: Exchange): Promise<string> {
  const empty = join(folder, 'workspace');
  await mkdir(empty);
  return empty;
}

function placesOf({ inputs, outputs, outcome, skill }: Exchange): Record<string, string> {
  return { inputs, outputs, outcome, skill };
}

function environmentOf(
  { env = {}, pass, secrets }: Work,
  context: SkillContext,
  exchange: Exchange,
  places: Readonly<Record<string, string>>,
): Record<string, string> {
  const absent = context.absent.join('\n');
  const own = Object.entries({ ...places, ...placesOf(exchange), node: context.node, run: context.run, absent });
  return {
    ...handedOn(pass),
    ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text, context)])),
    ...secrets,
    ...Object.fromEntries(own.map(([name, value]) => [`STEPWRIGHT_${name.toUpperCase()}`, value])),
  };
}

async function outcomeOf({ code, stdout, stderr }: ProgramEnd, exchange: Exchange): Promise<SkillOutcome> {
  const written = await readOutcome(exchange.outcome);
  const said = lastLines(stderr) || lastLines(stdout);
  if (typeof code === 'string') throw new Error(withEvidence(`the program was ended by ${code}`, said));
  if (written?.status === 'failed')
    return { status: 'failed', note: written.note ?? withEvidence('it says that it failed', said) };
  if (code !== 0) {
    const note = written?.note === undefined ? said : [written.note, said].filter(Boolean).join('\n');
    return { status: 'failed', note: withEvidence(`the program ended with code ${code}`, note) };
  }
  return { output: stdout.trim(), ...written };
}

function withEvidence(what: string, said: string): string {
  return said === '' ? what : `${what}: ${said}`;
}

/** Enough to see what went wrong, and not a whole log. */
function lastLines(text: string): string {
  return text.trim().split('\n').slice(-20).join('\n').slice(-2000);
}

async function withChanges(
  outcome: SkillOutcome,
  workspace: Workspace,
  { branch }: Work,
  context: SkillContext,
): Promise<SkillOutcome> {
  const { patch, files } = await workspace.changes();
  const path = context.changes?.path;
  const wanted = path !== undefined && context.outputs.includes(path);
  if (path === undefined || (files.length === 0 && !wanted)) return outcome;
  await context.artifacts.write(path, patch);
  if (files.length > 0 && branch !== undefined) await workspace.keepAs(branch, `${context.node} of ${context.run}`);
  const named = files.slice(0, 5).join(', ') + (files.length > 5 ? ` and ${files.length - 5} more` : '');
  const changed = files.length === 0 ? 'changed nothing' : `changed ${named}`;
  return { ...outcome, note: outcome.note === undefined ? changed : `${outcome.note}; ${changed}` };
}
