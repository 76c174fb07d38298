import * as z from 'zod';
import { covers, isDirectory } from '../../ir/paths.ts';
import type { SkillContext, SkillOutcome } from '../skill.ts';
import { Mistake } from './own-tools.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What the model is told that `finish` takes, as JSON Schema. */
export function finishSchema(labels: readonly string[], outputSchema: Schema | undefined): Schema {
  return {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['passed', 'failed'], description: 'Whether the work is done.' },
      ...(labels.length > 0 && { label: { type: 'string', enum: labels, description: 'The one that you choose.' } }),
      note: { type: 'string', description: 'A short remark for the record; with failed, the reason.' },
      output: outputSchema ?? { type: 'string', description: 'The result as a short text, for later steps.' },
    },
    required: ['status', ...(outputSchema ? ['output'] : [])],
    additionalProperties: false,
  };
}

/** What one call of `finish` comes to; throws a `Mistake` where it does not fit the node. */
export function finished(
  input: unknown,
  { labels, mayNameNone = false, outputs }: Pick<SkillContext, 'labels' | 'mayNameNone' | 'outputs'>,
  written: Map<string, string>,
  outputSchema: Schema | undefined,
): SkillOutcome {
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Mistake(`finish: ${told(parsed.error)}`);
  const { status, label, note, output } = parsed.data;
  if (status === 'failed') return { status, note: note ?? 'the prompt says that it failed' };
  if (label === undefined && labels.length > 0 && !mayNameNone)
    throw new Mistake(`finish: it names no label; offered are ${labels.map((l) => `'${l}'`).join(', ')}`);
  if (label !== undefined && !labels.includes(label.trim())) {
    const offered =
      labels.length === 0 ? 'this node offers none' : `offered are ${labels.map((l) => `'${l}'`).join(', ')}`;
    throw new Mistake(`finish: the label '${label}' is not offered; ${offered}`);
  }
  const text = outputText(output, outputSchema);
  keepOutput(text, outputs, written, outputSchema);
  const left = outputs.filter((declared) => ![...written.keys()].some((path) => covers(declared, path)));
  if (left.length > 0) throw new Mistake(`finish: outputs are not written yet: ${left.join(', ')}`);
  return {
    status,
    ...(label !== undefined && { label }),
    ...(note !== undefined && { note }),
    ...(text !== undefined && { output: text }),
  };
}

const form = z.strictObject({
  status: z.enum(['passed', 'failed']),
  label: z.string().optional(),
  note: z.string().optional(),
  output: z.unknown().optional(),
});

function outputText(output: unknown, schema: Schema | undefined): string | undefined {
  if (!schema) {
    if (output === undefined || output === null || typeof output === 'string') return output ?? undefined;
    return JSON.stringify(output);
  }
  const parsed = z.fromJSONSchema(schema).safeParse(output);
  if (!parsed.success) throw new Mistake(`finish: the output does not fit its schema: ${told(parsed.error)}`);
  return JSON.stringify(output);
}

/** An output that has a schema is also the node's only output file, where that is JSON and nothing was written there. */
function keepOutput(
  text: string | undefined,
  outputs: readonly string[],
  written: Map<string, string>,
  schema: Schema | undefined,
): void {
  const [only] = outputs;
  if (!schema || text === undefined || outputs.length !== 1 || only === undefined || isDirectory(only)) return;
  if (only.endsWith('.json') && !written.has(only)) written.set(only, `${text}\n`);
}

function told(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}
