import type { YAMLError } from 'yaml';
import type { Report } from '../../diagnostics/report.ts';
import type { Dialect } from '../../ir/graph.ts';
import type { Position } from '../../ir/position.ts';
import type { Places } from './places.ts';

/** Problems that are told at most: after the first few, one slip mostly causes the next. */
const TOLD = 10;

/** Tells what keeps the text from being YAML, at most one problem a line. */
export function reportProblems(errors: readonly YAMLError[], places: Places, dialect: Dialect, report: Report): void {
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (tooDeep) {
    report('tooDeep', { dialect }, places.at(...tooDeep.pos));
    return;
  }
  const told = new Set<number>();
  const newLine = ({ line }: Position) => told.size < TOLD && !told.has(line) && told.add(line);
  const tabs = errors.map((error) => tabInIndent(error, places)).filter((tab) => tab !== undefined);
  for (const tab of tabs) {
    const at = places.at(tab, tab + 1);
    if (newLine(at)) report('tabIndent', { dialect }, at);
  }
  // A tab changes how everything behind it is understood.
  if (tabs.length > 0) return;
  for (const { code, message, pos } of errors) {
    const at = places.at(...pos);
    if (!newLine(at)) continue;
    if (code === 'TAG_RESOLVE_FAILED') report('unknownTag', { dialect, tag: tagOf(message) }, at);
    else
      report(
        'badYaml',
        { dialect, problem: openBracket(message) ?? PROBLEMS[code] ?? plainly(message), advice: ADVICE[code] },
        at,
      );
  }
}

/** Whatever the reader of YAML complains of, a tab that indents the line is the likely cause. */
function tabInIndent(error: YAMLError, places: Places): number | undefined {
  const line = places.lineAround(error.pos[0]);
  const indent = /^[ \t]*/.exec(line.text)![0];
  const tab = indent.indexOf('\t');
  if (tab !== -1) return line.start + tab;
  return error.code === 'TAB_AS_INDENT' ? error.pos[0] : undefined;
}

function tagOf(message: string): string {
  return message.replace(/^Unresolved tag: /, '').replace(/^tag:yaml\.org,2002:/, '!!');
}

const PROBLEMS: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'The indentation of this line does not fit the lines before it',
  BLOCK_AS_IMPLICIT_KEY: 'A second "key: value" begins here on the same line',
  BAD_SCALAR_START: 'A text without quotes cannot begin with this character',
  DUPLICATE_KEY: 'This key stands here a second time',
  KEY_OVER_1024_CHARS: 'This key is longer than 1024 characters',
  MULTILINE_IMPLICIT_KEY: 'A key must stand on one line; a ":" may be missing',
  MULTIPLE_ANCHORS: 'A value has two anchors',
  MULTIPLE_TAGS: 'A value has two tags',
};

const ADVICE: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'If the colon belongs to a text, put the text in quotes.',
  BAD_SCALAR_START: 'Put the text in quotes.',
  BAD_DQ_ESCAPE: 'In double quotes a backslash begins an escape; use single quotes for a plain one.',
};

/** The reader takes a line outside of open brackets for one that is indented wrongly, which is the rarer slip. */
function openBracket(message: string): string | undefined {
  const [, kind] = /^Flow (map|sequence) .*must be sufficiently indented/.exec(message) ?? [];
  if (kind === undefined) return undefined;
  return `The "${kind === 'map' ? '{' : '['}" above is not closed before this line, or the line is not indented as deep as it`;
}

function plainly(message: string): string {
  // Some messages quote the text that is not understood, which may be the rest of the file.
  return `This is not valid YAML: ${message.slice(0, 120).trim().replace(/\.$/, '')}`;
}
