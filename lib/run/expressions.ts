import jsonata from 'jsonata';
import type { Template } from '../asl/definition.ts';
import { stateError } from './errors.ts';

/** What an expression sees: `$states` and the variables in scope. */
export interface Scope {
  readonly states: {
    readonly input: unknown;
    readonly result?: unknown;
    readonly context: object;
  };
  readonly variables: Readonly<Record<string, unknown>>;
}

const compiled = new Map<string, jsonata.Expression>();

/** The expression of a string that is wholly `{% … %}`. */
export function expressionIn(text: string): string | undefined {
  return /^\{%([\s\S]*)%\}$/.exec(text)?.[1];
}

/** Evaluates every expression in a template. An expression without a value is an error, as it is in the service. */
export async function evaluate(template: Template, scope: Scope): Promise<unknown> {
  if (typeof template === 'string') {
    const expression = expressionIn(template);
    return expression === undefined ? template : evaluateExpression(expression, scope);
  }
  if (Array.isArray(template))
    return Promise.all((template as readonly Template[]).map((item) => evaluate(item, scope)));
  if (typeof template === 'object' && template !== null) {
    const values = await Promise.all(
      Object.entries(template).map(async ([key, value]) => [key, await evaluate(value, scope)] as const),
    );
    return Object.fromEntries(values);
  }
  return template;
}

async function evaluateExpression(text: string, scope: Scope): Promise<unknown> {
  let value: unknown;
  try {
    let expression = compiled.get(text);
    if (!expression) compiled.set(text, (expression = jsonata(text)));
    value = await expression.evaluate(undefined, { ...scope.variables, states: scope.states });
  } catch (error) {
    throw stateError('States.QueryEvaluationError', `${text.trim()}: ${(error as Error).message}`);
  }
  if (value === undefined) throw stateError('States.QueryEvaluationError', `${text.trim()} has no value`);
  // Sequences of the library carry marks of their own; states pass plain JSON.
  return typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
}

/** Evaluates a Choice rule's condition, which must be true or false. */
export async function isTrue(condition: string, scope: Scope): Promise<boolean> {
  const value = await evaluate(condition, scope);
  if (typeof value !== 'boolean')
    throw stateError('States.QueryEvaluationError', `${condition} is neither true nor false`);
  return value;
}
