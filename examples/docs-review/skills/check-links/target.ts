import { posix } from 'node:path';
import type { Definition, Image, Link } from 'mdast';
import type { Document } from '../lib/document.ts';
import { placeOf } from '../lib/document.ts';
import type { Finding, Fix } from '../lib/finding.ts';
import type { Library } from '../lib/library.ts';
import type { Guess } from './guess.ts';
import { guessAnchor, guessFile } from './guess.ts';

export type LinkNode = Link | Image | Definition;

/** What is wrong with the target of a link, an image or a link definition, if anything. */
export function checkTarget(node: LinkNode, document: Document, library: Library): Finding | undefined {
  const line = placeOf(node)?.line ?? 1;
  const found = (rule: string, severity: Finding['severity'], message: string, fix?: Fix): Finding => {
    return { rule, severity, document: document.path, line, message, ...(fix && { fix }) };
  };
  if (node.url.trim() === '' || node.url === '#') return found('link-empty', 'error', 'the link has no target');
  // An address with a scheme or a host leads to the network.
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(node.url)) return undefined;

  const target = splitTarget(node.url);
  const path = target.path === '' ? document.path : posix.join(posix.dirname(document.path), target.path);
  if (target.path.startsWith('/') || path === '..' || path.startsWith('../')) {
    return found('link-unchecked', 'hint', `"${node.url}" leads out of the reviewed folder and was not checked`);
  }
  if (isFolder(path, library)) return undefined;
  if (!library.files.has(path)) {
    const guess = guessFile(path, target.anchor, library);
    const message = `the link's file "${path}" does not exist${inBrackets(guess)}`;
    return found(
      'file-missing',
      'error',
      message,
      fixOf(node, document, guess, (to) => relative(document, to)),
    );
  }
  const other = path === document.path ? document : library.documents.find((candidate) => candidate.path === path);
  // A file that is no document under review may have any anchor (lines of a source file, say).
  if (target.anchor === '' || other === undefined || other.anchors.has(target.anchor)) return undefined;
  const guess = guessAnchor(target.anchor, other);
  const message = `"${path}" has no heading for "#${target.anchor}"${inBrackets(guess)}`;
  return found(
    'anchor-missing',
    'error',
    message,
    fixOf(node, document, guess, (to) => `${target.written}#${to}`),
  );
}

interface Target {
  /** Decoded, without the query. */
  readonly path: string;
  readonly anchor: string;
  /** The path as it stands in the link. */
  readonly written: string;
}

function splitTarget(url: string): Target {
  const hash = url.indexOf('#');
  const written = hash === -1 ? url : url.slice(0, hash);
  const anchor = hash === -1 ? '' : url.slice(hash + 1);
  return { path: decode(written.replace(/\?.*$/s, '')), anchor: decode(anchor), written };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray per cent sign means itself.
    return text;
  }
}

function isFolder(path: string, library: Library): boolean {
  const folder = path === '.' || path === './' ? '' : path.replace(/\/?$/, '/');
  return [...library.files].some((file) => file.startsWith(folder));
}

function relative(document: Document, to: string): string {
  const [file = '', anchor] = to.split('#');
  const path = encodeURI(posix.relative(posix.dirname(document.path), file));
  return anchor === undefined ? path : `${path}#${anchor}`;
}

function inBrackets(guess: Guess): string {
  if (guess.candidates.length === 0) return '';
  const names = guess.candidates.map((name) => `"${name}"`).join(' or ');
  return guess.certain ? ` (only the case differs from ${names})` : ` (did it mean ${names}?)`;
}

/** Replaces the target where it stands in the source; nothing to offer if there are several guesses. */
function fixOf(node: LinkNode, document: Document, guess: Guess, write: (to: string) => string): Fix | undefined {
  const [to] = guess.candidates;
  const start = targetOffset(node, document);
  if (to === undefined || guess.candidates.length > 1 || start === undefined) return undefined;
  const text = write(to);
  const says = `link to "${text}" instead of "${node.url}"`;
  return { level: guess.certain ? 1 : 2, says, edits: [{ start, end: start + node.url.length, text }] };
}

/** Undefined where the target is written with escapes, so that it is not found as it is. */
function targetOffset(node: LinkNode, document: Document): number | undefined {
  const place = placeOf(node);
  if (place === undefined) return undefined;
  const inner = node.type === 'link' ? node.children.at(-1) : undefined;
  const from = (inner && placeOf(inner)?.end) ?? place.start;
  const opening = document.text.indexOf(node.type === 'definition' ? ']:' : '](', from);
  const start = opening === -1 ? -1 : document.text.indexOf(node.url, opening + 2);
  return start === -1 || start + node.url.length > place.end ? undefined : start;
}
