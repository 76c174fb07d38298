import type { Readable } from 'node:stream';
import type { PromptSettings } from '../ir/prompt-settings.ts';
import type { Answered, SkillHost } from './host.ts';

/**
 * The interface between stepwright and the author of a code skill: a module `skills/<name>/index.ts` (or `.js`, `.mjs`)
 * whose default export is a function from the context to a result.
 */
export type Skill = (context: CodeContext) => Promise<SkillResult> | SkillResult;

export interface SkillContext {
  readonly run: string;
  readonly node: string;
  /** 1 for the first pass of a loop, 2 for the second … */
  readonly round: number;
  /** 1 for the first attempt, 2 for the first retry … */
  readonly attempt: number;
  /** `with` of the node or `args` of the step, references already substituted. Has no prototype. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The run's input, on the nodes that receive it: text, or parsed JSON. */
  readonly input: unknown;
  /** Texts by key: fields of the run's input, outputs of earlier steps, reserved keys. Has no prototype. */
  readonly context: Readonly<Record<string, string>>;
  /** The labels that the result may choose from; empty when there is no choice. */
  readonly labels: readonly string[];
  /** Whether the result may choose none of the labels. */
  readonly mayNameNone?: boolean;
  /** Declared inputs that exist; a declared directory stands as the files in it. */
  readonly inputs: readonly string[];
  /** Declared inputs that do not exist in this run, because their producers were skipped or have not run yet. */
  readonly absent: readonly string[];
  /** Declared outputs, each of which must be written before the skill ends. */
  readonly outputs: readonly string[];
  /** Of a skill that works in a copy of the project. */
  readonly changes?: SkillChanges;
  readonly artifacts: SkillArtifacts;
  /** Aborted at the node's timeout and when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly log: SkillLog;
  /** What the workflow says that the node does. */
  readonly description?: string;
  /** What people have answered to the questions of earlier executions in this round, the first one first. */
  readonly answers?: readonly Answered[];
  /** What the execution before this one has kept, where it was interrupted by a question or a budget. */
  readonly memory?: unknown;
  /** What the node says of its prompt, in place of what the skill says. */
  readonly prompt?: PromptSettings;
  /** Of executors that stepwright brings. */
  readonly host?: SkillHost;
}

/** What a skill of code is given. */
export interface CodeContext extends SkillContext {
  /**
   * Reads one of the secrets that the skill's `skill.yaml` names, by the name that it has there. Throws when there is
   * none. Its value is taken out of what the skill returns, throws and logs; it must be written into no artifact.
   */
  secret(name: string): Promise<string>;
}

export interface SkillArtifacts {
  /** Reads an input artifact as text. Throws when it is not among `inputs`. */
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Reads one that is too large for memory. The stream fails when it is not among `inputs`. */
  createReadStream(path: string): Readable;
  /** By what programs elsewhere can read one (`s3://bucket/key`); undefined where they cannot. */
  addressOf?(path: string): string | undefined;
  /** Writes an output. It becomes visible to other nodes only when the skill has passed. */
  write(path: string, content: string | Uint8Array | Readable): Promise<void>;
}

export interface SkillChanges {
  /** Where to write the patch of what was changed; an artifact, whether or not it is among the outputs. */
  readonly path: string;
  /** The patches to begin with, in the order in which they are to be applied. */
  readonly before: readonly {
    /** Id of the node that made it. */
    readonly node: string;
    readonly path: string;
    readonly read: () => Promise<Uint8Array>;
  }[];
}

export interface SkillLog {
  debug(message: string, details?: object): void;
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}

/** Nothing, or an empty object, means passed. Throwing means failed; so does anything that has not this form. */
export type SkillResult = void | undefined | null | SkillOutcome;

export interface SkillOutcome {
  readonly status?: 'passed' | 'failed';
  /** The chosen label, where the node has a choice. */
  readonly label?: string | null;
  /** Steps dialect: the text stored under `output_as`. */
  readonly output?: string;
  /** Outputs to write, by path. */
  readonly artifacts?: Readonly<Record<string, string | Uint8Array>>;
  /** A remark for the record; on a failure, the evidence. */
  readonly note?: string;
}
