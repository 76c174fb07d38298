import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/** Reads a secret by its name. Throws, naming it, when there is none. */
export type ReadSecret = (name: string) => Promise<string>;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Secrets on this machine: environment variables, and before them the lines of a file such as `.env`, where one is
 * named. A secret is found by its own name or, as names of variables are written, in capitals with underscores
 * (`crm/api-key`: `CRM_API_KEY`). Of a JSON object `name#field` is a field, as in the cloud.
 */
export function localSecrets(variables: Variables, file?: string): ReadSecret {
  let lines: Promise<Variables> | undefined;
  const inFile = (): Promise<Variables> =>
    (lines ??= file === undefined ? Promise.resolve({}) : readFile(file, 'utf8').then(parseEnv));
  return async (name) => {
    const [whole = name, field] = name.split('#', 2);
    const names = [whole, whole.toUpperCase().replace(/[^A-Z0-9]+/g, '_')];
    const places = [await inFile(), variables];
    const value = places.flatMap((place) => names.map((key) => place[key])).find((text) => text !== undefined);
    if (value !== undefined) return fieldOf(name, value, field);
    const where = file === undefined ? '' : `, nor a line of ${file}`;
    throw new Error(
      `there is no secret ${name}: no environment variable ${[...new Set(names)].join(' or ')} is set${where}`,
    );
  };
}

/** A field of a secret that is a JSON object, or all of it. The value itself stands in no message. */
export function fieldOf(name: string, value: string, field: string | undefined): string {
  if (field === undefined) return value;
  let object: unknown;
  try {
    object = JSON.parse(value);
  } catch {
    throw new Error(`the secret ${name} is no JSON, so it has no field`);
  }
  const found = typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[field] : undefined;
  if (typeof found !== 'string') throw new Error(`the secret ${name} has no such field, or it is no text`);
  return found;
}
