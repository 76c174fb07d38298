import * as z from 'zod/mini';
import { agentFields } from './agent.ts';
import { commonFields } from './common.ts';
import { httpFields } from './http.ts';
import { humanFields } from './human.ts';
import { lambdaFields } from './lambda.ts';
import { promptFields } from './prompt.ts';
import { commandFields } from './command.ts';
import { workflowFields } from './workflow.ts';

/**
 * What a `skill.yaml` says, or what stands for one: a discriminated union by `kind`. A folder with a module needs none
 * (`kind: code`), nor does one with a `SKILL.md` (`kind: prompt`).
 */
export const manifestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), ...commonFields }),
  z.strictObject({ kind: z.literal('prompt'), ...commonFields, ...promptFields }),
  z.strictObject({ kind: z.literal('agent'), ...commonFields, ...agentFields }),
  z.strictObject({ kind: z.literal('command'), ...commonFields, ...commandFields }),
  z.strictObject({ kind: z.literal('http'), ...commonFields, ...httpFields }),
  z.strictObject({ kind: z.literal('lambda'), ...commonFields, ...lambdaFields }),
  z.strictObject({ kind: z.literal('workflow'), ...commonFields, ...workflowFields }),
  z.strictObject({ kind: z.literal('human'), ...commonFields, ...humanFields }),
]);

export type Manifest = z.infer<typeof manifestSchema>;

export type SkillKind = Manifest['kind'];

export type ManifestOf<K extends SkillKind> = Extract<Manifest, { kind: K }>;
