import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import type { Document } from '../lib/document.ts';
import { lineAt, placeOf } from '../lib/document.ts';
import type { Finding } from '../lib/finding.ts';
import type { Library } from '../lib/library.ts';
import { proseParts } from '../lib/prose.ts';
import type { LinkNode } from './target.ts';
import { checkTarget } from './target.ts';

const UNCLEAR_TEXT = new Set(['here', 'click here', 'this', 'this page', 'link', 'more', 'read more']);

/**
 * Rules: `link-empty`, `file-missing`, `anchor-missing`, `reference-undefined` (errors), `image-without-text`
 * (warning), `link-text-unclear`, `link-unchecked` (hints). Addresses on the network are not visited.
 */
export function checkLinks(library: Library): Finding[] {
  return library.documents.flatMap((document) => [
    ...targets(document, library),
    ...texts(document),
    ...undefinedReferences(document),
  ]);
}

function targets(document: Document, library: Library): Finding[] {
  const findings: Finding[] = [];
  visit(document.tree, ['link', 'image', 'definition'], (node) => {
    const finding = checkTarget(node as LinkNode, document, library);
    if (finding) findings.push(finding);
  });
  return findings;
}

function texts(document: Document): Finding[] {
  const findings: Finding[] = [];
  visit(document.tree, (node) => {
    const line = placeOf(node)?.line;
    if (line === undefined) return;
    if ((node.type === 'image' || node.type === 'imageReference') && !node.alt?.trim()) {
      const message = 'the image has no text for those who cannot see it';
      findings.push({ rule: 'image-without-text', severity: 'warning', document: document.path, line, message });
    }
    if (node.type === 'link' || node.type === 'linkReference') {
      const text = toString(node).trim();
      if (!UNCLEAR_TEXT.has(text.toLowerCase())) return;
      const message = `the link's text "${text}" does not say where it goes`;
      findings.push({ rule: 'link-text-unclear', severity: 'hint', document: document.path, line, message });
    }
  });
  return findings;
}

/** `[text][name]` without a definition of `name` is no link for the parser: it stays in the text as it is. */
function undefinedReferences(document: Document): Finding[] {
  return proseParts(document).flatMap(({ source, start }) =>
    [...source.matchAll(/\[[^[\]]+\]\[([^[\]]*\p{L}[^[\]]*)\]/gu)].map((match): Finding => {
      const message = `the link's reference [${match[1]}] is defined nowhere in the document`;
      const line = lineAt(document, start + match.index);
      return { rule: 'reference-undefined', severity: 'error', document: document.path, line, message };
    }),
  );
}
