import type { ChoiceState } from '../../asl/definition.ts';
import type { Run, Step, Variables } from '../run.ts';
import { contextOf } from '../run.ts';
import { evaluate, isTrue } from '../expressions.ts';

/** The first rule whose condition holds is followed, else the default. A rule's Output replaces what is handed on. */
export async function runChoice(
  run: Run,
  name: string,
  state: ChoiceState,
  input: unknown,
  variables: Variables,
): Promise<Step> {
  const scope = { states: { input, context: contextOf(run, name, run.deps.now().toISOString()) }, variables };
  for (const rule of state.Choices) {
    if (!(await isTrue(rule.Condition, scope))) continue;
    const output = rule.Output === undefined ? input : await evaluate(rule.Output, scope);
    return { output, next: rule.Next, variables };
  }
  return { output: input, next: state.Default, variables };
}
