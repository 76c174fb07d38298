import { sendReply } from '../../../lib/cloud/executions.ts';
import { answerAndTell } from '../../../lib/node/answer-and-tell.ts';
import type { Refusal } from '../../../lib/node/human.ts';
import { readAnswer } from '../../../lib/node/read-answer.ts';
import type { HttpRequest, HttpResponse, Served } from './request.ts';
import { callerOf, failed, isResponse, readBody, respond } from './request.ts';

/** What a refused answer is in terms of HTTP. */
const codes: Readonly<Record<Refusal, number>> = {
  unknown: 404,
  'not-waiting': 409,
  answered: 409,
  late: 409,
  outdated: 409,
  unfit: 422,
};

/** Answers a node that waits, as `approve` does. Who has signed the request is who has answered. */
export async function answerRun(request: HttpRequest, { deps, stepFunctions }: Served): Promise<HttpResponse> {
  const body = readBody(request);
  if (isResponse(body)) return body;
  const given = readAnswer(body.kind === 'json' ? body.value : {});
  if (typeof given === 'string') return failed(400, given);
  if (given.by !== undefined) return failed(400, 'who answers is who has signed the request; leave out the field by');
  const by = callerOf(request);
  const run = request.pathParameters?.['run'] ?? '';
  const node = nodeIn(request.pathParameters?.['node'] ?? '', deps.workflow.byId);
  const answer = by === undefined ? given : { ...given, by };
  const answered = await answerAndTell({ run, node, answer }, deps, (reply) => sendReply(stepFunctions, reply));
  if (answered.kind === 'refused') return failed(codes[answered.reason], answered.why);
  return respond(200, { run, node, told: answered.told });
}

/** The id as it stands in the path, whether or not the platform has decoded it. */
function nodeIn(given: string, known: ReadonlyMap<string, unknown>): string {
  if (known.has(given)) return given;
  try {
    return decodeURIComponent(given).normalize('NFC');
  } catch {
    return given;
  }
}
