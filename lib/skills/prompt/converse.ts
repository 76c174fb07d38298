import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { jsonSchema, tool } from 'ai';
import type { ModelEntry } from '../../config/sections/models.ts';
import type { SkillContext, SkillOutcome } from '../skill.ts';
import type { ModelAnswer, Sleep } from './call-model.ts';
import { callModel } from './call-model.ts';
import { finished, finishSchema } from './finish.ts';
import { data } from './layout.ts';
import type { ServerTool } from './mcp.ts';
import type { OwnTool } from './own-tools.ts';
import { Mistake } from './own-tools.ts';
import { optionsKey } from './provider.ts';
import type { Settings } from './settings.ts';
import type { Memory, State } from './memory.ts';
import { takenUp } from './memory.ts';
import { usageOf } from './usage.ts';

/** What a conversation is about, and with whom it is had. */
export interface Conversation {
  readonly model: LanguageModel;
  /** What the model is called in the record. */
  readonly name: string;
  readonly entry: ModelEntry;
  readonly settings: Settings;
  readonly system: string;
  readonly task: string;
  readonly own: Readonly<Record<string, OwnTool>>;
  readonly servers: Readonly<Record<string, ServerTool>>;
  /** What has been written so far, by path. */
  readonly written: Map<string, string>;
  readonly sleep?: Sleep;
}

/** So many mistakes fail the node; those before are told to the model, which may mend them. */
const MISTAKES = 3;

/**
 * Calls the model and the tools that it asks for until it finishes. Throws, saying why, when it refuses, when its answer
 * is cut off, when it makes too many mistakes, and when it goes on for ever. Only a call of `finish` ends the work well:
 * no text of the model, of an artifact or of a tool does.
 */
export async function converse(conversation: Conversation, context: SkillContext): Promise<SkillOutcome> {
  const { settings } = conversation;
  const state = takenUp(conversation, context);
  const { messages } = state;
  context.host?.remember?.(() => ({ ...state, written: [...conversation.written] }) satisfies Memory);
  const tools = toolSet(conversation, context);
  const mistakes: string[] = [];
  for (let step = 0; step < settings.maxSteps; step++) {
    context.host?.requireBudget();
    const answer = await ask(conversation, context, messages, tools);
    context.host?.spend(usageOf(answer.usage, conversation));
    requireWhole(answer, settings);
    messages.push(...answer.responseMessages.filter(({ role }) => role === 'assistant'));
    if (answer.toolCalls.length === 0) {
      blame(
        mistakes,
        `it ended without calling finish${answer.text === '' ? '' : `, saying: ${excerpt(answer.text)}`}`,
      );
      messages.push({ role: 'user', content: 'Go on with your tools, and end with `finish`.' });
      continue;
    }
    const outcome = await callTools(answer, conversation, context, { state, mistakes });
    if (outcome) return outcome;
    messages.push({ role: 'tool', content: state.results });
  }
  throw new Error(`the model was called ${settings.maxSteps} times and did not finish`);
}

/** Characters of one tool's answer that the model is given. */
const MOST_TOLD = 100_000;

const ASK = 'ask_person';

type ToolResults = Extract<ModelMessage, { role: 'tool' }>['content'];

