import { visible } from '../diagnostics/show.ts';
import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import type { RunState } from '../node/assemble.ts';
import type { ProgressEvent } from '../node/deps.ts';
import { duration } from '../ir/duration.ts';
import type { Palette } from './palette.ts';

/** Shows what happens in a run, a line a node. */
export interface Progress {
  show(event: ProgressEvent): void;
  /** Names the nodes that were skipped without the machine coming by, and ends an open line. */
  finish(state: RunState): void;
}

/** Code points of a message that are shown at most. */
const LONGEST = 200;

/**
 * Lines such as `[Step 2/4] Running: calendar... ✓ (8s)`, where the number is the place in resolved order. A line stays
 * open while its node runs; what other nodes have to say meanwhile ends it, and the whole is said again at the end.
 */
export function progress(table: WorkflowTable, write: (text: string) => void, colours: Palette): Progress {
  const place = new Map(table.order.map((id, i) => [id, i + 1]));
  const skipped = new Set<string>();
  let open: string | undefined;

  const label = (node: NodeEntry) => `[Step ${place.get(node.id)}/${table.nodes.length}]`;
  const name = (node: NodeEntry) => visible(node.name ?? node.id);

  function endOpen(): void {
    if (open !== undefined) write('\n');
    open = undefined;
  }

  function line(text: string): void {
    endOpen();
    write(`${text}\n`);
  }

  function end(node: NodeEntry, outcome: string): void {
    if (open === node.id) write(` ${outcome}`);
    else {
      endOpen();
      write(`${label(node)} Running: ${name(node)}... ${outcome}`);
    }
    open = node.id;
    endOpen();
  }

  function skip(node: NodeEntry, note: string): void {
    skipped.add(node.id);
    line(colours.dim(`${label(node)} Skipped: ${name(node)} (${short(reasons.get(note) ?? note)})`));
  }

  return {
    show(event) {
      const { node } = event;
      switch (event.kind) {
        case 'started': {
          endOpen();
          skipped.delete(node.id);
          write(`${label(node)} Running: ${name(node)}${again(event.round, event.attempt)}...`);
          open = node.id;
          return;
        }
        case 'passed': {
          const took = event.label === undefined ? '' : ` → ${visible(event.label)}`;
          const lasted = event.seconds === undefined ? '' : ` (${duration(event.seconds)})`;
          end(node, `${colours.green('✓')}${lasted}${took}`);
          return;
        }
        case 'failed': {
          const next = event.again ? ', trying again' : '';
          end(node, `${colours.red('✗')} Failed (${short(event.evidence)})${next}`);
          return;
        }
        case 'skipped':
          skip(node, event.note);
          return;
        case 'waiting':
          line(`${label(node)} ${colours.yellow('Waiting for a person')}: ${name(node)} (${short(event.question)})`);
      }
    },
    finish(state) {
      endOpen();
      const byId = new Map(table.nodes.map((node) => [node.id, node]));
      for (const id of table.order) {
        const { status, note } = state.nodes.get(id)!;
        if (status === 'skipped' && !skipped.has(id)) skip(byId.get(id)!, note);
      }
    },
  };
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['upstream_dependency_failed', 'depends on failed step'],
  ['condition_false', 'condition is false'],
]);

function again(round: number, attempt: number): string {
  const parts = [...(round > 1 ? [`round ${round}`] : []), ...(attempt > 1 ? [`retry ${attempt - 1}`] : [])];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

/** One line of a message, with nothing in it that could play tricks with a terminal. */
export function short(text: string): string {
  const first = text.trim().split(/\r?\n/)[0]!;
  const characters = [...first];
  return visible(characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : first);
}
