import type { Usage } from '../../../lib/skills/host.ts';
import type { SkillEnvironment } from '../../../lib/skills/environment.ts';
import type { PromptEnvironment } from '../../../lib/skills/prompt/environment.ts';
import type { SkillOf } from '../../../lib/skills/resolved.ts';
import type { SkillContext } from '../../../lib/skills/skill.ts';
import { fakeContext } from '../../examples/fake-context.ts';
import type { FakeParts } from '../../examples/fake-context.ts';

type Prompt = SkillOf<'prompt'>;

export interface SkillParts {
  readonly instructions?: string;
  readonly manifest?: Partial<Prompt['manifest']>;
  readonly model?: string;
  readonly allowedTools?: readonly string[];
  readonly folder?: string;
}

export function promptSkill({
  instructions = 'Do it.',
  manifest,
  folder,
  model,
  allowedTools,
}: SkillParts = {}): Prompt {
  return {
    kind: 'prompt',
    name: 'draft',
    file: '/skills/draft/SKILL.md',
    root: '/skills',
    ...(folder !== undefined && { folder }),
    manifest: { kind: 'prompt', ...manifest },
    document: {
      file: '/skills/draft/SKILL.md',
      instructions,
      frontMatter: { ...(model !== undefined && { model }), ...(allowedTools && { allowedTools }), others: {} },
    },
  };
}

export interface PromptParts extends FakeParts {
  readonly outputs?: readonly string[];
  readonly description?: string;
  readonly answers?: SkillContext['answers'];
  readonly prompt?: SkillContext['prompt'];
  /** Seconds that the node has. */
  readonly seconds?: number;
  readonly mayAsk?: boolean;
  readonly usedUp?: () => boolean;
}

/** What a host throws to end an execution. */
export class Ended extends Error {
  override name = 'Stepwright.Ended';
}

/** A context with a host that notes what it is told. */
export function promptContext(parts: PromptParts = {}): {
  context: SkillContext;
  written: Map<string, string>;
  spent: Usage[];
} {
  const { outputs = [], description, answers, prompt, seconds = 300, mayAsk = true, usedUp, ...others } = parts;
  const { context, written } = fakeContext(others);
  const spent: Usage[] = [];
  const end = (why: string): never => {
    throw new Ended(why);
  };
  return {
    written,
    spent,
    context: {
      ...context,
      outputs,
      ...(description !== undefined && { description }),
      ...(answers && { answers }),
      ...(prompt && { prompt }),
      host: {
        spend: (usage) => void spent.push(usage),
        requireBudget: () => {
          if (usedUp?.()) end('budget used up');
        },
        secondsLeft: () => seconds,
        unavailable: (why) => end(`unavailable: ${why}`),
        ...(mayAsk && { ask: (question: string) => end(`ask: ${question}`) }),
      },
    },
  };
}

/** An environment whose one model is this. */
export function environmentOf(prompts: Partial<PromptEnvironment> = {}): SkillEnvironment {
  return {
    projectDir: '/project',
    secret: (name) => Promise.resolve(`value of ${name}`),
    prompts: {
      models: { default: { provider: 'bedrock', model: 'test', prices: { input: 3, output: 15 } } },
      mcp: {},
      processes: false,
      sleep: () => Promise.resolve(),
      ...prompts,
    },
  };
}

/** What a test sees of something that is thrown. */
export function told(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
