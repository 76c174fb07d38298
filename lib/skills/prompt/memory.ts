import type { ModelMessage } from 'ai';
import type { SkillContext } from '../skill.ts';
import { data } from './layout.ts';

type ToolResults = Extract<ModelMessage, { role: 'tool' }>['content'];

/** Where a conversation stands. */
export interface State {
  readonly messages: ModelMessage[];
  /** The results of the calls that the model has made last, as far as they are there. */
  results: ToolResults;
  /** The call that asks a person, while that is all that is waited for. */
  asked: string | undefined;
}

/** What is kept of a conversation that a person interrupts: all of it, as JSON. */
export interface Memory extends State {
  readonly written: readonly (readonly [path: string, text: string])[];
}

/**
 * Where the conversation stands: at its beginning, or where it was interrupted. The answer of the person who was asked is
 * then the result of that call. What was called beside it is called again by the model, if it still wants to.
 */
export function takenUp(
  { task, written }: { readonly task: string; readonly written: Map<string, string> },
  { memory, answers = [] }: Pick<SkillContext, 'memory' | 'answers'>,
): State {
  if (!isMemory(memory)) return { messages: [{ role: 'user', content: task }], results: [], asked: undefined };
  for (const [path, text] of memory.written) written.set(path, text);
  const { messages, results, asked } = memory;
  const answer = answers.at(-1)?.answer;
  if (asked === undefined || answer === undefined) return { messages, results: [], asked: undefined };
  const done = new Set(results.flatMap((result) => ('toolCallId' in result ? [result.toolCallId] : [])));
  const open = callsIn(messages.at(-1)).filter(({ toolCallId }) => !done.has(toolCallId));
  const others = open.map(({ toolCallId, toolName }): ToolResults[number] => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output: toolCallId === asked ? { type: 'text', value: data('answer', answer) } : NOT_DONE,
  }));
  return { messages: [...messages, { role: 'tool', content: [...results, ...others] }], results: [], asked: undefined };
}

const NOT_DONE = {
  type: 'error-text',
  value: 'not carried out, since a person was asked first; call it again if it is needed',
} as const;

function isMemory(memory: unknown): memory is Memory {
  return typeof memory === 'object' && memory !== null && 'messages' in memory && Array.isArray(memory.messages);
}

function callsIn(message: ModelMessage | undefined): { toolCallId: string; toolName: string }[] {
  if (message?.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
}
