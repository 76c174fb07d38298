import { SFNClient } from '@aws-sdk/client-sfn';
import { answeringDeps } from './shared/answering.ts';
import { required } from './shared/deps.ts';
import { answerRun } from './shared/http/answer-run.ts';
import { listRuns } from './shared/http/list-runs.ts';
import type { HttpRequest, HttpResponse, Served } from './shared/http/request.ts';
import { callerOf, failed, respond } from './shared/http/request.ts';
import { showRun } from './shared/http/show-run.ts';
import { startRun } from './shared/http/start-run.ts';
import { observed } from './shared/observed.ts';

const routes: Readonly<Record<string, (request: HttpRequest, served: Served) => Promise<HttpResponse>>> = {
  'POST /runs': startRun,
  'GET /runs': listRuns,
  'GET /runs/{run}': showRun,
  'POST /runs/{run}/nodes/{node}/answer': answerRun,
};

const served: Served = {
  deps: answeringDeps(import.meta.dirname),
  stepFunctions: new SFNClient(),
  machine: required('MACHINE'),
};

/** The HTTP endpoint of a workflow: starts runs, shows them, and answers nodes that wait. All bodies are JSON. */
export const handler = observed(async (request: HttpRequest): Promise<HttpResponse> => {
  const { deps } = served;
  const route = routes[request.routeKey];
  let response: HttpResponse;
  try {
    response = route ? await route(request, served) : failed(404, 'there is nothing at this address');
  } catch (error) {
    // What exactly is no business of the caller, and stands in the log.
    deps.log('error', 'the request could not be served', { error: error instanceof Error ? error : String(error) });
    response = failed(503, 'the service cannot do that at the moment');
  }
  deps.log('info', request.routeKey, { status: response.statusCode, caller: callerOf(request) });
  return withinSize(response);
});

/** Bytes of a body that the platform takes from a function. */
const BODY_LIMIT = 5_900_000;

function withinSize(response: HttpResponse): HttpResponse {
  if (Buffer.byteLength(response.body) <= BODY_LIMIT) return response;
  return respond(500, { error: 'the answer is too large for HTTP; see stepwright state export --cloud' });
}
