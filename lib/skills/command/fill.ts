import type { SkillContext } from '../skill.ts';

export type Values = Pick<SkillContext, 'args' | 'context' | 'input'>;

const REFERENCE = /\{\{\s*(args|context)\.([^\s{}]+)\s*\}\}|\{\{\s*input\s*\}\}/g;
const WHOLE = new RegExp(`^(?:${REFERENCE.source})$`);

/**
 * Puts values into a text of a manifest: `{{args.name}}`, `{{context.name}}` and `{{input}}`. What is put in is not
 * looked at again. `write` makes a text of a value. Throws, naming what is missing; values stand in no message.
 */
export function fill(text: string, values: Values, write: (value: unknown) => string = asText): string {
  return text.replace(REFERENCE, (_match, from?: string, key?: string) => write(lookUp(values, from, key)));
}

/** The same for JSON: a text that is one reference becomes that value, of whatever type; names are left alone. */
export function fillJson(json: unknown, values: Values): unknown {
  if (Array.isArray(json)) return json.map((item) => fillJson(item, values));
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, fillJson(item, values)]));
  if (typeof json !== 'string') return json;
  const [whole, from, key] = WHOLE.exec(json) ?? [];
  return whole === undefined ? fill(json, values) : lookUp(values, from, key);
}

function lookUp({ args, context, input }: Values, from: string | undefined, key: string | undefined): unknown {
  if (from === undefined || key === undefined) {
    if (input === undefined) throw new Error('the skill needs the run’s input, which this node is not given');
    return input;
  }
  const values: Readonly<Record<string, unknown>> = from === 'args' ? args : context;
  if (!Object.hasOwn(values, key)) {
    throw new Error(`the skill needs ${from === 'args' ? 'the argument' : 'the context key'} ${key}`);
  }
  return values[key];
}

/** A value as one text: a text as it is, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The words of a command line. Each stays one word, whatever is put into it, and the program itself is not chosen by
 * arguments. Names in single braces stand for folders and files: `{workspace}`, `{skill}` and the like.
 */
export function commandLine(
  command: readonly string[],
  values: Values,
  places: Readonly<Record<string, string>>,
): string[] {
  const [program = ''] = command;
  if (program.includes('{{')) throw new Error('the program of a command stands in its manifest, not in arguments');
  return command.map((word) => {
    // Places come first, and only in the word as it is written.
    const pieces = word.split(/(\{\{[^{}]*\}\}|\{[a-z]+\})/);
    const whole = pieces.map((piece) => {
      const place = /^\{([a-z]+)\}$/.exec(piece)?.[1];
      return place !== undefined && Object.hasOwn(places, place) ? places[place]! : fill(piece, values);
    });
    const filled = whole.join('');
    if (filled.includes('\0')) throw new Error('an argument of a command holds a zero byte');
    return filled;
  });
}
