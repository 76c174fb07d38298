import { pointedAt } from './json-pointer.ts';
import type { SkillOutcome } from './skill.ts';

/** What a manifest says of an answer that is no result of a skill, but whatever a service answers. */
export interface Mapping {
  /** JSON pointer to the output; all of the answer where it is absent. */
  readonly output?: string | undefined;
  /** JSON pointer to the label. */
  readonly label?: string | undefined;
  /** Path of the artifact that the answer is kept as. */
  readonly artifact?: string | undefined;
}

/** Characters of an answer that stand in the evidence of a failure. */
const SHOWN = 500;

/**
 * Makes a result of what a service has answered. `said` begins the evidence where it does not fit: who has answered how.
 * Throws then.
 */
export function mappedOutcome({ output, label, artifact }: Mapping, body: Uint8Array, said: string): SkillOutcome {
  const text = new TextDecoder().decode(body);
  const json = output === undefined && label === undefined ? undefined : parsed(text, said);
  const shown = output === undefined ? text : pointedAt(json, output);
  if (shown === undefined) throw new Error(evidence(`${said}, with nothing at ${output!}`, text));
  const chosen = label === undefined ? undefined : pointedAt(json, label);
  const isText = typeof chosen === 'string' || typeof chosen === 'number' || typeof chosen === 'boolean';
  if (label !== undefined && !isText) throw new Error(evidence(`${said}, with no label at ${label}`, text));
  return {
    output: typeof shown === 'string' ? shown : JSON.stringify(shown),
    ...(isText && { label: String(chosen) }),
    ...(artifact !== undefined && { artifacts: { [artifact]: body } }),
  };
}

function parsed(text: string, said: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(evidence(`${said}, and no JSON`, text));
  }
}

/** What was said, with the beginning of the text behind it. */
export function evidence(said: string, text: string): string {
  const plain = text.replaceAll('\0', '').trim();
  return plain === '' ? said : `${said}: ${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain}`;
}
