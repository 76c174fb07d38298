import { readFileSync } from 'node:fs';

/**
 * What tells a process from a later one with the same number: when it started, counted from the start of the machine,
 * and which start of the machine that was. Undefined where the system does not tell.
 */
export function processMark(pid: number): string | undefined {
  const stat = statOf(pid);
  return stat && `${bootId()}:${stat.started}`;
}

/** Whether the process that had this mark still runs. Where there are no marks, any process with its number counts. */
export function isAlive(pid: number, mark: string | undefined): boolean {
  if (!exists(pid)) return false;
  const stat = statOf(pid);
  // What has ended stays as a zombie until its parent asks for it.
  if (stat && ['Z', 'X'].includes(stat.state)) return false;
  return !stat || mark === undefined || mark === `${bootId()}:${stat.started}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

interface Stat {
  /** One letter, such as R, S or Z. */
  readonly state: string;
  /** Clock ticks since the machine started. */
  readonly started: string;
}

function statOf(pid: number): Stat | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, which may hold anything; the third is the state.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && fields.length > 19 ? { state: fields[0]!, started: fields[19]! } : undefined;
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
