import { isOfType } from '../ir/parameter.ts';
import type { ParameterEntry } from '../ir/table.ts';

/** A run's input with defaults filled in, or why the run cannot start with it. */
export type CheckedInput =
  | { readonly kind: 'fits'; readonly input: unknown }
  | { readonly kind: 'misfit'; readonly problems: readonly string[] };

/**
 * Holds a run's input against the inputs that its workflow declares. Fields that are not declared pass: a console puts
 * a comment into its sample. A workflow that declares none takes any input, a text too.
 */
export function checkInput(parameters: readonly ParameterEntry[], input: unknown): CheckedInput {
  if (parameters.length === 0) return { kind: 'fits', input };
  if (input !== undefined && !isOfType(input, 'object')) {
    return {
      kind: 'misfit',
      problems: ['the workflow declares its inputs, so they are given by name, as a JSON object'],
    };
  }
  const given = new Map<string, unknown>(Object.entries(input ?? {}));
  const problems: string[] = [];
  for (const { name, type, required, fallback } of parameters) {
    const value = given.get(name);
    if (value === undefined || value === null) {
      if (fallback !== undefined) given.set(name, fallback);
      else if (required) problems.push(`the input ${name} is missing`);
    } else if (!isOfType(value, type)) {
      // The value itself is not told: it may be a secret, and what is said here is logged.
      problems.push(`the input ${name} must be of the type ${type}, and is ${kindOf(value)}`);
    }
  }
  if (problems.length > 0) return { kind: 'misfit', problems };
  return { kind: 'fits', input: given.size === 0 ? input : Object.fromEntries(given) };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What a text on the command line says as a value of the declared type; the text itself where it says none. */
export function valueOfText(parameters: readonly ParameterEntry[], name: string, text: string): unknown {
  const type = parameters.find((parameter) => parameter.name === name)?.type ?? 'string';
  if (type === 'string' || type === 'text') return text;
  try {
    const value: unknown = JSON.parse(text);
    return isOfType(value, type) ? value : text;
  } catch {
    return text;
  }
}
