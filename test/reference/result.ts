import type { PersonAnswer } from '../../lib/node/human.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { Before } from './before.ts';
import type { Reason, Status } from './status.ts';

export type { Reason, Status };

/** Outcomes by node, one per execution of its skill, the last repeating. */
export type Script = ReadonlyMap<string, readonly ScriptedOutcome[]>;

/** What may be told of a node at one moment of a run. */
export interface Moment {
  readonly status: Status;
  readonly runs: number;
}

/** One of the moments of a node at which the run may have stopped. */
export interface AllowedMoment extends Moment {
  /** Which of its moments it is, from 0. */
  readonly place: number;
  /** The place that each node must have reached by then. */
  readonly after: ReadonlyMap<string, number>;
}

export interface ReferenceNode extends Moment {
  /** The label that its result chose. */
  readonly label?: string;
  /** Why it was skipped. */
  readonly reason?: Reason;
  /** After a stop or a pause: all that may be told of it, for timing decides which of its siblings had started. */
  readonly allowed?: readonly AllowedMoment[];
}

export interface ReferenceResult {
  readonly status: 'completed' | 'partial' | 'failed' | 'paused';
  readonly exit: 0 | 1 | 3;
  /** In the workflow's order. After a stop, as one node at a time leaves it. */
  readonly nodes: ReadonlyMap<string, ReferenceNode>;
  /** How often each back edge was taken, by `from→to`; edges between the same two nodes count together. */
  readonly loops: ReadonlyMap<string, number>;
  /** Ids in the order in which their skills ran. */
  readonly order: readonly string[];
  /** After a stop or a pause: the nodes one of which must have stopped the run, or wait for a person. */
  readonly stoppers: readonly string[];
}

export interface ReferenceOptions {
  /** The run's input: a text, or a JSON value. */
  readonly input?: unknown;
  /** The run has been worked on before and goes on from where it stood. */
  readonly after?: Before;
  /** Another run, which starts at this node; with `after`, the run whose results it keeps. */
  readonly from?: string;
  /** With `after`: a person's answer to a node that waits, by which it goes on. */
  readonly answer?: { readonly node: string; readonly given: PersonAnswer };
  /** Ids in the order in which nodes that are ready at the same time run; the file's order otherwise. */
  readonly order?: readonly string[];
}

/** The scripted outcome of one execution, counted from 1. */
export function outcomeOf(script: Script, id: string, execution: number): ScriptedOutcome {
  const list = script.get(id) ?? [];
  return list[Math.min(execution, list.length) - 1] ?? {};
}

/** Why a skill failed, as its result or error tells it; undefined when it did not. */
export function failureOf(outcome: ScriptedOutcome, timeoutSeconds: number): string | undefined {
  if (outcome.timeout === true) return `timed out after ${timeoutSeconds}s`;
  return outcome.error ?? outcome.fail;
}
