import type { SkillContext } from '../skill.ts';

/** What a function is given; documented, so fields are only ever added. */
export interface FunctionRequest {
  readonly run: string;
  readonly node: string;
  readonly round: number;
  readonly attempt: number;
  readonly description?: string;
  readonly args: object;
  /** The run's input, on nodes that are given it. */
  readonly input?: unknown;
  readonly context: object;
  readonly labels: readonly string[];
  /** By path: `s3://bucket/key`, or the content itself as a `data:` URI where no bucket has it. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly absent: readonly string[];
  readonly outputs: readonly string[];
  /** Of a function that answers later: how. `function` is absent in a run on somebody's machine. */
  readonly answer?: {
    readonly function?: string;
    readonly run: string;
    readonly node: string;
    readonly ticket: string;
  };
}

/** Bytes that the service takes in one request. */
const LIMIT = 6 * 1024 * 1024;

/** Throws where it is larger than the service takes. */
export async function requestText(context: SkillContext, answer?: FunctionRequest['answer']): Promise<string> {
  const { run, node, round, attempt, description, args, input, context: values, labels, absent, outputs } = context;
  const request: FunctionRequest = {
    ...{ run, node, round, attempt },
    ...(description !== undefined && { description }),
    args: { ...args },
    ...(input !== undefined && { input }),
    context: { ...values },
    labels,
    inputs: await addresses(context),
    absent,
    outputs,
    ...(answer && { answer }),
  };
  const text = JSON.stringify(request);
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMIT) throw new Error(`the request for the function has ${bytes} bytes, more than the service takes`);
  return text;
}

async function addresses({ inputs, artifacts }: SkillContext): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of inputs) found[path] = artifacts.addressOf?.(path) ?? dataUri(await artifacts.readBytes(path));
  return found;
}

function dataUri(content: Uint8Array): string {
  return `data:application/octet-stream;base64,${Buffer.from(content).toString('base64')}`;
}
