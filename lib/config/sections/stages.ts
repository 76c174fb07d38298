import * as z from 'zod';

/** Twelve digits. YAML reads unquoted ones as a number, and drops the zeros before it. */
const account = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((value) => (typeof value === 'number' ? String(value).padStart(12, '0') : value))
  .refine((text) => /^\d{12}$/.test(text), 'an AWS account is twelve digits');

const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'an AWS region looks like eu-west-1');

export const STACK_PREFIX_RULE = 'a stack prefix is letters, digits and hyphens, a letter first, 60 at most';

/** Whether the names of stacks may begin so, as the service allows it. */
export function isStackPrefix(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9-]{0,59}$/.test(text);
}

const stackPrefix = z.string().refine(isStackPrefix, STACK_PREFIX_RULE);

const stage = z.strictObject({
  account: account.optional(),
  region: region.optional(),
  stackPrefix: stackPrefix.optional(),
  /** A profile of the AWS configuration files, whose credentials are used. */
  profile: z.string().min(1).optional(),
});

const stageName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,29}$/, 'the name of a stage is lower-case letters, digits and hyphens, 30 at most');

/** Places that workflows are deployed to, by name: `stages: {dev: {region: eu-west-1}, prod: {…}}`. */
export const stages = z.record(stageName, stage);

export type Stage = z.output<typeof stage>;
