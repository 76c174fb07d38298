import type { Document } from './document.ts';

/** Why a document is not reviewed; undefined for one that is. */
export function whyLeftOut(document: Document): string | undefined {
  const [first] = document.tree.children;
  if (first?.type === 'yaml' && /^review:\s*off\s*$/m.test(first.value)) return 'its front matter says `review: off`';
  return document.text.trim() === '' ? 'it is empty' : undefined;
}