function ask(
  { model, entry, settings, system, sleep }: Conversation,
  context: SkillContext,
  messages: ModelMessage[],
  tools: ToolSet,
): Promise<ModelAnswer> {
  const { temperature, maxOutputTokens } = settings;
  return callModel(
    {
      model,
      instructions: system,
      messages: [...messages],
      tools,
      ...(temperature !== undefined && { temperature }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(entry.options && { providerOptions: { [optionsKey(entry)]: entry.options as never } }),
    },
    context,
    sleep,
  );
}

/** None of them has an `execute`: what is called, and in which order, is decided here. */
function toolSet({ own, servers, settings }: Conversation, { labels }: SkillContext): ToolSet {
  const tools: ToolSet = {};
  for (const [name, { description, schema }] of Object.entries(own))
    tools[name] = tool({ description, inputSchema: schema });
  for (const [name, { description, schema }] of Object.entries(servers))
    tools[name] = tool({ description, inputSchema: jsonSchema(schema) });
  const schema = finishSchema(labels, settings.outputSchema);
  tools['finish'] = tool({ description: 'Ends your work.', inputSchema: jsonSchema(schema) });
  return tools;
}

/** An answer that was refused or cut off is none, whatever it holds. */
function requireWhole(
  { finishReason, rawFinishReason, text, usage }: ModelAnswer,
  { maxOutputTokens }: Settings,
): void {
  if (finishReason === 'content-filter')
    throw new Error(`the model refused${rawFinishReason === undefined ? '' : ` (${rawFinishReason})`}${said(text)}`);
  if (finishReason === 'length') {
    const limit = maxOutputTokens === undefined ? '' : `; max_output_tokens is ${maxOutputTokens}`;
    throw new Error(`the model's answer was cut off after ${usage.outputTokens ?? 'too many'} tokens${limit}`);
  }
  if (finishReason === 'error') throw new Error(`the model's answer ended with an error${said(text)}`);
}

/** Calls what the model asks for, one after the other, and `finish` last. */
async function callTools(
  { toolCalls }: ModelAnswer,
  conversation: Conversation,
  context: SkillContext,
  { state, mistakes }: { readonly state: State; readonly mistakes: string[] },
): Promise<SkillOutcome | undefined> {
  const results: ToolResults = [];
  state.results = results;
  const isFinish = ({ toolName }: { toolName: string }) => toolName === 'finish';
  let wrong = false;
  for (const call of [...toolCalls.filter((one) => !isFinish(one)), ...toolCalls.filter(isFinish)]) {
    const { toolCallId, toolName } = call;
    try {
      if (call.invalid) throw new Mistake(`${toolName}: ${malformed(call.error)}`);
      if (isFinish(call)) {
        // Whoever finishes in the same breath does not know yet that something has gone wrong.
        if (wrong) throw new Error('not finished, because another call failed; look at its result first');
        return finished(call.input, context, conversation.written, conversation.settings.outputSchema);
      }
      state.asked = toolName === ASK ? toolCallId : undefined;
      const value = await callTool(toolName, call.input, conversation, context);
      results.push({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: { type: 'text', value: told(toolName, value) },
      });
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (isEnd(error)) throw error;
      wrong = true;
      const message = error instanceof Error ? error.message : String(error);
      results.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value: message } });
      if (error instanceof Mistake) blame(mistakes, message);
    }
  }
  return undefined;
}

async function callTool(
  name: string,
  input: unknown,
  { own, servers }: Conversation,
  { signal, log }: SkillContext,
): Promise<unknown> {
  log.debug('a tool is called', { tool: name });
  if (Object.hasOwn(own, name)) return own[name]!.run(input);
  if (Object.hasOwn(servers, name)) return servers[name]!.run(input, signal);
  throw new Mistake(`there is no tool ${name}`);
}

/** What the host throws to end an execution is not for the model. */
function isEnd(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('Stepwright.');
}

/** Answers of tools are data; what our own tools say of the outputs is not. */
function told(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return name === 'write_artifact' ? text : data(name, excerptOf(text));
}

/** Servers answer as much as they like; what is too long for a model would end the conversation. */
function excerptOf(text: string): string {
  if (text.length <= MOST_TOLD) return text;
  return `${text.slice(0, MOST_TOLD)}\n(cut off: these are the first ${MOST_TOLD} of ${text.length} characters)`;
}

function blame(mistakes: string[], mistake: string): void {
  mistakes.push(mistake);
  if (mistakes.length < MISTAKES) return;
  throw new Error(`the model made ${MISTAKES} mistakes and did not finish: ${[...new Set(mistakes)].join('; ')}`);
}

function malformed(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `the call is malformed: ${excerpt(text)}`;
}

function said(text: string): string {
  return text === '' ? '' : `: ${excerpt(text)}`;
}

function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
