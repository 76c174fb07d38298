import type { SkillEnvironment } from '../environment.ts';
import { evidence, mappedOutcome } from '../mapped-outcome.ts';
import { fromPlain } from '../plain-result.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillResult } from '../skill.ts';
import { invoke } from './invoke.ts';
import { requestText } from './request.ts';

/** Milliseconds for which a function that answers later is listened to: one that is broken says so at once. */
const LISTEN = 60_000;

/**
 * Calls a function that is there already. What it answers is the node's result, or is mapped to one as the manifest
 * says; with `callback` it is told how to answer, and the node waits. Throws what the function says went wrong.
 */
export async function executeLambda(
  skill: SkillOf<'lambda'>,
  context: SkillContext,
  environment: SkillEnvironment,
): Promise<SkillResult> {
  const { manifest } = skill;
  if (manifest.mode !== 'callback') {
    const payload = await invoke(manifest.function, await requestText(context), context);
    return resultOf(skill, payload);
  }
  const { host, run, node } = context;
  if (!host?.handOver) throw new Error('no function can answer here');
  return host.handOver(`the answer of the function ${manifest.function}`, async (ticket) => {
    const { answerFunction } = environment;
    const answer = { ...(answerFunction !== undefined && { function: answerFunction }), run, node, ticket };
    const listen = AbortSignal.timeout(LISTEN);
    const signal = AbortSignal.any([context.signal, listen]);
    try {
      await invoke(manifest.function, await requestText(context, answer), { ...context, signal });
    } catch (error) {
      // It works on, also when nobody listens.
      if (!listen.aborted || context.signal.aborted) throw error;
    }
  });
}

function resultOf({ manifest }: SkillOf<'lambda'>, payload: Uint8Array): SkillResult {
  const { output, label, artifact } = manifest;
  const said = `the function ${manifest.function} has answered`;
  if (output !== undefined || label !== undefined || artifact !== undefined)
    return mappedOutcome(manifest, payload, said);
  const text = new TextDecoder().decode(payload);
  if (text === '') return undefined;
  try {
    return fromPlain(JSON.parse(text)) as SkillResult;
  } catch {
    throw new Error(evidence(`${said}, and no JSON`, text));
  }
}
