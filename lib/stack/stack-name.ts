import { shortHash } from '../ir/names.ts';
import { slug } from '../ir/slug.ts';

/** How the names of stacks begin where nobody says otherwise. */
export const STACK_PREFIX = 'stepwright-';

/** The longest name that the service takes. */
const limit = 128;

/** What ends as names with a hash do; kept as it is, it could be the name that another workflow gets. */
const looksHashed = /(?:^|-)[0-9a-f]{8}$/;

/**
 * The stack of a workflow: its name, as far as a stack can bear it. A name that cannot be kept as it is gets a hash of
 * it, so that two workflows never share a stack; the name does not depend on what other workflows there are.
 */
export function stackName(prefix: string, workflow: string): string {
  const kept = slug(workflow);
  if (kept === workflow && !looksHashed.test(kept) && prefix.length + kept.length <= limit) return `${prefix}${kept}`;
  const hash = shortHash(workflow);
  const head = kept.slice(0, limit - prefix.length - hash.length - 1).replace(/-+$/, '');
  return `${prefix}${head === '' ? hash : `${head}-${hash}`}`;
}
