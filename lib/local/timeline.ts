import { readFile } from 'node:fs/promises';
import { absent } from '../store/error-code.ts';
import { isRunId } from '../store/run-id.ts';
import { logPath } from './run-files.ts';

/** One execution of a node's skill. Times are milliseconds since 1970. */
export interface Span {
  readonly node: string;
  readonly from: number;
  readonly to: number;
  readonly end: 'passed' | 'failed' | 'running';
}

interface Line {
  readonly time: string;
  readonly message: string;
  readonly node?: string;
}

/** What ran when, from the run's log; in the order of the starts. What has no end yet lasts until the last line. */
export async function readTimeline(root: string, run: string): Promise<Span[]> {
  const text = isRunId(run) ? await readFile(logPath(root, run), 'utf8').catch(absent) : undefined;
  const lines = (text ?? '').split('\n').flatMap(parseLine);
  const last = Date.parse(lines.at(-1)?.time ?? '') || 0;
  const spans: Span[] = [];
  const open = new Map<string, number>();
  for (const { time, message, node } of lines) {
    if (node === undefined) continue;
    const at = Date.parse(time);
    const begun = open.get(node);
    if (message === 'node started') {
      open.set(node, spans.length);
      spans.push({ node, from: at, to: last, end: 'running' });
    } else if (begun !== undefined && (message === 'node passed' || message === 'node failed')) {
      spans[begun] = { ...spans[begun]!, to: at, end: message === 'node passed' ? 'passed' : 'failed' };
      open.delete(node);
    }
  }
  return spans;
}

/** A line that was torn by a crash is no line. */
function parseLine(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
