import { ExecutionAlreadyExists, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { shortHash } from '../../../lib/ir/names.ts';
import { newRunId } from '../../../lib/local/run-id.ts';
import { checkInput } from '../../../lib/node/parameters.ts';
import type { InputItem } from '../../../lib/node/record.ts';
import { INPUT } from '../../../lib/node/record.ts';
import { executionInput } from '../../../lib/node/start-control.ts';
import type { HttpRequest, HttpResponse, Served } from './request.ts';
import { BODY_LIMIT, failed, isResponse, readBody, respond } from './request.ts';

/** Characters of an `Idempotency-Key`. */
const KEY_LIMIT = 255;

/**
 * Starts a run with the body as its input. A start with an `Idempotency-Key` is made once: the key gives the run its
 * name, by which the service knows it again. A repetition gets the same answer, or 200 once the run has ended.
 */
export async function startRun(request: HttpRequest, { deps, stepFunctions, machine }: Served): Promise<HttpResponse> {
  const body = readBody(request);
  if (isResponse(body)) return body;
  const given = body.kind === 'json' ? body.value : undefined;
  if (typeof given === 'object' && given !== null && Object.hasOwn(given, 'stepwright'))
    return failed(400, 'the field stepwright of the input is kept for the tools that start runs');
  const checked = checkInput(deps.workflow.table.parameters, given);
  if (checked.kind === 'misfit') return failed(400, 'the input is not what the workflow declares', checked.problems);
  const key = request.headers['idempotency-key'];
  if (key !== undefined && !/^[!-~]{1,255}$/.test(key))
    return failed(400, `an Idempotency-Key has 1 to ${KEY_LIMIT} visible characters of ASCII`);
  const run = key === undefined ? newRunId(deps.now()) : `http-${shortHash(key, 32)}`;
  const input = JSON.stringify(
    executionInput(given, { ...(key !== undefined && { key: `http:${key}` }), trigger: 'api' }),
  );
  if (Buffer.byteLength(input) > BODY_LIMIT) return failed(413, `an execution takes ${BODY_LIMIT} bytes of input`);
  const where = { location: `/runs/${run}` };
  try {
    await stepFunctions.send(new StartExecutionCommand({ stateMachineArn: machine, name: run, input }));
    return respond(201, { run }, where);
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
  const stored = await inputOf(run, deps);
  if (stored && isDeepStrictEqual(plain(stored.input), plain(checked.input))) return respond(200, { run }, where);
  return failed(409, 'this Idempotency-Key was used for a start with another input');
}

/** How often, and with how many milliseconds between, the input of a run is looked for that is about to begin. */
const LOOKS = { times: 10, pause: 300 };

async function inputOf(run: string, { state }: Served['deps']): Promise<InputItem | undefined> {
  for (let look = 1; ; look++) {
    const item = (await state.read(run, [INPUT])).get(INPUT);
    if (item || look === LOOKS.times) return item?.value;
    await sleep(LOOKS.pause);
  }
}

/** As JSON has it: a field that is undefined is none. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
