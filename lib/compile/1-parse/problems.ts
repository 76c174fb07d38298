import type { YAMLError } from 'yaml';
import type { Report } from '../../diagnostics/report.ts';
import type { Dialect } from '../../ir/graph.ts';
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
  const lines = new Set<number>();
  for (const error of errors) {
    if (lines.size >= TOLD) return;
    const at = places.at(...error.pos);
    if (lines.has(at.line)) continue;
    lines.add(at.line);
    const tab = tabInIndent(error, places);
    if (tab !== undefined) report('tabIndent', { dialect }, places.at(tab, tab + 1));
    else if (error.code === 'TAG_RESOLVE_FAILED') report('unknownTag', { dialect, tag: tagOf(error.message) }, at);
    else
      report(
        'badYaml',
        { dialect, problem: PROBLEMS[error.code] ?? plainly(error.message), advice: ADVICE[error.code] },
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

function plainly(message: string): string {
  return `This is not valid YAML: ${message.replace(/\.$/, '')}`;
}
