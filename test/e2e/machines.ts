import { rm } from 'node:fs/promises';
import { CreateStateMachineCommand, DeleteStateMachineCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { Compiled } from '../../lib/compile/index.ts';
import { compile } from '../../lib/compile/index.ts';
import { assemble } from '../../lib/node/assemble.ts';
import { completion } from '../../lib/node/completion.ts';
import { settleExecution } from '../../lib/node/settle-execution.ts';
import { executionInput } from '../../lib/node/start-run.ts';
import { indexTable } from '../../lib/node/view.ts';
import { scriptedHumans } from '../../lib/skills/scripted.ts';
import { definitionText } from '../../lib/stack/definition-text.ts';
import { functionFolder } from '../../lib/stack/function-folder.ts';
import { fileTree } from '../../lib/store/file-tree.ts';
import { s3Artifacts } from '../../lib/store/s3.ts';
import type { Ended } from '../reference/product.ts';
import type { Script } from '../reference/result.ts';
import { project, small } from '../stack/project.ts';
import { deploy } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { lambdaFunctions } from './lambda-functions.ts';
import { until } from './processes.ts';

/** A workflow file with outcomes for all its skills, and the run's input. */
export interface Scripted {
  readonly yaml: string;
  readonly script: Script;
  readonly input?: unknown;
}

/** How a run ended on a machine in the cloud. */
export interface EndedInCloud extends Ended {
  /** Whether the execution of the machine ended as FAILED. */
  readonly executionFailed: boolean;
}

/** Machines of many workflows that share the table and the bucket of one stack. */
export interface Machines {
  /** Makes the machine and the functions of a workflow, runs it once, and takes them away again. */
  run(workflow: Scripted): Promise<EndedInCloud>;
}

/**
 * Deploys a stack with the CDK, for its table, its bucket and the role of its function, and gives machines that work
 * on these. Functions and machines of the workflows are made from the same content as a stack's, by calls to the
 * services: a deployment for each would take minutes. The functions have the variables in their environment on top.
 */
export async function makeMachines(
  emulator: Emulator,
  environment: Readonly<Record<string, string>> = {},
): Promise<Machines> {
  const folder = await project(small);
  const deployed = await deploy(emulator, folder.path);
  const { outputs, state, s3, stepFunctions } = deployed;
  await folder.remove();
  const functions = await lambdaFunctions(emulator, outputs['RunNodeName']!, environment);
  const artifacts = s3Artifacts(s3, outputs['BucketName']!, fileTree(folder.path));
  let made = 0;

  async function make({ asl, table }: Compiled, script: Script, name: string): Promise<Record<string, string>> {
    const folders = {
      RunNode: functionFolder('run-node', { table, script }),
      CloseRun: functionFolder('close-run', { table }),
    };
    const arns: Record<string, string> = {};
    for (const [id, code] of Object.entries(folders)) {
      arns[id] = await functions.create(`${name}-${id}`, code);
      await rm(code, { recursive: true });
    }
    const definition = definitionText(asl, Object.keys(arns)).replace(/\$\{(\w+)\}/g, (_, id: string) => arns[id]!);
    const machine = new CreateStateMachineCommand({ name, definition, roleArn: functions.role });
    return { ...arns, machine: (await stepFunctions.send(machine)).stateMachineArn! };
  }

  return {
    async run({ yaml, script, input }) {
      const { compiled, diagnostics } = compile(yaml, { target: 'aws', ...scriptedHumans(script) });
      if (!compiled) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
      const name = `machine-${(made += 1)}`;
      const run = `run-${name}`;
      const { machine } = await make(compiled, script, name);
      const started = await stepFunctions.send(
        new StartExecutionCommand({
          stateMachineArn: machine,
          name: run,
          input: JSON.stringify(executionInput(input)),
        }),
      );
      const execution = started.executionArn!;
      const { status: executionStatus } = await deployed.ended(execution);
      const workflow = indexTable(compiled.table);
      // Branches beside the one that failed may still be at work; in a stack, too, their ends are recorded.
      await until(async () => {
        const { nodes } = assemble(workflow, await state.readAll(run));
        return [...nodes.values()].every(({ status }) => status !== 'running');
      });
      // What a rule of the stack brings about: there it is tested that it does.
      if (executionStatus !== 'SUCCEEDED')
        await settleExecution(
          { run, execution, cancelled: false },
          { workflow, state, artifacts, now: () => new Date() },
        );
      const record = assemble(workflow, await state.readAll(run));
      await stepFunctions.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
      await Promise.all(['RunNode', 'CloseRun'].map((id) => functions.remove(`${name}-${id}`)));
      return {
        status: record.result!,
        exit: completion(compiled.table, record).exitCode,
        running: [],
        state: record,
        executionFailed: executionStatus === 'FAILED',
      };
    },
  };
}
