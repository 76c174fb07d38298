import { readFileSync } from 'node:fs';

/** Whether a process does anything: one that has ended and that nobody has taken note of yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
