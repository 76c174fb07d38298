/* eslint-disable @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- requests are JSON of other people */
import type { ModelEntry } from '../../../lib/config/sections/models.ts';
import type { Received, Reply } from './model-server.ts';

/** How a provider says what a model answers, and is told things: written by the provider's documentation. */
export interface WireFormat {
  readonly name: string;
  readonly entry: (url: string) => ModelEntry;
  readonly path: string;
  /** What a request has to bear so that the provider knows who asks. */
  readonly authorised: (request: Received) => boolean;
  readonly call: (id: string, tool: string, input: object) => Reply;
  readonly refusal: Reply;
  readonly truncated: Reply;
  readonly busy: Reply;
  /** What stands in a request, wherever the provider wants it. */
  readonly read: (request: Received) => {
    readonly system: string;
    readonly user: string;
    readonly tools: readonly string[];
    readonly toolResult: readonly [id: string, text: string] | undefined;
    readonly temperature: unknown;
    readonly maxTokens: unknown;
  };
}

/** Fields of JSON, whatever there is. */
type Json = any; // eslint-disable-line @typescript-eslint/no-explicit-any

const anthropicMessage = (content: object[], stop: string): Reply => ({
  body: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-3-haiku-20240307',
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 1200, output_tokens: 34 },
  },
});

export const anthropic: WireFormat = {
  name: 'Anthropic',
  entry: (url) => ({
    provider: 'anthropic',
    model: 'claude-3-haiku-20240307',
    baseURL: `${url}/v1`,
    apiKey: 'anthropic-key',
  }),
  path: '/v1/messages',
  authorised: ({ headers }) =>
    headers['x-api-key'] === 'value of anthropic-key' && headers['anthropic-version'] === '2023-06-01',
  call: (id, name, input) => anthropicMessage([{ type: 'tool_use', id, name, input }], 'tool_use'),
  refusal: anthropicMessage([{ type: 'text', text: 'No.' }], 'refusal'),
  truncated: anthropicMessage([{ type: 'text', text: 'It beg' }], 'max_tokens'),
  busy: { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
  read: ({ body }: Json) => {
    const result = body.messages.at(-1).content.find((part: Json) => part.type === 'tool_result');
    return {
      system: body.system.map((part: Json) => part.text).join(''),
      user: body.messages[0].content[0].text,
      tools: body.tools.map((tool: Json) => tool.name),
      toolResult: result && [result.tool_use_id, textOf(result.content)],
      temperature: body.temperature,
      maxTokens: body.max_tokens,
    };
  },
};

const converse = (content: object[], stopReason: string): Reply => ({
  body: {
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: { inputTokens: 1200, outputTokens: 34, totalTokens: 1234 },
    metrics: { latencyMs: 5 },
  },
});

export const bedrock: WireFormat = {
  name: 'Bedrock',
  entry: (url) => ({ provider: 'bedrock', model: 'amazon.test-v1:0', region: 'eu-west-1', baseURL: url }),
  path: '/model/amazon.test-v1%3A0/converse',
  authorised: ({ headers }) =>
    /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-west-1\/bedrock\/aws4_request/.test(headers.authorization ?? ''),
  call: (toolUseId, name, input) => converse([{ toolUse: { toolUseId, name, input } }], 'tool_use'),
  refusal: converse([{ text: 'No.' }], 'guardrail_intervened'),
  truncated: converse([{ text: 'It beg' }], 'max_tokens'),
  busy: {
    status: 429,
    headers: { 'x-amzn-errortype': 'ThrottlingException' },
    body: { message: 'Too many requests, please wait before trying again.' },
  },
  read: ({ body }: Json) => {
    const result = body.messages.at(-1).content.find((part: Json) => part.toolResult)?.toolResult;
    return {
      system: body.system.map((part: Json) => part.text).join(''),
      user: body.messages[0].content[0].text,
      tools: body.toolConfig.tools.flatMap((tool: Json) => (tool.toolSpec ? [tool.toolSpec.name] : [])),
      toolResult: result && [result.toolUseId, textOf(result.content)],
      temperature: body.inferenceConfig?.temperature,
      maxTokens: body.inferenceConfig?.maxTokens,
    };
  },
};

const completion = (message: object, finish: string): Reply => ({
  body: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'local-test',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 1200, completion_tokens: 34, total_tokens: 1234 },
  },
});

export const openAiCompatible: WireFormat = {
  name: 'OpenAI-compatible',
  entry: (url) => ({ provider: 'openai-compatible', model: 'local-test', baseURL: `${url}/v1`, apiKey: 'local-key' }),
  path: '/v1/chat/completions',
  authorised: ({ headers }) => headers.authorization === 'Bearer value of local-key',
  call: (id, name, input) =>
    completion(
      { tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] },
      'tool_calls',
    ),
  refusal: completion({ content: 'No.' }, 'content_filter'),
  truncated: completion({ content: 'It beg' }, 'length'),
  busy: { status: 503, body: { error: { message: 'The server is busy', type: 'server_error' } } },
  read: ({ body }: Json) => {
    const result = body.messages.at(-1);
    return {
      system: body.messages[0].content,
      user: textOf(body.messages[1].content),
      tools: body.tools.map((tool: Json) => tool.function.name),
      toolResult: result.role === 'tool' ? [result.tool_call_id, textOf(result.content)] : undefined,
      temperature: body.temperature,
      maxTokens: body.max_tokens,
    };
  },
};

function textOf(content: Json): string {
  return typeof content === 'string' ? content : content.map((part: Json) => part.text).join('');
}
