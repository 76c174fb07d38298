import GithubSlugger from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';

/** One Markdown document, parsed. Offsets count UTF-16 units of `text`, lines count from 1. */
export interface Document {
  /** Path within the reviewed folder, such as `commands/restore.md`. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly tree: Root;
  readonly headings: readonly DocumentHeading[];
  /** Every fragment that a link may name: headings' slugs, and ids written in HTML. */
  readonly anchors: ReadonlySet<string>;
  /** Lines that hold code, HTML or front matter, which rules about prose leave alone. */
  readonly literalLines: ReadonlySet<number>;
}

export interface Line {
  readonly number: number;
  readonly start: number;
  /** Without the line ending. */
  readonly text: string;
}

export interface DocumentHeading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface Place {
  readonly line: number;
  readonly lastLine: number;
  readonly start: number;
  readonly end: number;
}

/** Parses GitHub-flavoured Markdown with front matter. A byte order mark is dropped. */
export function parseDocument(path: string, source: string): Document {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const tree = fromMarkdown(text, {
    extensions: [gfm(), frontmatter(['yaml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
  });
  const headings: DocumentHeading[] = [];
  const anchors = new Set<string>();
  const literalLines = new Set<number>();
  const slugger = new GithubSlugger();
  visit(tree, (node) => {
    const place = placeOf(node);
    if (place === undefined) return;
    if (node.type === 'heading') {
      const { line, start, end } = place;
      const heading = { level: node.depth, text: toString(node), line, start, end };
      headings.push(heading);
      anchors.add(slugger.slug(heading.text));
    } else if (node.type === 'html') {
      for (const [, id] of node.value.matchAll(/\s(?:id|name)="([^"]+)"/g)) anchors.add(id!);
    }
    if (node.type === 'code' || node.type === 'html' || node.type === 'yaml') {
      for (let line = place.line; line <= place.lastLine; line += 1) literalLines.add(line);
    }
  });
  return { path, text, lines: linesOf(text), tree, headings, anchors, literalLines };
}

/** Where a node stands; undefined for the few that the parser makes up, which have no place in the text. */
export function placeOf(node: Nodes): Place | undefined {
  const start = node.position?.start;
  const end = node.position?.end;
  if (start?.offset === undefined || end?.offset === undefined) return undefined;
  return { line: start.line, lastLine: end.line, start: start.offset, end: end.offset };
}

/** The line that holds an offset. */
export function lineAt(document: Document, offset: number): number {
  return document.lines.findLast((line) => line.start <= offset)?.number ?? 1;
}

/** The words of a text, for counting. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? [];
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    // The empty match after the last line ending is no line.
    if (match[0] === '' && match.index > 0) break;
    lines.push({ number: lines.length + 1, start: match.index, text: match[1]! });
  }
  return lines;
}
