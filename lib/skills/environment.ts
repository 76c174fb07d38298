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
  /** Starts another workflow and waits for its end. */
  runWorkflow?(request: WorkflowRequest): Promise<WorkflowEnd>;
}

export interface WorkflowRequest {
  readonly workflow: string;
  readonly input: unknown;
  /** Names the run that is started, so that asking twice starts it once. */
  readonly key: string;
  readonly signal: AbortSignal;
}

export interface WorkflowEnd {
  readonly run: string;
  readonly status: 'completed' | 'partial' | 'failed' | 'cancelled' | 'skipped';
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  readonly note?: string;
}
