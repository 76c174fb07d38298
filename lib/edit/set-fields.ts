import { isAlias, isScalar } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import type { OpenFile } from './open.ts';
import { columnOf, contentEnd, isEmpty, isFlow, lineEnd, pairOf } from './open.ts';
import { isQuotes, quotesFor, scalarText } from './scalar-text.ts';
import type { Splice } from './splice.ts';
import { insert } from './splice.ts';

export type Fields = readonly (readonly [key: string, value: string | boolean])[];

/** Sets fields of a map that there is: values in place, with the quotes that they have, and new ones at its end. */
export function setFields(file: OpenFile, map: YAMLMap, fields: Fields): Splice[] {
  const added = fields.filter(([key]) => !pairOf(map, key));
  const changed = fields.flatMap(([key, value]) => {
    const pair = pairOf(map, key);
    return pair ? [setValue(file, map, pair, value)] : [];
  });
  return [...changed, ...addFields(file, map, added)];
}

function setValue(file: OpenFile, map: YAMLMap, { key, value: old }: Pair<Node, Node | null>, value: string | boolean) {
  const name = isScalar(key) ? String(key.value) : '';
  const quotes =
    isScalar(old) && typeof old.value === 'string' && isQuotes(old.type) ? old.type : quotesFor(file, name);
  const text = scalarText(value, quotes, isFlow(map));
  if (isEmpty(old)) {
    const colon = file.text.indexOf(':', key.range![1]) + 1;
    return insert(colon, ` ${text}`);
  }
  const { from, to } = placeOf(file, old!);
  return { from, to, text };
}

/** A value with its anchor and tag, which would else stand before the new one. */
function placeOf({ text }: OpenFile, node: Node): { from: number; to: number } {
  const [start] = node.range!;
  if (isAlias(node)) return { from: start, to: node.range![1] };
  return { from: start, to: contentEnd(node, text) };
}

function addFields(file: OpenFile, map: YAMLMap, fields: Fields): Splice[] {
  if (fields.length === 0) return [];
  const { text, eol } = file;
  if (isFlow(map)) return [addToFlow(file, map, fields)];
  const column = columnOf(text, (map.items[0]!.key as Node).range![0]);
  const lines = fields.map(([key, value]) => `${eol}${' '.repeat(column)}${fieldText(file, key, value, false)}`);
  return [insert(lineEnd(text, contentEnd(map, text)), lines.join(''))];
}

function addToFlow(file: OpenFile, map: YAMLMap, fields: Fields): Splice {
  const { text, eol } = file;
  const inner = fields.map(([key, value]) => fieldText(file, key, value, true, quotedKeys(map)));
  const [start, end] = map.range!;
  if (map.items.length === 0) return { from: start, to: end, text: `{${inner.join(', ')}}` };
  const last = map.items.at(-1) as Pair<Node, Node | null>;
  const after = isEmpty(last.value) ? contentEnd(last.key, text) : contentEnd(last.value, text);
  const first = (map.items[0]!.key as Node).range![0];
  // A map of several lines, such as JSON, gets a line a field.
  const between = text.slice(start, first).includes('\n') ? `,${eol}${' '.repeat(columnOf(text, first))}` : ', ';
  return insert(after, inner.map((field) => `${between}${field}`).join(''));
}

function quotedKeys(map: YAMLMap): boolean {
  const [first] = map.items;
  return isScalar(first?.key) && first.key.type === 'QUOTE_DOUBLE';
}

/** `key: value`. */
export function fieldText(file: OpenFile, key: string, value: string | boolean, flow: boolean, quoted = false): string {
  const json = quoted && typeof value === 'string' ? JSON.stringify(value) : undefined;
  return `${quoted ? JSON.stringify(key) : key}: ${json ?? scalarText(value, quotesFor(file, key), flow)}`;
}
