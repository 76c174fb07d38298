import { jsonSchema } from '../../compile/2-dialect/json-schema.ts';
import type { Command } from '../io.ts';
import { writeResult } from '../write-result.ts';

interface Options {
  readonly output?: string;
}

/** Writes the JSON Schema of workflow files, for editors. */
export const schema: Command<Options> = (call) =>
  Promise.resolve(writeResult(call, `${JSON.stringify(jsonSchema(), null, 2)}\n`));
