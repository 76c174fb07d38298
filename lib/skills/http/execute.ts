import type { SkillEnvironment } from '../environment.ts';
import { guardSecrets } from '../guard-secrets.ts';
import type { ManifestOf } from '../manifest/schema.ts';
import { evidence, mappedOutcome } from '../mapped-outcome.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillOutcome, SkillResult } from '../skill.ts';
import { prepare } from './prepare.ts';
import type { Response } from './send.ts';
import { send, shownRequest, shownStatus } from './send.ts';

/**
 * Sends a request. An answer of 2xx passes; any other says that the skill failed, with the first lines of the answer as
 * evidence. Throws where there is no answer.
 */
export function executeHttp(
  skill: SkillOf<'http'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  const { manifest } = skill;
  return guardSecrets(context, environment, async (guarded, { secret }) => {
    const request = await prepare(manifest, guarded, (name) => {
      const named = manifest.secrets ?? {};
      if (!Object.hasOwn(named, name))
        throw new Error(`the skill names no secret ${name}: it has to stand under secrets`);
      return secret(named[name]!);
    });
    const response = await send(request, {
      allowPrivate: manifest.allow_private ?? false,
      retries: manifest.retries ?? 3,
      redirects: manifest.redirects ?? 5,
      maxBytes: manifest.max_bytes ?? 10_000_000,
      signal: guarded.signal,
    });
    return outcomeOf(manifest, response);
  });
}

function outcomeOf(manifest: ManifestOf<'http'>, response: Response): SkillOutcome {
  const { status, body } = response;
  const said = `${shownRequest({ method: response.method as 'GET', url: response.url })} answers ${shownStatus(status)}`;
  if (status < 200 || status > 299) return { status: 'failed', note: evidence(said, new TextDecoder().decode(body)) };
  return mappedOutcome(manifest, body, said);
}
