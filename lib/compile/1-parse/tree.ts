import type { Alias, Document, Node, Pair, Scalar, YAMLMap } from 'yaml';
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import { nearest } from '../../diagnostics/near.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Dialect } from '../../ir/graph.ts';
import type { Position } from '../../ir/position.ts';
import type { Source, SourceEntry, SourceMap, SourceScalar } from '../../ir/source.ts';
import type { Places } from './places.ts';

/** Values that aliases and merge keys may add in all. */
export const ALIAS_LIMIT = 100_000;
/** Levels of nesting; no workflow comes near. */
const DEPTH_LIMIT = 200;

/** Tags that the reader of YAML knows, but a workflow has no use for; those that it does not know have been told. */
const ODD_TAGS = new Set(['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`));

/** Ends the conversion early, after the reason has been reported. */
const STOP = new Error('the conversion has been given up');

/** Makes the source tree of a document; undefined when what was reported leaves no sensible tree. */
export function toSource(
  document: Document.Parsed,
  places: Places,
  dialect: Dialect,
  report: Report,
): Source | undefined {
  try {
    return new Converter(places, dialect, report).value(document.contents, { line: 1, column: 1 }, 0);
  } catch (thrown) {
    if (thrown === STOP) return undefined;
    throw thrown;
  }
}

class Converter {
  private readonly places: Places;
  private readonly dialect: Dialect;
  private readonly report: Report;
  /** Anchors in the order of the text; `undefined` while the anchored value is still being read. */
  private readonly anchors = new Map<string, Source | undefined>();
  private readonly sizes = new Map<Source, number>();
  private added = 0;

  constructor(places: Places, dialect: Dialect, report: Report) {
    this.places = places;
    this.dialect = dialect;
    this.report = report;
  }

  /** The value of a node; `at` is the place of its key, for a value that is not there. */
  value(node: unknown, at: Position, depth: number): Source {
    if (depth > DEPTH_LIMIT) {
      this.report('tooDeep', { dialect: this.dialect }, at);
      throw STOP;
    }
    if (isAlias(node)) return this.alias(node);
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) this.anchors.set(anchor, undefined);
    const made = this.plain(node as Node | null, at, depth);
    if (anchor !== undefined) this.anchors.set(anchor, made);
    return made;
  }

  private plain(node: Node | null, at: Position, depth: number): Source {
    if (node?.tag !== undefined && ODD_TAGS.has(node.tag)) {
      this.report(
        'unknownTag',
        { dialect: this.dialect, tag: node.tag.replace(/^tag:yaml\.org,2002:/, '!!') },
        this.place(node),
      );
    }
    if (isMap(node)) return this.map(node, depth);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.value(item, this.place(item as Node, this.place(node)), depth + 1));
      return this.sized({ kind: 'list', items, at: this.place(node) }, items);
    }
    if (isScalar(node)) return this.scalar(node, at);
    return { kind: 'scalar', text: '', value: null, at };
  }

  private scalar(node: Scalar, at: Position): SourceScalar {
    const { value } = node;
    const known =
      value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    const text = node.source ?? (known ? String(value ?? '') : '');
    const place = text === '' && node.type === 'PLAIN' ? at : this.place(node);
    if (node.type === 'PLAIN') this.refuseMark(text, place);
    return { kind: 'scalar', text, value: known ? value : text, at: place };
  }

  private map(node: YAMLMap, depth: number): SourceMap {
    const entries: SourceEntry[] = [];
    const merged: { at: number; from: SourceMap }[] = [];
    const lines = new Map<string, number>();
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const key = this.key(pair.key, depth);
      if (key === undefined) continue;
      const value = this.value(pair.value, key.at, depth + 1);
      if (isMergeKey(pair.key)) {
        for (const from of this.mergeSources(value, key.at)) merged.push({ at: entries.length, from });
        continue;
      }
      const firstLine = lines.get(key.text);
      if (firstLine !== undefined) {
        this.report('duplicateKey', { dialect: this.dialect, key: key.text, firstLine }, key.at);
        continue;
      }
      lines.set(key.text, key.at.line);
      entries.push({ key: key.text, keyAt: key.at, value });
    }
    const all = withMerged(entries, merged);
    return this.sized(
      { kind: 'map', entries: all, at: this.mapPlace(node, all) },
      all.map(({ value }) => value),
    );
  }

  private key(node: Node | null, depth: number): { text: string; at: Position } | undefined {
    const at = this.place(node);
    const source = this.value(node, at, depth + 1);
    if (source.kind === 'scalar') return { text: source.text, at };
    this.report('keyNotText', { dialect: this.dialect }, at);
    return undefined;
  }

  private alias(node: Alias): Source {
    const at = this.place(node);
    const name = node.source;
    if (!this.anchors.has(name)) {
      const near = nearest(name, this.anchors.keys());
      this.report('unknownAlias', { dialect: this.dialect, name, near }, at);
      throw STOP;
    }
    const source = this.anchors.get(name);
    if (source === undefined) {
      this.report('selfAlias', { dialect: this.dialect, name }, at);
      throw STOP;
    }
    this.add(this.sizes.get(source) ?? 1, at);
    const copy = { ...source, at };
    this.sizes.set(copy, this.sizes.get(source) ?? 1);
    return copy;
  }

  private mergeSources(value: Source, at: Position): SourceMap[] {
    const candidates = value.kind === 'list' ? value.items : [value];
    const maps = candidates.filter((candidate) => candidate.kind === 'map');
    if (maps.length < candidates.length) this.report('mergeNotMap', { dialect: this.dialect }, at);
    return maps;
  }

  private add(count: number, at: Position): void {
    this.added += count;
    if (this.added <= ALIAS_LIMIT) return;
    this.report('aliasExpansion', { dialect: this.dialect, limit: ALIAS_LIMIT }, at);
    throw STOP;
  }

  private sized<S extends Source>(source: S, parts: readonly Source[]): S {
    this.sizes.set(
      source,
      parts.reduce((sum, part) => sum + (this.sizes.get(part) ?? 1), 1),
    );
    return source;
  }

  private place(node: Node | null, otherwise: Position = { line: 1, column: 1 }): Position {
    const range = node?.range;
    if (!range) return otherwise;
    return isMap(node) || isSeq(node) ? this.places.at(range[0], range[0] + 1) : this.places.at(range[0], range[1]);
  }

  private mapPlace(node: YAMLMap, entries: readonly SourceEntry[]): Position {
    return node.flow ? this.place(node) : (entries[0]?.keyAt ?? this.place(node));
  }

  private refuseMark(text: string, at: Position): void {
    if (!text.startsWith('\uFEFF')) return;
    this.report('strayMark', { dialect: this.dialect, character: '\uFEFF' }, at);
    throw STOP;
  }
}

function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

/** Own keys win over merged ones, and of the merged ones the first; merged entries stand where their `<<` stood. */
function withMerged(own: readonly SourceEntry[], merged: readonly { at: number; from: SourceMap }[]): SourceEntry[] {
  if (merged.length === 0) return [...own];
  const taken = new Set(own.map(({ key }) => key));
  const result: SourceEntry[] = [];
  let next = 0;
  for (const { at, from } of merged) {
    while (next < at) result.push(own[next++]!);
    for (const entry of from.entries) {
      if (taken.has(entry.key)) continue;
      taken.add(entry.key);
      result.push(entry);
    }
  }
  return [...result, ...own.slice(next)];
}
