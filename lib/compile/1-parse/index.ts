import type { Document } from 'yaml';
import { parseAllDocuments } from 'yaml';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Report } from '../../diagnostics/report.ts';
import { collector } from '../../diagnostics/report.ts';
import type { Dialect } from '../../ir/graph.ts';
import type { ParsedFile } from '../../ir/source.ts';
import { decode } from './decode.ts';
import { Places } from './places.ts';
import { reportProblems } from './problems.ts';
import { toSource } from './tree.ts';

/** Bytes of a file that are read at most: enough for some ten thousand nodes. */
const SIZE_LIMIT = 4_000_000;
const START = { line: 1, column: 1 };

export interface Parsed {
  /** Absent when something keeps the file from being read; else there, also with errors such as a key that stands twice. */
  readonly value?: ParsedFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a workflow file as YAML 1.2 (core), one document, UTF-8. Every problem is told with its place. */
export function parse(source: string | Uint8Array): Parsed {
  const { found, report } = collector();
  const value = read(source, report);
  return { ...(value && { value }), diagnostics: found };
}

function read(source: string | Uint8Array, report: Report): ParsedFile | undefined {
  if (source.length > SIZE_LIMIT) {
    report('fileTooLarge', { dialect: 'graph', bytes: source.length, limit: SIZE_LIMIT }, START);
    return undefined;
  }
  const decoded = decode(source);
  if (!('text' in decoded)) {
    const { looksLike, line, column } = decoded;
    report('notUtf8', { dialect: 'graph', looksLike }, { line, column });
    return undefined;
  }
  const { text } = decoded;
  const dialect = likelyDialect(text);
  const places = new Places(text);
  const document = onlyDocument(text, places, dialect, report);
  if (!document) return undefined;
  const root = toSource(document, places, dialect, report);
  if (root === undefined || root.kind === 'map') return root && { root };
  if (root.kind === 'scalar' && root.text === '') report('emptyFile', { dialect }, START);
  else report('notAMap', { dialect }, root.at);
  return undefined;
}

function onlyDocument(text: string, places: Places, dialect: Dialect, report: Report): Document.Parsed | undefined {
  // Keys are compared while the tree is made: the library compares each with each, which takes long in a large map.
  const options = {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  } as const;
  const documents = parseAllDocuments(text, options);
  const [document, second] = documents;
  if (!document) {
    report('emptyFile', { dialect }, START);
    return undefined;
  }
  const problems = [...document.errors, ...document.warnings];
  reportProblems(problems, places, dialect, report);
  if (second) report('severalDocuments', { dialect }, secondStart(text, second, places));
  return document.errors.length > 0 || second ? undefined : document;
}

/** The line `---` that begins the second document, or its first content. */
function secondStart(text: string, second: Document.Parsed, places: Places) {
  const content = second.range[0];
  const marker = text.lastIndexOf('\n---', content);
  return marker === -1 ? places.at(content) : places.at(marker + 1, marker + 4);
}

/** Which dialect a file seems to be before it has been understood, for the codes of its problems. */
function likelyDialect(text: string): Dialect {
  return /^\s*["']?(?:steps|workflow)["']?\s*:/m.test(text) && !/^["']?nodes["']?\s*:/m.test(text) ? 'steps' : 'graph';
}
