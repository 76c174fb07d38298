import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileTrouble } from '../../ir/file-trouble.ts';
import { LOCAL_OWNER } from '../../local/machine.ts';
import { newRunId } from '../../local/run-id.ts';
import { openSession } from '../../local/session.ts';
import type { ImportedState } from '../../node/import-state.ts';
import { importState } from '../../node/import-state.ts';
import { HEADER } from '../../node/record.ts';
import type { Indexed } from '../../node/view.ts';
import { indexTable } from '../../node/view.ts';
import { writeItems } from '../../node/write-items.ts';
import type { Carried } from '../carry-artifacts.ts';
import { artifactNames, asItems, importArtifacts, missingArtifacts } from '../carry-artifacts.ts';
import { exitCode } from '../exit-codes.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { sayInvalid } from '../say-invalid.ts';

interface Options extends CloudOptions {
  readonly cloud?: boolean;
  readonly force?: boolean;
  /** The folder with the artifacts. */
  readonly artifacts?: string;
}

type Imported = Extract<ImportedState, { kind: 'imported' }>;

/** Makes a run of a `state.json`, with its artifacts where a folder holds them. */
export const stateImport: Command<Options> = async (call) => {
  const { io, args, options } = call;
  if (options.cloud) return importIntoCloud(call);
  const loaded = loadWorkflow(io.cwd, args[1]);
  if (isRefused(loaded)) return refuse(call, loaded);
  if (loaded.kind === 'invalid') return sayInvalid(call, loaded);
  const workflow = indexTable(loaded.compiled.table);
  const imported = readImport(call, workflow, LOCAL_OWNER);
  if (isRefused(imported)) return refuse(call, imported);
  const { run, items } = imported;
  const opened = await openSession({
    root: io.cwd,
    run,
    workflow,
    file: loaded.file.file,
    scripted: false,
    now: io.now,
  });
  if (opened.kind === 'owned')
    return refuse(call, { refused: `process ${opened.holder.pid} works on the run ${run}: end it first` });
  if (opened.kind === 'unwritable') return refuse(call, { refused: `the record cannot be written: ${opened.why}` });
  const { session } = opened;
  try {
    const existing = await session.state.readAll(run);
    if (existing.has(HEADER) && !options.force) return refuse(call, { refused: exists(run, 'here') });
    const missing = await bring(call, { workflow, items: asItems(items), store: session.artifacts });
    if (isRefused(missing)) return refuse(call, missing);
    await session.keepOrigin(undefined);
    if (!(await writeItems(session.state, run, items, existing))) return refuse(call, { refused: changed(run) });
    return say(call, imported, 'stepwright resume', missing);
  } finally {
    await session.close();
  }
};

async function importIntoCloud(call: Call<Options>): Promise<number> {
  const { inCloud } = await import('../in-cloud.ts');
  const { readCloudRun } = await import('../../cloud/runs.ts');
  const { NOBODY } = await import('../../cloud/start-from.ts');
  return inCloud(call, call.args[1], async ({ deployed, about }) => {
    const imported = readImport(call, deployed.workflow, NOBODY);
    if (isRefused(imported)) return refuse(call, imported);
    const { run, items } = imported;
    const existing = await readCloudRun(deployed, run);
    if (existing?.execution?.status === 'RUNNING')
      return refuse(call, {
        refused: `the execution ${existing.header.owner} works on the run ${run}: cancel it first`,
      });
    if (existing && !call.options.force)
      return refuse(call, { refused: exists(run, `in the stack ${deployed.stack}`) });
    const { workflow, artifacts: store } = deployed;
    const missing = await bring(call, { workflow, items: asItems(items), store });
    if (isRefused(missing)) return refuse(call, missing);
    const written = await writeItems(deployed.state, run, items, existing?.items ?? new Map());
    return written
      ? say(call, imported, `stepwright resume${about}`, missing)
      : refuse(call, { refused: changed(run) });
  });
}

function readImport({ io, args, options }: Call<Options>, workflow: Indexed, owner: string): Imported | Refused {
  const file = args[0]!;
  let text: string;
  try {
    text = readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    return { refused: `${file} cannot be read: ${fileTrouble(error)}` };
  }
  const newRun = newRunId(io.now());
  const imported = importState(workflow, text, { newRun, owner, force: options.force ?? false });
  return imported.kind === 'refused' ? { refused: `${file}: ${imported.problems.join('; ')}` } : imported;
}

function exists(run: string, where: string): string {
  return `there is a run ${run} ${where} already; --force puts this one in its place`;
}

function changed(run: string): string {
  return `the run ${run} was changed by somebody else meanwhile: import it again`;
}

/** Brings the artifacts along. Returns what is said of those that are missing then: nodes that read them will fail. */
async function bring({ io, options }: Call<Options>, carried: Carried): Promise<readonly string[] | Refused> {
  if (options.artifacts !== undefined) {
    const refused = await importArtifacts(carried, resolve(io.cwd, options.artifacts));
    if (refused) return refused;
  }
  const missing = await missingArtifacts(carried);
  if (missing.length === 0) return [];
  return [
    `nodes that read them will fail, as they did not come along: ${artifactNames(missing)}; ` +
      'state export and state import carry them with --artifacts FOLDER',
  ];
}

function say(
  { io, options }: Call<Options>,
  { run, unknown }: Imported,
  resume: string,
  missing: readonly string[],
): number {
  const warnings = [...unknown.map((field) => `the field ${field} means nothing here and was left out`), ...missing];
  for (const warning of warnings) io.stderr(`${io.colours.yellow('warning')} ${warning}\n`);
  if (options.json) io.stdout(`${JSON.stringify({ run, warnings })}\n`);
  else io.stdout(`Imported run ${run}.\nWhere it is unfinished, go on with: ${resume} --run ${run}\n`);
  return exitCode.done;
}
