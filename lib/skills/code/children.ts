import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import type { FromSkill } from './messages.ts';

/** What every process of Node is started by; the types leave it out. */
interface Starter {
  spawn: (this: childProcess.ChildProcess, options: { detached?: boolean }) => number;
}

/**
 * Tells of every process that is started in this thread, so that what the skill leaves behind can be ended. Processes
 * that the skill waits for in one call (`execSync`) end at the node's timeout at the latest: until then nothing can be
 * told to this thread.
 */
export function watchChildren(send: (message: FromSkill) => void, secondsLeft: number | undefined): void {
  const starter = childProcess.ChildProcess.prototype as unknown as Starter;
  const { spawn } = starter;
  starter.spawn = function (options) {
    const code = spawn.call(this, options);
    const { pid } = this;
    if (pid !== undefined) {
      const child = { kind: 'child', pid, group: options.detached === true } as const;
      send({ ...child, ended: false });
      this.once('exit', () => send({ ...child, ended: true }));
    }
    return code;
  };
  if (secondsLeft !== undefined) boundSyncCalls(Date.now() + secondsLeft * 1000);
  syncBuiltinESMExports();
}

function boundSyncCalls(until: number): void {
  const bounded = (options: object | undefined): object => {
    const left = Math.max(1, until - Date.now());
    const { timeout } = (options ?? {}) as { timeout?: number };
    return { killSignal: 'SIGKILL', ...options, timeout: timeout === undefined ? left : Math.min(timeout, left) };
  };
  const calls = childProcess as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const call = calls[name]!;
    calls[name] = (command, ...others) => {
      const args = Array.isArray(others[0]) ? [others.shift()] : [];
      return call(command, ...args, bounded(others[0] as object | undefined));
    };
  }
}
