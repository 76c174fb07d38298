import type { Deployed } from '../../cloud/deployed.ts';
import { INPUT_LIMIT, startRun } from '../../cloud/executions.ts';
import { startRunFrom } from '../../cloud/start-from.ts';
import { list } from '../../diagnostics/show.ts';
import { newRunId } from '../../local/run-id.ts';
import { executionInput } from '../../node/start-run.ts';
import { exitCode } from '../exit-codes.ts';
import { followRun } from '../follow-run.ts';
import type { CloudOptions, InCloud } from '../in-cloud.ts';
import { inCloud } from '../in-cloud.ts';
import type { Call, Command, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import type { GivenInput } from '../run-input.ts';
import { fitInput, readInput } from '../run-input.ts';
import { startNodeInCloud } from '../start-node-in-cloud.ts';

interface Options extends CloudOptions {
  readonly input?: string;
  readonly set?: readonly string[];
  readonly wait?: boolean;
  /** The node to start at. */
  readonly from?: string;
  /** The run whose results are kept. */
  readonly run?: string;
  readonly fresh?: boolean;
  readonly force?: boolean;
}

/** Options that say what is kept of an earlier run. */
const withFrom = ['run', 'fresh', 'force'] as const;

/** Starts a run of a deployed workflow; with `--wait` shows what happens in it until it has ended. */
export const start: Command<Options> = async (call) => {
  const useless = withFrom.filter((option) => call.options.from === undefined && call.options[option] !== undefined);
  if (useless.length > 0)
    return refuse(call, { refused: `${list(useless.map((option) => `--${option}`))} can be given with --from only` });
  return inCloud(call, call.args[0], async (place) => {
    const { io, options } = call;
    const { deployed, about } = place;
    const run = newRunId(io.now());
    const execution = await (options.from === undefined ? begin(call, place, run) : beginAt(call, place, run));
    if (typeof execution === 'object') return refuse(call, execution);
    if (options.wait) return followRun(call, place, { run, execution });
    if (options.json) io.stdout(`${JSON.stringify({ run, status: 'running', execution })}\n`);
    else io.stdout(`Started run ${run} in the stack ${deployed.stack}.\nLook at it with: stepwright status${about}\n`);
    return exitCode.done;
  });
};

/** Starts a run at its beginning. Returns the execution's ARN. */
async function begin(call: Call<Options>, place: InCloud, run: string): Promise<string | Refused> {
  const input = inputOf(call, place);
  return isRefused(input) ? input : startRun(place.deployed, run, input);
}

/** Starts one at a node, with what an earlier run says of those before it. */
async function beginAt(call: Call<Options>, { deployed }: InCloud, run: string): Promise<string | Refused> {
  const { io, options } = call;
  const given = givenInput(call, deployed, options.input !== undefined || options.set !== undefined);
  if (isRefused(given)) return given;
  const start = await startNodeInCloud(deployed, options.from!, options);
  if (isRefused(start)) return start;
  return startRunFrom(deployed, start, { run, input: given.input, now: io.now() });
}

function givenInput({ io, options }: Call<Options>, { workflow }: Deployed, whole: boolean): GivenInput | Refused {
  const { parameters } = workflow.table;
  const given = readInput(io.cwd, options.input, options.set, parameters);
  return isRefused(given) ? given : ((whole ? fitInput(given, parameters) : undefined) ?? given);
}

function inputOf(call: Call<Options>, { deployed }: InCloud): object | Refused {
  const given = givenInput(call, deployed, true);
  if (isRefused(given)) return given;
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
