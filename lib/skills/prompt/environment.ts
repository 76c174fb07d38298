import type { LanguageModel } from 'ai';
import type { McpServer } from '../../config/sections/mcp.ts';
import type { ModelEntry } from '../../config/sections/models.ts';

/** What the executor of prompts needs from outside. */
export interface PromptEnvironment {
  /** The project's models by name. */
  readonly models: Readonly<Record<string, ModelEntry>>;
  /** The project's servers of the Model Context Protocol by name. */
  readonly mcp: Readonly<Record<string, McpServer>>;
  /** Whether servers may be started as processes: on a laptop, not in a function. */
  readonly processes: boolean;
  /** Credentials of AWS, where the environment's variables are not all that there is. */
  readonly awsCredentials?: () => Promise<AwsCredentials>;
  /** Stands for every model, in tests. */
  readonly model?: LanguageModel;
  /** Waits before a call is made again. */
  readonly sleep?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** In the folder of the function for prompts: the models and servers that its prompts use. */
export const LAID_PROMPTS = 'prompts.json';

export type LaidPrompts = Pick<PromptEnvironment, 'models' | 'mcp'>;

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}
