import { deleteData } from '../../cloud/delete-data.ts';
import type { Deployment } from '../../cloud/deployment.ts';
import { findDeployment } from '../../cloud/deployment.ts';
import { explain } from '../../cloud/explain.ts';
import { workflowName } from '../../compile/workflow-name.ts';
import { stackName } from '../../stack/stack-name.ts';
import { findCdk, runCdk } from '../cdk.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { findInFlight, sayInFlight, useProfileOf } from '../say-in-flight.ts';
import { choosePlace, otherAccount } from '../stage.ts';

interface Options extends CloudOptions {
  readonly deleteData?: boolean;
}

/** Deletes the stack of a workflow. Its records and artifacts stay, unless `--delete-data` says otherwise. */
export const destroy: Command<Options> = async (call) => {
  try {
    return await destroyStack(call);
  } catch (error) {
    const refused = explain(error);
    if (refused === undefined) throw error;
    return refuse(call, { refused });
  }
};

async function destroyStack(call: Call<Options>): Promise<number> {
  const { io, args, rest, options } = call;
  const file = findWorkflow(io.cwd, args[0]);
  if (isRefused(file)) return refuse(call, file);
  const name = workflowName(file.source);
  if (name === undefined) return refuse(call, { refused: `${file.file} has no name, so its stack is not known` });
  const place = choosePlace(call, file.path);
  if (isRefused(place)) return refuse(call, place);
  const { prefix, account, region } = place;
  const stack = stackName(prefix, name);
  useProfileOf(rest);
  const deployment = await findDeployment(stack);
  // A deployment that failed half-way tells nothing of where its runs are, and is to be deleted all the same.
  const tells = !isRefused(deployment);
  if (!tells && deployment.missing) return refuse(call, deployment);
  const elsewhere = tells && otherAccount(place, deployment.machine);
  if (elsewhere) return refuse(call, elsewhere);
  const cdk = findCdk(io.cwd);
  if (isRefused(cdk)) return refuse(call, cdk);

  if (tells)
    sayInFlight(io, await findInFlight(io, stack), 'what has not ended by then ends with the stack, unfinished');
  const { code } = await runCdk(io, cdk, {
    args: ['destroy', ...rest],
    context: { workflow: file.file, stackPrefix: prefix, account, region, empty: 'true' },
    json: options.json ?? false,
  });
  const left = await findDeployment(stack);
  // The CDK ends well, too, where somebody told it not to.
  const deleted = code === 0 && isRefused(left) && left.missing;
  const kept = deleted && tells ? await keptData(deployment, options) : [];
  sayDeleted(call, { stack, deleted, kept });
  return deleted ? exitCode.done : exitCode.failed;
}

interface Deleted {
  readonly stack: string;
  readonly deleted: boolean;
  readonly kept: readonly string[];
}

function sayDeleted({ io, rest, options }: Call<Options>, done: Deleted): void {
  const { stack, deleted, kept } = done;
  const asks = !rest.some((option) => option === '--force' || option === '-f');
  if (options.json) io.stdout(`${JSON.stringify(done)}\n`);
  else if (deleted) io.stdout(`Deleted ${stack}.\n${kept.length > 0 ? keptText(kept) : ''}`);
  // The CDK refuses where it cannot ask.
  else if (asks && !io.terminal) io.stderr('--force deletes a stack without asking.\n');
}

/** Deletes the data where that is wanted; resolves to the names of what is left of it. */
async function keptData(deployment: Deployment, options: Options): Promise<readonly string[]> {
  if (!options.deleteData) return [deployment.table, deployment.bucket];
  await deleteData(deployment);
  return [];
}

function keptText([table, bucket]: readonly string[]): string {
  return `The records and artifacts of its runs are kept: the table ${table} and the bucket ${bucket}.\n`;
}
