import type { AgentSettings } from './agent/settings.ts';
import type { PromptEnvironment } from './prompt/environment.ts';

/** What the executors of skills need from outside; the same in Lambda, in a container and on a laptop. */
export interface SkillEnvironment {
  /** The project's folder, absolute; in a function, what of it was deployed. */
  readonly projectDir: string;
  /** Reads a secret by its name. Throws, naming it, when there is none. Its value must reach no log and no record. */
  readonly secret: (name: string) => Promise<string>;
  /** Megabytes of heap that a skill of code may use where its manifest does not say. */
  readonly memoryMb?: number;
  /** Where a module that cannot be parsed is broken, and why, seen from the folder of its skill. */
  whereBroken?(module: string, root: string): Promise<string | undefined>;
  /** What prompts need; without it there are the models of Bedrock, by their ids, and no servers. */
  readonly prompts?: PromptEnvironment;
  /** What the project says of its agents. */
  readonly agent?: AgentSettings;
  /** Name of the function by which programs answer nodes that wait; none on this machine. */
  readonly answerFunction?: string;
  /** The other workflows that can be started; none where there is nothing that could. */
  readonly workflows?: Workflows;
}

/** How other workflows are started: here within the process, in the cloud by their machines. */
export type Workflows =
  | {
      readonly kind: 'here';
      /** Runs it until it ends or pauses. Throws, saying why, where it cannot be run. */
      run(request: WorkflowRequest): Promise<WorkflowEnd>;
    }
  | {
      readonly kind: 'cloud';
      /** How its run has ended; undefined where there is none yet, or it can go on. */
      ended(request: WorkflowRequest): Promise<WorkflowEnd | undefined>;
      /** Starts it, or has it go on. Where it is going on already, nothing happens. */
      start(request: WorkflowRequest, parent: ParentNode): Promise<void>;
    };

export interface WorkflowRequest {
  /** Its name or its file, as the manifest says. */
  readonly workflow: string;
  readonly input: unknown;
  /** The id of its run, so that asking twice starts it once. */
  readonly run: string;
  readonly signal: AbortSignal;
}

/** The node that waits for another workflow's run. */
export interface ParentNode {
  readonly run: string;
  readonly node: string;
  readonly round: number;
}

export interface WorkflowEnd {
  readonly status: 'completed' | 'partial' | 'failed' | 'paused';
  /** What the run has published, by path. */
  readonly artifacts: ReadonlyMap<string, () => Promise<Uint8Array>>;
  /** Of a failure what went wrong, of a pause the question. */
  readonly note?: string;
}
