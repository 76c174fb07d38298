import { createInterface } from 'node:readline';
import type { Worker } from 'node:worker_threads';
import type { SkillLog } from '../skill.ts';

/**
 * What a skill prints goes into the log, line by line: the command line's own output stays one document. `rest` resolves
 * when what was printed so far has come.
 */
export function forwardLines({ stdout, stderr }: Worker, log: SkillLog): { rest(): Promise<void> } {
  createInterface({ input: stdout }).on('line', (line) => log.info(line));
  createInterface({ input: stderr }).on('line', (line) => log.warn(line));
  return { rest: () => new Promise((resolve) => setImmediate(resolve)) };
}
