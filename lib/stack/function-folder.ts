import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import type { Construct } from 'constructs';
import type { WorkflowTable } from '../ir/table.ts';
import type { FoundSkill } from '../skills/resolved.ts';
import type { Script } from '../skills/scripted.ts';
import { isRecord } from '../store/project-path.ts';
import { handlerCode } from './bundle.ts';
import type { HandlerName } from './bundle.ts';
import { laySkills } from './lay-skills.ts';

/** What a function carries besides the code of its handler. */
export interface FunctionContent {
  readonly table: WorkflowTable;
  /** The skills that it executes. */
  readonly skills?: Iterable<FoundSkill>;
  /** The project's folder, and the paths in it that the workflow reads and no node produces. */
  readonly project?: { readonly root: string; readonly paths: readonly string[] };
  /** Stands for all skills. */
  readonly script?: Script;
}

/** Writes all that a function needs into a folder of its own, which is deleted when this process ends, if not before. */
export function functionFolder(handler: HandlerName, content: FunctionContent): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.mjs'), handlerCode(handler));
  writeFileSync(join(folder, 'nodes.json'), JSON.stringify(content.table));
  if (content.script) writeFileSync(join(folder, 'mock.json'), JSON.stringify([...content.script]));
  if (content.skills) laySkills([...content.skills], folder);
  if (content.project) copyProject(content.project.root, content.project.paths, join(folder, 'project'));
  return folder;
}

/** Input paths that no node produces: they are read from the project. */
export function projectPaths(table: WorkflowTable): string[] {
  const inputs = table.nodes.flatMap((node) => node.inputs);
  return [...new Set(inputs.filter(({ producers }) => producers.length === 0).map(({ path }) => path))].sort();
}

/** Copies what is in the project; links are followed while they stay inside it, and never in a circle. */
function copyProject(root: string, paths: readonly string[], into: string): void {
  const project = realpathSync(root);
  const isOurs = (file: string): boolean => {
    // A link that leads nowhere is no file.
    if (!existsSync(file)) return false;
    const real = realpathSync(file);
    const inside = real.startsWith(project + sep) && !isRecord(real.slice(project.length + 1));
    return inside && !`${realpathSync(dirname(file))}${sep}`.startsWith(`${real}${sep}`);
  };
  for (const path of paths) {
    const target = join(into, path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(project, path), target, { recursive: true, dereference: true, filter: isOurs });
  }
}

/** Deletes a folder whose content the CDK has copied by now, unless it was told to leave such folders where they are. */
export function discardFolder(scope: Construct, folder: string): void {
  if (scope.node.tryGetContext(DISABLE_ASSET_STAGING_CONTEXT) === undefined) rmSync(folder, { recursive: true });
}

const temporary: string[] = [];

export function temporaryFolder(): string {
  if (temporary.length === 0) {
    process.once('exit', () => {
      for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'stepwright-'));
  temporary.push(folder);
  return folder;
}
