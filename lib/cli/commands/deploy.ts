import { delimiter } from 'node:path';
import { stackName } from '../../stack/stack-name.ts';
import { readScript } from '../../skills/read-script.ts';
import { printHuman } from '../../diagnostics/print-human.ts';
import type { InFlight } from '../../cloud/in-flight.ts';
import { findCdk, runCdk } from '../cdk.ts';
import { exitCode } from '../exit-codes.ts';
import { findWorkflow } from '../find-workflow.ts';
import type { CloudOptions } from '../in-cloud.ts';
import type { Call, Command } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { fileArgument } from '../how-to-call.ts';
import { prepareRun } from '../prepare-run.ts';
import type { PruneOptions, Versions } from '../print-versions.ts';
import { printVersions } from '../print-versions.ts';
import { findInFlight, findStillCalled, sayInFlight, useProfileOf } from '../say-in-flight.ts';
import { sayInvalid } from '../say-invalid.ts';
import { choosePlace } from '../stage.ts';

interface Options extends CloudOptions, PruneOptions {
  readonly mock?: string;
  readonly skillsDir?: readonly string[];
}

/** Deploys a workflow with the CDK: validates it first, and afterwards says where it is and how to start it. */
export const deploy: Command<Options> = async (call) => {
  const { io, args, rest, options } = call;
  const { mock, skillsDir } = options;
  const file = findWorkflow(io.cwd, args[0]);
  if (isRefused(file)) return refuse(call, file);
  const script = mock === undefined ? undefined : readScript(io.cwd, mock);
  if (script && isRefused(script)) return refuse(call, script);
  const prepared = prepareRun(io.cwd, file, { script, stored: false, skillsDir, target: 'aws' });
  if (prepared.kind === 'invalid') return sayInvalid(call, prepared);
  if (prepared.scriptProblems.length > 0)
    return refuse(call, { refused: `the script does not fit the workflow: ${prepared.scriptProblems.join('; ')}` });
  io.stderr(printHuman(prepared.warnings, new TextDecoder().decode(file.source), file.file, io.colours));
  const place = choosePlace(call, file.path);
  if (isRefused(place)) return refuse(call, place);
  const cdk = findCdk(io.cwd);
  if (isRefused(cdk)) return refuse(call, cdk);

  const { prefix, account, region } = place;
  const stack = stackName(prefix, prepared.workflow.table.name);
  useProfileOf(rest);
  const inFlight = await findInFlight(io, stack);
  sayInFlight(io, inFlight);
  const { code, outputs } = await runCdk(io, cdk, {
    args: ['deploy', ...rest],
    context: { workflow: file.file, stackPrefix: prefix, account, region, mock, skillsDir: skillsDir?.join(delimiter) },
    files: { carried: inFlight.length > 0 ? await findStillCalled(io, stack) : undefined },
    json: options.json ?? false,
  });
  if (code !== 0) return failed(call, stack);
  const own = outputs[stack] ?? {};
  const machine = own['StateMachineArn'];
  const pruned = options.prune && machine !== undefined ? await prune(call, { stack, machine }) : undefined;
  sayDeployed(call, { stack, outputs: own, file: file.file, flags: place.flags, inFlight, pruned });
  return exitCode.done;
};

async function prune({ io, options }: Call<Options>, deployed: { stack: string; machine: string }): Promise<Versions> {
  const { stackVersions } = await import('../stack-versions.ts');
  return stackVersions(deployed, options, io.now());
}

function failed(call: Call<Options>, stack: string): number {
  if (call.options.json) call.io.stdout(`${JSON.stringify({ stack, error: 'the CDK did not deploy it' })}\n`);
  return exitCode.failed;
}

interface DeployedStack {
  readonly stack: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly file: string;
  readonly flags: string;
  /** What was going on when it was deployed. */
  readonly inFlight: readonly InFlight[];
  readonly pruned: Versions | undefined;
}

function sayDeployed({ io, options }: Call<Options>, deployed: DeployedStack): void {
  const { stack, outputs, file, flags, inFlight, pruned } = deployed;
  if (options.json) {
    const deleted = pruned && { deleted: pruned.deleted };
    io.stdout(`${JSON.stringify({ stack, outputs, inFlight, ...deleted }, null, 2)}\n`);
    return;
  }
  const width = Math.max(0, ...Object.keys(outputs).map((name) => name.length));
  const lines = Object.entries(outputs).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  io.stdout(
    [
      `\nDeployed as ${stack}`,
      ...lines,
      ...(pruned ? printVersions(pruned) : []),
      `Start a run with: stepwright start${fileArgument(file)}${flags} --wait`,
      '',
    ].join('\n'),
  );
}
