import type { PromptEnvironment } from './prompt/environment.ts';

/** What the executors of skills need from outside; the same in Lambda, in a container and on a laptop. */
export interface SkillEnvironment {
  /** The project's folder, absolute; in a function, what of it was deployed. */
  readonly projectDir: string;
  /** Reads a secret by its name. Throws, naming it, when there is none. Its value must reach no log and no record. */
  secret(name: string): Promise<string>;
  /** What prompts need; without it there are the models of Bedrock, by their ids, and no servers. */
  readonly prompts?: PromptEnvironment;
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
