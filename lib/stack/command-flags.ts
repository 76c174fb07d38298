import { isAbsolute, relative } from 'node:path';
import { STACK_PREFIX, stackName } from './stack-name.ts';

/** A workflow's stack and file, as far as commands have to name them. */
export interface Named {
  /** The stack's name. */
  readonly stack: string;
  /** The workflow's name. */
  readonly workflow: string;
  /** Path of its file. */
  readonly file: string;
  /** The project's folder, in which commands are given. */
  readonly projectDir: string;
}

/**
 * What a command about a deployed workflow needs behind its verb, with a blank in front: ` flows/a.yaml --cloud --stage
 * dev`. A file outside of the project is named by the workflow's name, and no folder of this machine is told.
 */
export function commandFlags({ stack, workflow, file, projectDir }: Named): string {
  const path = relative(projectDir, file).replaceAll('\\', '/');
  const named = path.startsWith('..') || isAbsolute(path) ? workflow : path;
  const argument = named === 'workflow.yaml' ? '' : ` ${quoted(named)}`;
  return `${argument} --cloud${placeFlags(stack, stackName('', workflow))}`;
}

/** The stage and the prefix that lead to the stack; nothing where neither does. */
function placeFlags(stack: string, name: string): string {
  if (!stack.endsWith(name)) return '';
  const prefix = stack.slice(0, stack.length - name.length);
  if (prefix === STACK_PREFIX) return '';
  const stage = prefix.startsWith(STACK_PREFIX)
    ? /^([a-z][a-z0-9-]*)--$/.exec(prefix.slice(STACK_PREFIX.length))?.[1]
    : undefined;
  return stage === undefined ? ` --stack-prefix ${quoted(prefix)}` : ` --stage ${stage}`;
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
