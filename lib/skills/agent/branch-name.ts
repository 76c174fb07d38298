import { shortHash } from '../../ir/names.ts';
import { slug } from '../../ir/slug.ts';

/** The branch of what a node has changed in a run: letters, digits and hyphens, another one for each id. */
export function branchName(run: string, node: string): string {
  const plain = slug(node);
  return `stepwright/${run}/${plain === node ? plain : `${plain}-${shortHash(node, 6)}`.replace(/^-/, '')}`;
}
