import type { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { SkillLog } from '../skill.ts';

/** Milliseconds that the rest of a line is waited for. */
const PATIENCE = 50;

/**
 * What a skill prints goes into the log, line by line, marked as `printed`. `rest` resolves when what was printed so far
 * has come.
 */
export function forwardLines({ stdout, stderr }: Worker, log: SkillLog): { rest(): Promise<void> } {
  const flushes = [
    onLines(stdout, (line) => log.info(line, { printed: true })),
    onLines(stderr, (line) => log.warn(line, { printed: true })),
  ];
  return {
    async rest() {
      await new Promise((resolve) => setImmediate(resolve));
      for (const flush of flushes) flush();
    },
  };
}

/** Returns what tells the line that has not ended yet. */
function onLines(stream: Readable, tell: (line: string) => void): () => void {
  let begun = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (begun !== '') tell(begun);
    begun = '';
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    clearTimeout(timer);
    const lines = (begun + text).split(/\r?\n/);
    begun = lines.pop()!;
    for (const line of lines) tell(line);
    if (begun !== '') timer = setTimeout(flush, PATIENCE);
  });
  stream.on('end', flush);
  return flush;
}
