import type { Answered } from '../skills/host.ts';
import type { Spent } from './budget.ts';

import type { FileFacts } from '../store/content.ts';

/** What is stored of a run: one header, its input, the workflow's hashes, and one record a node. */

export const HEADER = '#run';
export const INPUT = '#input';
export const WORKFLOW = '#workflow';

export function nodeKey(id: string): string {
  return `node#${id}`;
}

export interface Header {
  /** The schema of the record (`RECORD_FORMAT`); 1 where it is absent. */
  readonly format?: number;
  readonly run: string;
  readonly workflow: string;
  readonly version: string;
  readonly started: string;
  /** The execution that works on the run; locally the process's lock stands beside it. */
  readonly owner: string;
  /** The execution and redrive that work on it: attempts are counted anew in each. */
  readonly epoch: string;
  readonly loops: readonly LoopCount[];
  /** How many times loops have been taken, those taken together counted once. */
  readonly turns: number;
  /** The node at which the run was started, where that is not the beginning: it runs whatever its edges say. */
  readonly from?: string;
  /** The epoch in which a node was blocked: its handlers start nothing more. */
  readonly stopped?: string;
  /** The epoch that was cancelled: likewise. */
  readonly cancelled?: string;
  /** Somebody cancelled it and does not want it to go on by itself, unlike one that was interrupted. */
  readonly givenUp?: true;
  /** What has started it, where that was no person. */
  readonly trigger?: Trigger;
  /** Whether it began as the only one of its workflow, and gives the turn back when it ends. */
  readonly inTurn?: true;
  /** Of a run that was skipped: the one that was going on. */
  readonly behind?: string;
  readonly result?: RunResult;
  /** While handlers of an execution that has ended may be at work: the result is settled again when they cannot be. */
  readonly provisional?: true;
  readonly ended?: string;
}

export type Trigger = 'schedule' | 'event' | 'api' | 'workflow';

export const TRIGGERS: readonly Trigger[] = ['schedule', 'event', 'api', 'workflow'];

export type RunResult = 'completed' | 'partial' | 'failed' | 'cancelled' | 'skipped';

export interface LoopCount {
  readonly key: string;
  /** How often it was taken. */
  readonly count: number;
  /** The turn at which it was taken last; loops of one turn were taken together. */
  readonly turn: number;
  readonly at: string;
}

export interface InputItem {
  /** The run's input as given: text or JSON. */
  readonly input?: unknown;
}

export interface WorkflowItem {
  /** Content hashes by id, in the workflow's order: what a resume compares. */
  readonly nodes: readonly (readonly [id: string, hash: string])[];
}

export type NodeStatus = 'pending' | 'running' | 'passed' | 'skipped' | 'failed' | 'blocked';

export type SkipReason = 'branch' | 'skip_when' | 'condition' | 'upstream' | 'before-start';

/** An artifact as it was published. */
export interface RecordedFile extends FileFacts {
  readonly path: string;
}

export interface NodeRecord {
  /** `pending` is stored only where a run was cancelled while the node was running. */
  readonly status: NodeStatus;
  readonly at: string;
  /** 1, and one more for each time that a loop has reset the node. The record counts only while this is current. */
  readonly round: number;
  readonly epoch: string;
  /** Which attempt of this epoch it is. */
  readonly attempt: number;
  /** While it is running: the invocation that runs it, so that a second delivery of that is told apart from a retry. */
  readonly by?: string;
  /** While it is running: when, as ISO text, whoever executes it has ended at the latest (its lease). */
  readonly until?: string;
  /** Executions of the skill, retries and rounds included. */
  readonly runs: number;
  /** Of a failure that stops the run: in its epoch there is no other attempt. */
  readonly stops?: true;
  /** Slug of the outcome that the node ended with; without one, `failed` is a failure that nothing explains. */
  readonly take?: string;
  readonly label?: string;
  /** Key of the loop that the node asks for. */
  readonly asked?: string;
  readonly reason?: SkipReason;
  readonly note?: string;
  readonly artifacts: readonly string[];
  /** What is known of each of them. */
  readonly files?: readonly RecordedFile[];
  /** Under what the artifacts are kept: the node's slug at that time, which a node with a similar id may change. */
  readonly slug?: string;
  /** Steps dialect: the captured output, or the error of a failed step. */
  readonly output?: string;
  /** What its skill's models have used, over all attempts and rounds. */
  readonly usage?: Spent;
  /** How often the node's budget was raised. */
  readonly raised?: number;
  /** What people have answered to its skill's questions, in this round. */
  readonly answers?: readonly Answered[];
  /** Whether what its skill had done when it was interrupted is kept, in an item of its own. */
  readonly remembers?: true;
  readonly waiting?: Waiting;
  /** Of a node that waited: by which the machine is told how it ended. */
  readonly token?: string;
}

/**
 * A question of the skill, a budget of the node or the run that is used up, or another run that the node has started
 * and that waits for a person itself.
 */
export type PauseKind = 'question' | 'budget' | 'run-budget' | 'child-run';

/** A question to a person, while the node is running. */
export interface Waiting {
  /** What a skill waits for that is executed again after the answer; absent where the answer is the node's result. */
  readonly kind?: PauseKind | undefined;
  readonly question: string;
  /** What the answer may choose from, where it has to choose. */
  readonly labels?: readonly string[] | undefined;
  readonly since: string;
  /** When the wait ends without an answer. */
  readonly until: string;
  /** Of a node whose skill has handed its work over: that is done, and the answer comes from there. */
  readonly begun?: true;
  /** The service's token for the answer; never shown. */
  readonly token?: string;
}
