import type { Options } from './check.ts';

/** A positive whole number from a node's `with`. Throws, so that the node fails, when something else stands there. */
export function numberOption(options: Options, name: string, otherwise: number): number {
  const value = options[name] ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new Error(`with.${name} must be a whole number above 0, not ${JSON.stringify(value)}`);
}

/** A list of texts from a node's `with`. Throws when something else stands there. */
export function listOption(options: Options, name: string): readonly string[] {
  const value = options[name] ?? [];
  if (Array.isArray(value) && value.every((item): item is string => typeof item === 'string')) return value;
  throw new Error(`with.${name} must be a list of texts, not ${JSON.stringify(value)}`);
}
