import type { WorkflowTable } from '../ir/table.ts';
import type { RunState } from '../node/assemble.ts';
import type { ProgressEvent } from '../node/deps.ts';
import { liveLines } from './live-lines.ts';
import type { Palette } from './palette.ts';
import { plainLines } from './plain-lines.ts';
import { progressLines } from './progress-lines.ts';
import type { Terminal } from './terminal.ts';

/** Shows what happens in a run, a line a node. */
export interface Progress {
  show(event: ProgressEvent): void;
  /** Names the nodes that were skipped without the machine coming by, and takes away what is only shown meanwhile. */
  finish(state: RunState): void;
  /** Before somebody else writes a line. */
  makeRoom(): void;
  /** Only takes that away: nobody knows how it ended. */
  stop(): void;
}

/** Lines such as `[Step 2/4] Running: calendar... ✓ (8s)`; in a terminal those of what runs stand at the bottom. */
export function progress(
  table: WorkflowTable,
  write: (text: string) => void,
  colours: Palette,
  terminal?: Terminal,
): Progress {
  const lines = progressLines(table, colours);
  const display = terminal ? liveLines(write, terminal, colours) : plainLines(write);
  const skipped = new Set<string>();
  return {
    show(event) {
      const { node } = event;
      switch (event.kind) {
        case 'started':
          skipped.delete(node.id);
          display.start(node, lines.running(node, event));
          return;
        case 'passed':
        case 'failed':
          display.end(node, lines.running(node), lines.outcome(event));
          return;
        case 'skipped':
          skipped.add(node.id);
          display.line(lines.skipped(node, event));
          return;
        case 'put-off':
          display.end(node, lines.running(node), lines.putOff(event));
          return;
        case 'waiting':
          display.line(lines.waiting(event));
      }
    },
    makeRoom: () => display.makeRoom(),
    stop: () => display.finish(),
    finish(state) {
      display.finish();
      const byId = new Map(table.nodes.map((node) => [node.id, node]));
      for (const id of table.order) {
        const { status, note, reason } = state.nodes.get(id)!;
        if (status === 'skipped' && !skipped.has(id)) display.line(lines.skipped(byId.get(id)!, { note, reason }));
      }
    },
  };
}
