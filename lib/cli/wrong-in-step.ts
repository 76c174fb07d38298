import { check } from '../compile/check.ts';
import type { NewStep } from '../edit/add-step.ts';

/** What the check of a workflow says is wrong with a step, so that nobody answers all questions for nothing. */
export function wrongIn(step: NewStep): string | undefined {
  const { diagnostics } = check(JSON.stringify({ workflow: { name: 'x', version: '1.0.0' }, steps: [step] }));
  return diagnostics.find(({ severity }) => severity === 'error')?.message;
}
