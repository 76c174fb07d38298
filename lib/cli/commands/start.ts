import { INPUT_LIMIT, startRun } from '../../cloud/executions.ts';
import { newRunId } from '../../local/run-id.ts';
import { executionInput } from '../../node/start-run.ts';
import { exitCode } from '../exit-codes.ts';
import { followRun } from '../follow-run.ts';
import type { CloudOptions, InCloud } from '../in-cloud.ts';
import { inCloud } from '../in-cloud.ts';
import type { Call, Command, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { fitInput, readInput } from '../run-input.ts';

interface Options extends CloudOptions {
  readonly input?: string;
  readonly set?: readonly string[];
  readonly wait?: boolean;
}

/** Starts a run of a deployed workflow; with `--wait` shows what happens in it until it has ended. */
export const start: Command<Options> = (call) =>
  inCloud(call, call.args[0], async (place) => {
    const { io, options } = call;
    const { deployed, about } = place;
    const input = inputOf(call, place);
    if (isRefused(input)) return refuse(call, input);
    const run = newRunId(io.now());
    const execution = await startRun(deployed, run, input);
    if (options.wait) return followRun(call, place, { run, execution });
    if (options.json) io.stdout(`${JSON.stringify({ run, status: 'running', execution })}\n`);
    else io.stdout(`Started run ${run} in the stack ${deployed.stack}.\nLook at it with: stepwright status${about}\n`);
    return exitCode.done;
  });

function inputOf({ io, options }: Call<Options>, { deployed }: InCloud): object | Refused {
  const { parameters } = deployed.workflow.table;
  const given = readInput(io.cwd, options.input, options.set, parameters);
  if (isRefused(given)) return given;
  const misfit = fitInput(given, parameters);
  if (misfit) return misfit;
  const { input } = given;
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, 'stepwright'))
    return { refused: 'the field stepwright of the input is kept for the tools that start runs' };
  const whole = executionInput(input);
  const size = Buffer.byteLength(JSON.stringify(whole));
  if (size <= INPUT_LIMIT) return whole;
  return {
    refused: `the input has ${size} bytes, and an execution takes ${INPUT_LIMIT}: put it into a file that the workflow reads`,
  };
}
