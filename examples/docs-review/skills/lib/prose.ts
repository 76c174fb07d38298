import type { Nodes } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';
import type { Document } from './document.ts';
import { placeOf } from './document.ts';

/** A stretch of plain text as it stands in the source: no code, no HTML, no link targets. */
export interface ProsePart {
  readonly source: string;
  /** Offset of `source` in the document. */
  readonly start: number;
  readonly inHeading: boolean;
}

export interface Sentence {
  readonly text: string;
  readonly line: number;
}

/** The plain text of a document, part by part, in order. */
export function proseParts(document: Document): ProsePart[] {
  const parts: ProsePart[] = [];
  const collect = (root: Nodes, inHeading: boolean) =>
    visit(root, (node) => {
      if (node.type === 'heading' && !inHeading) {
        collect(node, true);
        return SKIP;
      }
      const place = node.type === 'text' ? placeOf(node) : undefined;
      if (place) parts.push({ source: document.text.slice(place.start, place.end), start: place.start, inHeading });
      return undefined;
    });
  collect(document.tree, false);
  return parts;
}

/** The sentences of the paragraphs, with the line each begins on. Code spans stand as they are written. */
export function sentencesOf(document: Document): Sentence[] {
  const sentences: Sentence[] = [];
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  visit(document.tree, 'paragraph', (paragraph) => {
    const place = placeOf(paragraph);
    if (place === undefined) return;
    const flat = flatten(paragraph);
    for (const { segment, index } of segmenter.segment(flat.replaceAll('\n', ' '))) {
      const text = segment.trim();
      if (text === '') continue;
      const before = flat.slice(0, index + segment.indexOf(text));
      sentences.push({ text, line: place.line + before.split('\n').length - 1 });
    }
  });
  return sentences;
}

/** A paragraph as one text with a newline for every line of the source. */
function flatten(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'break') return '\n';
  // A full stop within code (`a.json`) ends no sentence.
  if (node.type === 'inlineCode') return node.value.replace(/[.!?]/g, '_');
  return 'children' in node ? node.children.map(flatten).join('') : '';
}
