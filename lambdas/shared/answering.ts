import type { NodeDeps } from '../../lib/node/deps.ts';
import { handlerDeps } from './deps.ts';

/** What recording an answer needs; no skill is run for one. */
export function answeringDeps(folder: string): NodeDeps {
  const runSkill = () => Promise.reject(new Error('no skill is run for an answer'));
  return { ...handlerDeps(folder), runSkill };
}
