import type { ProgressDisplay } from './progress-display.ts';

/**
 * For pipes and files. A line stays open while its node runs; what other nodes have to say meanwhile ends it, and the
 * whole is said again at the end.
 */
export function plainLines(write: (text: string) => void): ProgressDisplay {
  let open: string | undefined;

  function endOpen(): void {
    if (open !== undefined) write('\n');
    open = undefined;
  }

  return {
    start(node, line) {
      endOpen();
      write(line);
      open = node.id;
    },
    end(node, line, outcome) {
      if (open !== node.id) endOpen();
      write(open === node.id ? ` ${outcome}\n` : `${line} ${outcome}\n`);
      open = undefined;
    },
    line(text) {
      endOpen();
      write(`${text}\n`);
    },
    makeRoom: endOpen,
    finish: endOpen,
  };
}
