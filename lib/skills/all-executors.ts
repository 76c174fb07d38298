import type { Executors } from './execute-skill.ts';

/** The executors of all kinds. Each is loaded when it is first used, since most runs use few of them. */
export const allExecutors: Executors = {
  agent: async (...given) => (await import('./agent/execute.ts')).executeAgent(...given),
  command: async (...given) => (await import('./command/execute.ts')).executeCommand(...given),
  http: async (...given) => (await import('./http/execute.ts')).executeHttp(...given),
  lambda: async (...given) => (await import('./lambda/execute.ts')).executeLambda(...given),
  workflow: async (...given) => (await import('./workflow/execute.ts')).executeWorkflow(...given),
  code: async (...given) => (await import('./code/execute.ts')).executeCode(...given),
  prompt: async (...given) => (await import('./prompt/execute.ts')).executePrompt(...given),
};
