import type { StateMachine } from '../asl/definition.ts';

/** The definition with `${RunNode}` and the like in it, and nothing else that looks so: comments hold users' texts. */
export function definitionText(asl: StateMachine, names: readonly string[]): string {
  const ours = names.map((name) => `${name}\\}`).join('|');
  return JSON.stringify(asl).replace(new RegExp(`\\$\\{(?!${ours})`, 'g'), '$ {');
}
