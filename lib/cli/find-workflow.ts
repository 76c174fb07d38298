import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { workflowName } from '../compile/workflow-name.ts';
import { nearest } from '../diagnostics/near.ts';
import { list } from '../diagnostics/show.ts';
import { fileTrouble } from '../ir/file-trouble.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';

/** A workflow file as it was read. */
export interface WorkflowFile {
  readonly path: string;
  /** The path to show and to record: relative to the project, with `/`. */
  readonly file: string;
  readonly source: Uint8Array;
}

/** Where the workflow of a folder itself is. */
export const DEFAULTS = ['workflow.yaml', '.workflow/workflow.yaml'];

/**
 * Finds a workflow by its path, or by its name as `workflows/<name>.yaml` or `workflows/<name>/workflow.yaml` in any
 * case, or else as the file there says it; without either, `workflow.yaml` or `.workflow/workflow.yaml` here.
 */
export function findWorkflow(cwd: string, wanted: string | undefined): WorkflowFile | Refused {
  const paths = wanted === undefined ? DEFAULTS : [wanted, ...byName(cwd, wanted)];
  const found = paths.map((path) => resolve(cwd, path)).find(isFile);
  if (found !== undefined) return readWorkflow(cwd, found);
  if (wanted === undefined) return { refused: notFound(cwd, wanted) };
  const noFile = whatElse(cwd, wanted);
  return noFile === undefined ? findByContent(cwd, wanted) : { refused: noFile };
}

/** The workflow that calls itself so in its file, which `list` shows; where there are several, the path must say which. */
function findByContent(cwd: string, wanted: string): WorkflowFile | Refused {
  const files = namedWorkflows(cwd).map(({ path }) => readWorkflow(cwd, path));
  const called = files.filter(
    (file): file is WorkflowFile =>
      !isRefused(file) && workflowName(file.source)?.toLowerCase() === wanted.toLowerCase(),
  );
  if (called.length > 1)
    return { refused: `${list(called.map(({ file }) => file))} are called ${wanted}; say which file is meant` };
  return called[0] ?? { refused: notFound(cwd, wanted) };
}

/** What stands at a path that is no file, and so cannot be read twice: it is looked at again when a run goes on. */
function whatElse(cwd: string, path: string): string | undefined {
  const found = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isDirectory()) return `${path} is no ordinary file; write the workflow into one`;
  const inside = join(path, 'workflow.yaml');
  return isFile(resolve(cwd, inside))
    ? `${path} is a folder; did you mean ${inside}?`
    : `${path} is a folder, and holds no workflow.yaml`;
}

/** Reads a workflow file whose path is known, relative to the project or absolute. */
export function readWorkflow(cwd: string, path: string): WorkflowFile | Refused {
  const whole = resolve(cwd, path);
  const file = relative(cwd, whole).split(sep).join('/');
  try {
    return { path: whole, file, source: readFileSync(whole) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = `${file} cannot be read: ${fileTrouble(error)}`;
    return { refused: code === 'ENOENT' ? `there is no file ${file}` : why };
  }
}

/** Files under `workflows/` of this name: the same case first. */
function byName(cwd: string, wanted: string): string[] {
  const same = namedWorkflows(cwd).filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return same.sort((a, b) => Number(b.name === wanted) - Number(a.name === wanted)).map(({ path }) => path);
}

interface Named {
  readonly name: string;
  readonly path: string;
}

/** The workflows in `workflows/`, by name. */
export function namedWorkflows(cwd: string): Named[] {
  const folder = join(cwd, 'workflows');
  const found: Named[] = [];
  for (const entry of entriesOf(folder)) {
    const file = /^(.+)\.ya?ml$/.exec(entry);
    if (file && isFile(join(folder, entry))) found.push({ name: file[1]!, path: join(folder, entry) });
    const inside = join(folder, entry, 'workflow.yaml');
    if (!file && isFile(inside)) found.push({ name: entry, path: inside });
  }
  return found;
}

function notFound(cwd: string, wanted: string | undefined): string {
  const names = namedWorkflows(cwd).map(({ name }) => name);
  const others = names.length === 0 ? 'there are no others in workflows/' : `workflows/ has ${list(names)}`;
  if (wanted === undefined) return `there is no workflow.yaml here; ${others}`;
  const near = nearest(wanted, [...names, ...DEFAULTS]);
  return `there is no workflow ${wanted}; ${near === undefined ? others : `did you mean ${near}? ${others}`}`;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
