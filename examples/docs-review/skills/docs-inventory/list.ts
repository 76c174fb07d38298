import { posix } from 'node:path';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import type { Document } from '../lib/document.ts';
import { wordsOf } from '../lib/document.ts';
import type { InventoryEntry } from '../lib/library.ts';
import { sentencesOf } from '../lib/prose.ts';

/** The documents with their figures, in the given order. */
export function listDocuments(documents: readonly Document[]): InventoryEntry[] {
  const linked = documents.map((document) => linkedFiles(document));
  return documents.map((document, i) => ({
    path: document.path,
    title: document.headings[0]?.text ?? document.path,
    words: wordsOf(proseOf(document)).length,
    wordsPerSentence: averageSentence(document),
    linkedFrom: linked.filter((files, j) => j !== i && files.has(document.path)).length,
  }));
}

function proseOf(document: Document): string {
  return document.tree.children
    .filter((node) => node.type !== 'code' && node.type !== 'html' && node.type !== 'yaml')
    .map((node) => toString(node))
    .join('\n');
}

function averageSentence(document: Document): number {
  const counts = sentencesOf(document).map((sentence) => wordsOf(sentence.text).length);
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.length === 0 ? 0 : Math.round((sum / counts.length) * 10) / 10;
}

function linkedFiles(document: Document): Set<string> {
  const files = new Set<string>();
  visit(document.tree, ['link', 'definition'], (node) => {
    const path = 'url' in node ? node.url.replace(/[#?].*$/s, '') : '';
    if (path !== '') files.add(posix.join(posix.dirname(document.path), path));
  });
  return files;
}
