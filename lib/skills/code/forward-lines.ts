import type { Worker } from 'node:worker_threads';
import type { SkillLog } from '../skill.ts';

/** Milliseconds that the rest of a line is waited for. */
const PATIENCE = 50;

/** Puts what a skill prints into the log, line by line, marked as `printed`. */
export interface Lines {
  print(stream: 'stdout' | 'stderr', text: string): void;
  /** Tells the lines that have not ended. */
  flush(): void;
}

/** Also tells what Node itself prints in the thread; what the skill prints comes by messages. */
export function forwardLines({ stdout, stderr }: Worker, log: SkillLog): Lines {
  const lines = {
    stdout: lineSplitter((line) => log.info(line, { printed: true })),
    stderr: lineSplitter((line) => log.warn(line, { printed: true })),
  };
  stdout.setEncoding('utf8').on('data', (text: string) => lines.stdout.take(text));
  stderr.setEncoding('utf8').on('data', (text: string) => lines.stderr.take(text));
  return {
    print: (stream, text) => lines[stream].take(text),
    flush() {
      lines.stdout.flush();
      lines.stderr.flush();
    },
  };
}

function lineSplitter(tell: (line: string) => void): { take(text: string): void; flush(): void } {
  let begun = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (begun !== '') tell(begun);
    begun = '';
  };
  return {
    take(text) {
      clearTimeout(timer);
      const lines = (begun + text).split(/\r?\n/);
      begun = lines.pop()!;
      for (const line of lines) tell(line);
      if (begun !== '') timer = setTimeout(flush, PATIENCE);
    },
    flush,
  };
}
