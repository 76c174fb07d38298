import * as z from 'zod/mini';
import { graphSchemas } from './graph-schema.ts';
import { stepsSchemas } from './steps-schema.ts';

/** The JSON Schema (draft 2020-12) of both dialects, for editors: a file with `steps` is a list of steps, any other a graph. */
export function jsonSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Workflow',
    type: 'object',
    if: { properties: { steps: true }, required: ['steps'] },
    then: { $ref: '#/$defs/steps' },
    else: { $ref: '#/$defs/graph' },
    $defs: { steps: definition(stepsSchemas().steps), graph: definition(graphSchemas().graph) },
  };
}

function definition(schema: z.core.$ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
