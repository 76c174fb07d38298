import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { REFUSED } from './edited.ts';
import type { Edited } from './edited.ts';

/** A workflow's text and what it is made of. Offsets of nodes are places in the text. */
export interface OpenFile {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly root: YAMLMap.Parsed;
  /** How its lines end. */
  readonly eol: '\n' | '\r\n';
  /** How much deeper a map within a map stands. */
  readonly indent: number;
}

/** Reads a text for editing; refuses what is no single YAML map. */
export function openFile(text: string): OpenFile | Extract<Edited, { kind: 'refused' }> {
  const document = parseDocument(text, { version: '1.2', schema: 'core', keepSourceTokens: true, logLevel: 'silent' });
  if (document.errors.length > 0) return REFUSED('the file is not valid YAML; stepwright validate says what is wrong');
  const root = document.contents;
  if (!isMap(root)) return REFUSED('the file is not a map');
  return { text, document, root, eol: text.includes('\r\n') ? '\r\n' : '\n', indent: indentOf(text, root) };
}

/** The pair of a map with this key. */
export function pairOf(map: YAMLMap, key: string): Pair<Node, Node | null> | undefined {
  const pairs = map.items as Pair<Node, Node | null>[];
  return pairs.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === key);
}

/** The column of a place, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Where the text of a node ends, without what follows it on its line. */
export function contentEnd(node: Node | null | undefined, text: string): number {
  if (isMap(node) && !node.flow && node.items.length > 0) {
    const { key, value } = node.items.at(-1) as Pair<Node, Node | null>;
    return Math.max(contentEnd(key, text), isEmpty(value) ? 0 : contentEnd(value, text));
  }
  if (isSeq(node) && !node.flow && node.items.length > 0) return contentEnd(node.items.at(-1) as Node, text);
  const [, end] = node!.range!;
  // The text of a block scalar ends with its last line break.
  return text[end - 1] === '\n' ? end - (text[end - 2] === '\r' ? 2 : 1) : end;
}

/** The end of the line that a place is on, its comment included, before the line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' && end - 1 >= offset ? end - 1 : end;
}

/** The start of the line that a place is on; a byte order mark is no part of it. */
export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? 1 : start;
}

/** Whether nothing is written where a value could be, as after `schedule:`. */
export function isEmpty(node: Node | null | undefined): boolean {
  if (node === null || node === undefined) return true;
  return isScalar(node) && node.value === null && (node as Scalar.Parsed).source === '';
}

export function isFlow(node: YAMLMap | YAMLSeq): boolean {
  return node.flow === true;
}

function indentOf(text: string, root: YAMLMap): number {
  const column = columnOf(text, (root.items[0]?.key as Node | undefined)?.range?.[0] ?? 0);
  for (const { value } of root.items as Pair<Node, Node | null>[]) {
    if (!isMap(value) || isFlow(value) || value.items.length === 0) continue;
    const inner = columnOf(text, (value.items[0]!.key as Node).range![0]);
    if (inner > column) return inner - column;
  }
  return 2;
}
