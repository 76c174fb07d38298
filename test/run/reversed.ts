import type { Document } from 'yaml';
import { isAlias, isNode, isSeq, parseDocument, visit } from 'yaml';

/**
 * The same workflow with its nodes and edges, or its steps, listed the other way round. Texts stay as they were
 * written: nothing is read as a number on the way.
 */
export function reversed(yaml: string): string {
  const document = parseDocument(yaml, { schema: 'failsafe' });
  writeOut(document);
  for (const list of ['nodes', 'edges', 'steps']) {
    const items = document.get(list);
    if (isSeq(items)) items.items.reverse();
  }
  return document.toString({ lineWidth: 0 });
}

/** An alias may not stand before its anchor, so each becomes a copy of what it stands for. */
function writeOut(document: Document): void {
  visit(document, {
    Alias: (_key, alias) => {
      const copy = alias.resolve(document)?.clone();
      if (isNode(copy) && !isAlias(copy)) delete copy.anchor;
      return isNode(copy) ? copy : undefined;
    },
  });
}
