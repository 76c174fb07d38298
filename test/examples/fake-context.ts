import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { CodeContext, SkillContext } from '../../lib/skills/skill.ts';

export interface Fake {
  readonly context: CodeContext;
  /** What the skill wrote, by path. */
  readonly written: Map<string, string>;
}

export interface FakeParts extends Partial<
  Pick<SkillContext, 'args' | 'input' | 'context' | 'round' | 'labels' | 'absent' | 'signal'>
> {
  /** The input artifacts, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A skill's context in memory. Like the real one it reads nothing but the inputs. */
export function fakeContext({ files = {}, ...parts }: FakeParts = {}): Fake {
  const inputs = new Map(Object.entries(files));
  const written = new Map<string, string>();
  const read = (path: string) => {
    const text = inputs.get(path);
    return text === undefined ? Promise.reject(new Error(`${path} is no input`)) : Promise.resolve(text);
  };
  const context: CodeContext = {
    run: 'run-1',
    node: 'node',
    round: 1,
    attempt: 1,
    args: {},
    input: undefined,
    context: {},
    labels: [],
    inputs: [...inputs.keys()].sort(),
    absent: [],
    outputs: [],
    artifacts: {
      read,
      readBytes: async (path) => new TextEncoder().encode(await read(path)),
      createReadStream: (path) => Readable.from([inputs.get(path) ?? ''], { objectMode: false }),
      write: async (path, content) => {
        const bytes = content instanceof Readable ? await buffer(content) : content;
        written.set(path, typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes));
      },
    },
    secret: (name) => Promise.reject(new Error(`there is no secret ${name}`)),
    signal: new AbortController().signal,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    ...parts,
  };
  return { context, written };
}
