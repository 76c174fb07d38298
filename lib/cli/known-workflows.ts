import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { check } from '../compile/check.ts';
import { workflowName } from '../compile/workflow-name.ts';
import type { Graph } from '../ir/graph.ts';
import type { WorkflowFile } from './find-workflow.ts';
import { DEFAULTS, namedWorkflows, readWorkflow } from './find-workflow.ts';
import { isRefused } from './io.ts';
import { surroundings } from './surroundings.ts';

/** A workflow of the project, valid or not. */
export interface KnownWorkflow {
  readonly name: string;
  readonly file: WorkflowFile;
  /** Absent where the file has errors. */
  readonly graph?: Graph;
  readonly diagnostics: readonly Diagnostic[];
}

/** The workflows in `workflows/` and the one of the folder itself, by file. */
export function knownWorkflows(cwd: string): KnownWorkflow[] {
  const named = namedWorkflows(cwd).map(({ name, path }) => ({ fallback: name, path }));
  const own = DEFAULTS.map((path) => ({ fallback: path, path: join(cwd, path) }));
  return [...own, ...named].flatMap(({ fallback, path }) => {
    const file = readWorkflow(cwd, path);
    return isRefused(file) ? [] : [knownWorkflow(cwd, file, fallback)];
  });
}

/** What is known of the workflow in a file; `fallback` is its name where none can be read there. */
export function knownWorkflow(cwd: string, file: WorkflowFile, fallback: string): KnownWorkflow {
  const { graph, diagnostics } = check(file.source, surroundings(cwd));
  const name = graph?.name.text ?? workflowName(file.source) ?? fallback;
  return { name, file, ...(graph && { graph }), diagnostics };
}
