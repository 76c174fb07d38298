import { StringDecoder } from 'node:string_decoder';
import { inspect } from 'node:util';
import type { SkillLog } from '../skill.ts';
import type { FromSkill } from './messages.ts';

/** What one execution may print and log in all, in characters: more than anybody reads must not fill the disk. */
const MOST = 1_000_000;

/** Characters that a line counts for, besides those that are in it. */
const LINE = 50;

/** Messages that may be on their way: who hears them has other things to do too. */
const UNHEARD = 200;

export type Say = (message: FromSkill, text: string) => void;

/**
 * Says what is printed and logged, `text` being all that is in it. The thread waits where it has said much that has not
 * been heard: `heard` counts that, and is shared. What is more than an execution may say is left out, which is said once.
 */
export function saying(send: (message: FromSkill) => void, heard: Int32Array): Say {
  let [characters, messages] = [0, 0];
  return (message, text) => {
    if (characters > MOST) return;
    characters += text.length + LINE * text.split('\n').length;
    for (let last; messages - (last = Atomics.load(heard, 0)) >= UNHEARD;) Atomics.wait(heard, 0, last);
    messages++;
    if (characters <= MOST) send(message);
    else send({ kind: 'log', level: 'warn', message: 'the skill prints and logs too much; the rest is left out' });
  };
}

/**
 * Returns what is called for each message that has been heard. The thread is told a turn later: so as many as may be on
 * their way are heard in one turn, and then others have theirs.
 */
export function hearing(heard: Int32Array): () => void {
  let untold = 0;
  return () => {
    if (untold++ > 0) return;
    setImmediate(() => {
      Atomics.add(heard, 0, untold);
      Atomics.notify(heard, 0);
      untold = 0;
    });
  };
}

/**
 * Sends what is printed at once, in the order in which it is: a thread's own streams send their first piece and keep the
 * others until the thread yields, so that all of it is lost when it ends before.
 */
export function printAtOnce(say: Say): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const decoder = new StringDecoder();
    const write = (chunk: string | Uint8Array, ...others: unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
      say({ kind: 'print', stream: name, text }, text);
      const written = others.find((other) => typeof other === 'function') as (() => void) | undefined;
      if (written) queueMicrotask(written);
      return true;
    };
    process[name].write = write;
  }
}

/** The log of a skill, which may be given anything. */
export function remoteLog(say: Say): SkillLog {
  const at = (level: keyof SkillLog) => (message: unknown, details?: unknown) => {
    const text = typeof message === 'string' ? message : plain(message);
    const [written, object] = details === undefined ? ['', undefined] : asObject(details);
    say({ kind: 'log', level, message: text, ...(object && { details: object }) }, text + written);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** What JSON makes of details, as text and as object; what is none is put into one. */
function asObject(details: unknown): [string, object] {
  try {
    const text = JSON.stringify(details instanceof Error ? { error: details.message } : details);
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [text, value];
    return [text, { details: value }];
  } catch {
    const text = plain(details);
    return [text, { details: text }];
  }
}

function plain(value: unknown): string {
  if (value instanceof Error) return value.message || value.name;
  return inspect(value, { depth: 2, breakLength: Infinity, customInspect: false });
}
