import { shortHash } from '../../ir/names.ts';
import { slug } from '../../ir/slug.ts';

/**
 * The id of the run that a node starts: of one node in one round there is one, which another attempt or a resume goes on
 * with. Its names of executions are such that every service takes them.
 */
export function childRun(run: string, node: string, round: number): string {
  const hash = shortHash(JSON.stringify([run, node, round]), 10);
  return [run.slice(0, 40).replaceAll('.', '-'), slug(node).slice(0, 20), hash].filter((part) => part !== '').join('-');
}
