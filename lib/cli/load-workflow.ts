import type { Compiled } from '../compile/index.ts';
import { compile } from '../compile/index.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { WorkflowFile } from './find-workflow.ts';
import { findWorkflow } from './find-workflow.ts';
import type { Refused } from './io.ts';
import { isRefused } from './io.ts';
import type { InvalidWorkflow } from './prepare-run.ts';
import { knownSkills } from './known-skills.ts';
import { surroundings } from './surroundings.ts';

export interface LoadedWorkflow {
  readonly kind: 'loaded';
  readonly file: WorkflowFile;
  readonly compiled: Compiled;
  readonly warnings: readonly Diagnostic[];
}

/** Finds and compiles a workflow that is looked at, and not run: its skills need not exist. */
export function loadWorkflow(
  cwd: string,
  wanted: string | undefined,
  target: 'local' | 'aws' = 'local',
): LoadedWorkflow | InvalidWorkflow | Refused {
  const file = findWorkflow(cwd, wanted);
  if (isRefused(file)) return file;
  const { compiled, diagnostics } = compile(file.source, {
    target,
    ...surroundings(cwd),
    ...knownSkills(cwd, file.path),
  });
  if (!compiled) return { kind: 'invalid', file, diagnostics, skills: undefined };
  return { kind: 'loaded', file, compiled, warnings: diagnostics };
}
