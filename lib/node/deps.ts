import type { NodeEntry } from '../ir/table.ts';
import type { SkillContext } from '../skills/skill.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Waiting } from './record.ts';
import type { Indexed } from './view.ts';

/** What running a node needs from outside; the same in Lambda and locally. */
export interface NodeDeps {
  readonly workflow: Indexed;
  readonly state: StateStore;
  readonly artifacts: ArtifactStore;
  readonly runSkill: RunSkill;
  now(): Date;
  /** What a human node asks, where that is not its description. */
  question?(node: NodeEntry): string | undefined;
  /**
   * Told that a node waits for an answer, at each visit while it does. Notifying is no part of the node's work: it must
   * not throw.
   */
  onWaiting?(asked: Asked): Promise<void>;
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, details?: object): void;
  /** Aborted when the run is cancelled. */
  readonly cancel?: AbortSignal;
  /** Told of what happens, for progress. Must not throw. */
  onProgress?(event: ProgressEvent): void;
}

/** A node that waits for a person. `ticket` names the wait (`ticketOf`). */
export interface Asked {
  readonly run: string;
  readonly node: NodeEntry;
  readonly waiting: Waiting;
  readonly ticket: string;
}

/** Executes a node's skill; whatever it returns or throws is judged by the caller. `execution` counts from 1. */
export type RunSkill = (node: NodeEntry, context: SkillContext, execution: number) => Promise<unknown>;

/** `seconds` are left out where nobody saw the beginning. */
export type ProgressEvent =
  | { readonly kind: 'started'; readonly node: NodeEntry; readonly attempt: number; readonly round: number }
  | { readonly kind: 'passed'; readonly node: NodeEntry; readonly label?: string; readonly seconds?: number }
  | { readonly kind: 'skipped'; readonly node: NodeEntry; readonly note: string; readonly reason: string }
  | {
      readonly kind: 'failed';
      readonly node: NodeEntry;
      readonly evidence: string;
      readonly again: boolean;
      readonly explained: boolean;
      readonly seconds?: number;
    }
  | { readonly kind: 'waiting'; readonly node: NodeEntry; readonly question: string }
  /** A service that its skill needs is away: the machine tries again, and no attempt is counted. */
  | { readonly kind: 'put-off'; readonly node: NodeEntry; readonly why: string };
