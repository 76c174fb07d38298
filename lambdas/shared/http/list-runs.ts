import { HEADER } from '../../../lib/node/record.ts';
import { asHeader } from '../../../lib/node/view.ts';
import type { HttpRequest, HttpResponse, Served } from './request.ts';
import { failed, respond } from './request.ts';

/** Runs that are shown where the request does not say how many, and at most. */
const USUAL = 20;
const MOST = 100;

/** Lists runs, the newest first: `?last=N` of them. */
export async function listRuns({ queryStringParameters }: HttpRequest, { deps }: Served): Promise<HttpResponse> {
  const last = queryStringParameters?.['last'] ?? String(USUAL);
  if (!/^[1-9]\d{0,2}$/.test(last) || Number(last) > MOST)
    return failed(400, `last is a whole number from 1 to ${MOST}`);
  const ids = await deps.state.runs(Number(last));
  const runs = await Promise.all(
    ids.map(async (run) => {
      const item = (await deps.state.read(run, [HEADER])).get(HEADER);
      if (!item) return [];
      const { version, started, ended, result } = asHeader(item.value);
      return [
        { run, version, started, ...(ended !== undefined && { ended }), ...(result !== undefined && { result }) },
      ];
    }),
  );
  return respond(200, { runs: runs.flat() });
}
