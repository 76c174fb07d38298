import { shortHash } from '../../lib/ir/names.ts';
import { slug } from '../../lib/ir/slug.ts';
import { controlOf } from '../../lib/node/start-run.ts';
import { isRunId } from '../../lib/store/run-id.ts';

/**
 * The id of the run that an execution starts: its name. A start through the API may bear names that are none of a run
 * (the service takes `a+b` or `é`); such a run is called after the name's hash.
 */
export function runIdOf(execution: string): string {
  if (isRunId(execution)) return execution;
  return `${slug(execution).slice(0, 60)}-${shortHash(execution, 16)}`.replace(/^-/, '');
}

/** The run that an execution with this input works on: the one that the input names, else its own. */
export function runOf(execution: string, input: unknown): string {
  return controlOf(input).run ?? runIdOf(execution);
}
