import { MockLanguageModelV4 } from 'ai/test';

/** What a model is sent, and what it gives. */
export type Sent = MockLanguageModelV4['doGenerateCalls'][number];

type Given = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** What a model answers: the tools that it calls, or a text. */
export interface Turn {
  readonly calls?: readonly Call[];
  readonly text?: string;
  readonly finish?: Given['finishReason']['unified'];
  readonly tokens?: readonly [input: number, output: number];
}

/** `input` is sent as it is where it is a text: whoever sends no JSON is malformed. */
export type Call = readonly [tool: string, input: unknown];

export const finish = (input: object): Turn => ({ calls: [['finish', input]] });

export const passed: Turn = finish({ status: 'passed' });

/** A model that takes these turns, one a call; with the last one it goes on for ever. */
export function modelOfTurns(...turns: readonly Turn[]): MockLanguageModelV4 {
  let call = 0;
  return new MockLanguageModelV4({
    doGenerate: () => Promise.resolve(answerOf(turns[Math.min(call++, turns.length - 1)]!)),
  });
}

/** A model that looks at what it is sent. */
export function modelThat(answers: (call: Sent) => Turn): MockLanguageModelV4 {
  return new MockLanguageModelV4({ doGenerate: (call) => Promise.resolve(answerOf(answers(call))) });
}

let ids = 0;

export function answerOf({ calls = [], text, finish: reason, tokens = [100, 10] }: Turn): Given {
  const [input, output] = tokens;
  return {
    content: [
      ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(([toolName, given]) => ({
        type: 'tool-call' as const,
        toolCallId: `call-${++ids}`,
        toolName,
        input: typeof given === 'string' ? given : JSON.stringify(given),
      })),
    ],
    finishReason: { unified: reason ?? (calls.length > 0 ? 'tool-calls' : 'stop'), raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: output, reasoning: undefined },
    },
    warnings: [],
  };
}

/** All texts that a call sends, system and tools' answers included. */
export function sentText({ prompt }: Pick<Sent, 'prompt'>): string {
  return JSON.stringify(prompt);
}

/** The texts of the last message: the answers of tools. */
export function lastAnswers({ prompt }: Pick<Sent, 'prompt'>): string[] {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return [];
  return last.content.map((part) =>
    part.type === 'tool-result' && 'value' in part.output ? (part.output.value as string) : part.type,
  );
}
