import type { SkillContext, SkillLog, SkillResult } from '../skill.ts';

/** What is said between the process and the thread of one execution of a skill. */

/** To the thread. */
export type ToSkill =
  | {
      readonly kind: 'run';
      readonly module: string;
      readonly root: string;
      readonly given: GivenContext;
      /** How many of its messages of print and log have been heard; shared. */
      readonly heard: Int32Array;
    }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly call: number; readonly error: PlainError }
  | { readonly kind: 'abort'; readonly reason: PlainError };

/** From the thread. */
export type FromSkill =
  | { readonly kind: 'call'; readonly call: number; readonly request: Request }
  | { readonly kind: 'log'; readonly level: keyof SkillLog; readonly message: string; readonly details?: object }
  /** It has printed something: lines, or parts of them. */
  | { readonly kind: 'print'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** It has started a process, or one has ended. */
  | { readonly kind: 'child'; readonly pid: number; readonly group: boolean; readonly ended: boolean }
  | { readonly kind: 'returned'; readonly result: SkillResult }
  | { readonly kind: 'threw'; readonly error: PlainError; readonly when: Threw }
  | { readonly kind: 'exits'; readonly code: number; readonly place?: string };

/** Where it was thrown: while the module was loaded, by the skill, or by something that nobody waited for. */
export type Threw = 'loading' | 'running' | 'uncaught' | 'rejected';

/** What a skill asks of the process. Streams are numbered; their chunks are asked for, or sent, one by one. */
export type Request =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly content: string | Uint8Array }
  | { readonly kind: 'secret'; readonly name: string }
  /** Answered with the next chunk; undefined at the end. */
  | { readonly kind: 'next'; readonly stream: number; readonly path: string }
  | { readonly kind: 'leave'; readonly stream: number }
  | { readonly kind: 'chunk'; readonly stream: number; readonly path: string; readonly chunk: Uint8Array }
  | { readonly kind: 'close'; readonly stream: number; readonly path: string }
  | { readonly kind: 'break'; readonly stream: number };

/** The context as far as it is data. */
export type GivenContext = Pick<
  SkillContext,
  | 'run'
  | 'node'
  | 'round'
  | 'attempt'
  | 'args'
  | 'input'
  | 'context'
  | 'labels'
  | 'inputs'
  | 'absent'
  | 'outputs'
  | 'description'
  | 'answers'
> & {
  /** Seconds until the timeout, where that is known. */
  readonly secondsLeft?: number;
};

export interface PlainError {
  readonly name: string;
  readonly message: string;
  /** The place in the skill, seen from the folder that the skills lie in. */
  readonly place?: string;
}
