import { visible } from '../diagnostics/show.ts';
import { duration } from '../ir/duration.ts';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import type { ProgressEvent } from '../node/deps.ts';
import type { Palette } from './palette.ts';

type Event<K extends ProgressEvent['kind']> = Extract<ProgressEvent, { kind: K }>;

/** What is said of a node: `[Step 2/4] Running: calendar...` and how that goes on. */
export interface ProgressLines {
  /** Without what comes of it. */
  running(node: NodeEntry, event?: Event<'started'>): string;
  /** What comes of it: `✓ (8s)`. */
  outcome(event: Event<'passed' | 'failed'>): string;
  /** What comes of it for now. */
  putOff(event: Event<'put-off'>): string;
  /** A whole line. */
  skipped(node: NodeEntry, skip: { readonly note: string; readonly reason: string | undefined }): string;
  /** A whole line. */
  waiting(event: Event<'waiting'>): string;
}

/** Code points of a message that are shown at most. */
const LONGEST = 200;

/** The number of a step is its place in resolved order. */
export function progressLines(table: WorkflowTable, { green, red, yellow, dim }: Palette): ProgressLines {
  const place = new Map(table.order.map((id, i) => [id, i + 1]));
  const label = (node: NodeEntry) => `[Step ${place.get(node.id)}/${table.nodes.length}]`;
  const name = (node: NodeEntry) => visible(node.name ?? node.id);
  const running = (node: NodeEntry, event?: Event<'started'>) =>
    `${label(node)} Running: ${name(node)}${event ? again(event.round, event.attempt) : ''}...`;
  return {
    running,
    outcome(event) {
      if (event.kind === 'failed')
        return `${red('✗')} Failed (${short(event.evidence)})${event.again ? ', trying again' : ''}`;
      const took = event.label === undefined ? '' : ` → ${visible(event.label)}`;
      const lasted = event.seconds === undefined ? '' : ` (${duration(event.seconds)})`;
      return `${green('✓')}${lasted}${took}`;
    },
    putOff: ({ why }) => `${yellow('⊘')} Put off (${short(why)})`,
    skipped(node, { note, reason }) {
      const why = short(skipReason(note));
      // What looked at its own condition had its turn; the others never came to it.
      const reached = reason === 'condition' || reason === 'skip_when';
      return dim(reached ? `${running(node)} ⊘ Skipped (${why})` : `${label(node)} Skipped: ${name(node)} (${why})`);
    },
    waiting: ({ node, question }) =>
      `${label(node)} ${yellow('Waiting for a person')}: ${name(node)} (${short(question)})`,
  };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['upstream_dependency_failed', 'depends on failed step'],
  ['condition_false', 'condition is false'],
]);

/** The note of a skipped node for people. */
export function skipReason(note: string): string {
  return REASONS.get(note) ?? note;
}

function again(round: number, attempt: number): string {
  const parts = [...(round > 1 ? [`round ${round}`] : []), ...(attempt > 1 ? [`retry ${attempt - 1}`] : [])];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

/** The first line of a message, with nothing in it that could play tricks with a terminal; `…` stands for what is left out. */
export function short(text: string): string {
  const [first, ...more] = text.trim().split(/\r?\n/) as [string, ...string[]];
  const characters = [...first];
  if (characters.length > LONGEST) return visible(`${characters.slice(0, LONGEST - 1).join('')}…`);
  return visible(more.length > 0 ? `${first.trimEnd()} …` : first);
}
