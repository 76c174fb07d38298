import type { Deployed } from '../cloud/deployed.ts';
import { openDeployed } from '../cloud/deployed.ts';
import { findDeployment } from '../cloud/deployment.ts';
import { explain } from '../cloud/explain.ts';
import type { CloudRun } from '../cloud/runs.ts';
import { cloudRuns, readCloudRun } from '../cloud/runs.ts';
import { compile } from '../compile/index.ts';
import { list, show } from '../diagnostics/show.ts';
import { indexTable } from '../node/view.ts';
import { stackName } from '../stack/stack-name.ts';
import type { WorkflowFile } from './find-workflow.ts';
import { findWorkflow } from './find-workflow.ts';
import { LATEST } from './choose-run.ts';
import type { Call, Refused } from './io.ts';
import { isRefused, refuse } from './io.ts';
import { fileArgument } from './how-to-call.ts';
import { knownSkills } from './known-skills.ts';
import { sayInvalid } from './say-invalid.ts';
import type { StageOptions } from './stage.ts';
import { choosePlace, otherAccount } from './stage.ts';

/** Options of every verb that is about a deployed stack. */
export type CloudOptions = StageOptions;

/** A workflow of this folder, as it is deployed. */
export interface InCloud {
  readonly deployed: Deployed;
  readonly file: WorkflowFile;
  /** Options that a command which is about the same stack needs: ` --cloud`, the stage, an unusual prefix. */
  readonly flags: string;
  /** The same behind the workflow's file, where a command needs that too. */
  readonly about: string;
}

/** Options of the same verbs that say how to run something here. */
const onlyHere = {
  mock: '--mock',
  skillsDir: '--skills-dir',
  state: '--state',
  maxConcurrency: '--max-concurrency',
} as const;

/**
 * Finds the stack of a workflow and does work with it. Says what is wrong where there is none, or where AWS refuses.
 * Resolves to the exit code.
 */
export async function inCloud(
  call: Call<CloudOptions>,
  workflow: string | undefined,
  work: (place: InCloud) => Promise<number>,
): Promise<number> {
  const { io, options } = call;
  const useless = Object.entries(onlyHere).flatMap(([key, flag]) => (key in options ? [flag] : []));
  if (useless.length > 0)
    return refuse(call, { refused: `${list(useless)} can be given for runs here, but not with --cloud` });
  const file = findWorkflow(io.cwd, workflow);
  if (isRefused(file)) return refuse(call, file);
  // The files that it reads went along when it was deployed, and need not be here.
  const { compiled, diagnostics } = compile(file.source, {
    fileExists: () => true,
    ...knownSkills(io.cwd, file.path),
  });
  if (!compiled) return sayInvalid(call, { kind: 'invalid', file, diagnostics, skills: undefined });
  const place = choosePlace(call, file.path);
  if (isRefused(place)) return refuse(call, place);
  try {
    const deployment = await findDeployment(stackName(place.prefix, compiled.table.name));
    if (isRefused(deployment)) return refuse(call, deployment);
    const elsewhere = otherAccount(place, deployment.machine);
    if (elsewhere) return refuse(call, elsewhere);
    const deployed = openDeployed(deployment, indexTable(compiled.table), io.cwd);
    const flags = ` --cloud${place.flags}`;
    return await work({ deployed, file, flags, about: `${fileArgument(file.file)}${flags}` });
  } catch (error) {
    const refused = explain(error);
    if (refused === undefined) throw error;
    return refuse(call, { refused });
  }
}

/** Runs that are looked at for the one that is meant. */
const LOOKED_AT = 50;

/** Which run is meant: `--run` (`latest` is one), or the latest one that passes the test, else the latest one. */
export async function chooseCloudRun(
  deployed: Deployed,
  run: string | undefined,
  prefer: (recorded: CloudRun) => boolean = () => true,
): Promise<CloudRun | Refused> {
  const where = `in the stack ${deployed.stack}`;
  if (run !== undefined && run !== LATEST)
    return (await readCloudRun(deployed, run)) ?? { refused: `there is no run ${show(run)} ${where}` };
  let latest: CloudRun | undefined;
  for await (const recorded of cloudRuns(deployed, LOOKED_AT)) {
    if (run === LATEST || prefer(recorded)) return recorded;
    latest ??= recorded;
  }
  return latest ?? { refused: `there is no run ${where} yet` };
}

/** Says that a record is read with another workflow than it was made with. */
export function changedSince({ run, changed }: CloudRun): string {
  return `the workflow has changed since the run ${run} began: ${list(changed)}`;
}

/** Says that handlers may be at work on a run that no execution works on. */
export function stillAtWork({ run, leases }: CloudRun): string {
  const last = leases
    .map(({ until }) => until)
    .sort()
    .at(-1)!;
  const nodes = list(leases.map(({ id }) => id));
  return `${nodes} of the run ${run} may still be executed by what was begun before, until ${last} at the latest`;
}
