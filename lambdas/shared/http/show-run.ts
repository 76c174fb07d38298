import type { RunState } from '../../../lib/node/assemble.ts';
import { assemble } from '../../../lib/node/assemble.ts';
import { HEADER } from '../../../lib/node/record.ts';
import type { HttpRequest, HttpResponse, Served } from './request.ts';
import { failed, respond } from './request.ts';

/** Shows the record of a run, as `state.json` has it, and how it stands. */
export async function showRun({ pathParameters }: HttpRequest, { deps }: Served): Promise<HttpResponse> {
  const run = pathParameters?.['run'] ?? '';
  const items = await deps.state.readAll(run);
  if (!items.has(HEADER)) return failed(404, `there is no run ${run}`);
  const state = assemble(deps.workflow, items);
  return respond(200, { ...state, status: statusOf(state) });
}

/** Its result; else `paused` where all that is left waits for people, or `running`. */
function statusOf({ result, current, nodes }: RunState): string {
  if (result !== undefined) return result;
  const waits = current.length > 0 && current.every((id) => nodes.get(id)?.waiting !== undefined);
  return waits ? 'paused' : 'running';
}
