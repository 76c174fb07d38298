import type { ParallelState } from '../../asl/definition.ts';
import type { Run, Step, Variables } from '../run.ts';
import { record, stop } from '../run.ts';
import { asStateError } from '../errors.ts';

/**
 * Runs all branches with the same input; their outputs make a list. When one fails, the others enter no further state,
 * what runs in them is waited for, and then the whole fails. Variables that a branch sets do not leave it.
 */
export async function runParallel(run: Run, state: ParallelState, input: unknown, variables: Variables): Promise<Step> {
  record(run, { type: 'ParallelStateStarted' });
  const branches = state.Branches.map(async (branch) => {
    try {
      return await run.runStates(branch, input, variables);
    } catch (error) {
      stop(run, asStateError(error));
      throw error;
    }
  });
  const ended = await Promise.allSettled(branches);
  const failed = ended.find((branch) => branch.status === 'rejected');
  if (failed) throw asStateError(failed.reason);
  record(run, { type: 'ParallelStateSucceeded' });
  const output = ended.map((branch) => (branch as PromiseFulfilledResult<unknown>).value);
  return { output, next: 'Next' in state ? state.Next : undefined, variables };
}
