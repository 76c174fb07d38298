import { nearest } from '../diagnostics/near.ts';
import { list, show } from '../diagnostics/show.ts';

/** How many ids are named where none is near. */
const SHOWN = 10;

/** Says that somebody or something has no such node, and which one may have been meant. */
export function noSuchNode(who: string, node: string, ids: Iterable<string>): string {
  const all = [...ids];
  const near = nearest(node, all);
  if (near !== undefined) return `${who} has no node ${show(node)}; did you mean ${show(near)}?`;
  const shown = all.slice(0, SHOWN).map(show);
  const more = all.length > SHOWN ? [...shown, `${all.length - SHOWN} more`] : shown;
  return `${who} has no node ${show(node)}; it has ${list(more)}`;
}
