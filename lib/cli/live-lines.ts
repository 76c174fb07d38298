import { duration } from '../ir/duration.ts';
import { fit } from './fit.ts';
import type { Palette } from './palette.ts';
import type { ProgressDisplay } from './progress-display.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds between two looks at the clock. */
const TICK = 1000;

interface Running {
  readonly line: string;
  readonly since: number;
}

/** For terminals. What runs stands at the bottom, with its time; what has ended is a line above that, written once. */
export function liveLines(write: (text: string) => void, terminal: Terminal, { dim }: Palette): ProgressDisplay {
  const running = new Map<string, Running>();
  let timer: NodeJS.Timeout | undefined;

  function draw(): void {
    const now = performance.now();
    const lines = [...running.values()].map(({ line, since }) => {
      const seconds = Math.floor((now - since) / 1000);
      return fit(seconds === 0 ? line : `${line} ${duration(seconds)}`, terminal.columns);
    });
    const room = Math.max(1, terminal.rows - 2);
    const shown =
      lines.length > room ? [...lines.slice(0, room - 1), `… and ${lines.length - room + 1} more running`] : lines;
    terminal.show(shown.map(dim));
  }

  function changed(): void {
    if (running.size > 0) timer ??= setInterval(draw, TICK).unref();
    else {
      clearInterval(timer);
      timer = undefined;
    }
    draw();
  }

  return {
    start(node, line) {
      running.set(node.id, { line, since: performance.now() });
      changed();
    },
    end(node, line, outcome) {
      const full = running.get(node.id)?.line ?? line;
      running.delete(node.id);
      changed();
      write(`${full} ${outcome}\n`);
    },
    line: (text) => write(`${text}\n`),
    // The terminal itself makes room for whatever is written.
    makeRoom: () => undefined,
    finish() {
      running.clear();
      changed();
    },
  };
}
