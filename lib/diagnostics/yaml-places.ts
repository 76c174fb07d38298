import { isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Document, LineCounter, Pair } from 'yaml';
import type { Position } from '../ir/position.ts';

/** Places in a YAML file by the paths of its values. */
export interface YamlPlaces {
  /** The place of what stands between two offsets. */
  readonly placeOf: (start: number, end: number) => Position;
  /** The place of the value at a path, or of its key; of what is not there, that of the nearest thing around it. */
  readonly at: (path: readonly PropertyKey[], ofKey?: boolean) => Position;
}

export function yamlPlaces(text: string, document: Document.Parsed, lines: LineCounter): YamlPlaces {
  const placeOf = (start: number, end: number): Position => {
    const { line } = lines.linePos(start);
    const lineStart = lines.lineStarts[line - 1] ?? 0;
    const length = [...text.slice(start, end).split('\n', 1)[0]!.trimEnd()].length;
    return { line, column: [...text.slice(lineStart, start)].length + 1, ...(length > 0 && { length }) };
  };
  return { placeOf, at: (path, ofKey = false) => placeOf(...rangeOf(document, path, ofKey)) };
}

function rangeOf(document: Document.Parsed, path: readonly PropertyKey[], ofKey: boolean): [number, number] {
  let node: unknown = document.contents;
  let range = rangeIn(node) ?? [0, 0];
  for (const [i, key] of path.entries()) {
    const pair = isMap(node) ? node.items.find((item) => isKey(item, key)) : undefined;
    node = isSeq(node) ? node.items[Number(key)] : pair?.value;
    range = rangeIn(pair?.key) ?? range;
    if (ofKey && i === path.length - 1) return range;
    // A key is a better place to blame than all that a map holds.
    if (!isMap(node)) range = rangeIn(node) ?? range;
  }
  return range;
}

function rangeIn(node: unknown): [number, number] | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}

function isKey({ key }: Pair, wanted: PropertyKey): boolean {
  return String(isScalar(key) ? key.value : key) === String(wanted);
}
