import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Command lines of the living processes that name the folder, in them or in their environment; Linux only, elsewhere none are seen. */
export async function processesUsing(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const [commandLine, environment] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    if (`${commandLine}${environment}`.includes(folder)) found.push(`${pid} ${commandLine?.replaceAll('\0', ' ')}`);
  }
  return found;
}

/** Waits for something that is a matter of moments; throws after ten seconds. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited 10 seconds in vain');
    await sleep(50);
  }
}
