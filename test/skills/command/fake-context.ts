import type { SkillContext } from '../../../lib/skills/skill.ts';

export interface FakeContext extends SkillContext {
  /** What the skill has written, as text. */
  readonly written: ReadonlyMap<string, string>;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly logged: readonly string[];
  readonly abort: AbortController;
}

/** What a node's skill is given; inputs are paths with their texts. */
export function fakeContext(
  parts: Partial<Omit<SkillContext, 'inputs'>> & { readonly inputs?: Readonly<Record<string, string>> } = {},
): FakeContext {
  const { inputs = {}, ...others } = parts;
  const written = new Map<string, string>();
  const bytes = new Map<string, Uint8Array>();
  const logged: string[] = [];
  const abort = new AbortController();
  const log = (message: string, details?: object): void => void logged.push(`${message} ${JSON.stringify(details)}`);
  return {
    ...{ run: 'r1', node: 'work', round: 1, attempt: 1, args: {}, input: undefined, context: {} },
    ...{ labels: [], absent: [], outputs: [] },
    inputs: Object.keys(inputs),
    artifacts: {
      read: (path) => Promise.resolve(inputs[path]!),
      readBytes: (path) => Promise.resolve(new TextEncoder().encode(inputs[path])),
      write: (path: string, content: unknown) => {
        const content_ = typeof content === 'string' ? new TextEncoder().encode(content) : (content as Uint8Array);
        bytes.set(path, content_);
        written.set(path, new TextDecoder().decode(content_));
        return Promise.resolve();
      },
    } as SkillContext['artifacts'],
    signal: abort.signal,
    log: { debug: log, info: log, warn: log, error: log },
    ...others,
    ...{ written, bytes, logged, abort },
  };
}
