/**
 * What validation libraries have agreed on (zod, valibot, arktype and others): enough of it to check a value and to
 * know the type of what comes out.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of what a schema lets through. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** The value as the schema gives it. Throws, naming `what` and each place, when it does not fit. */
export async function fit<S extends StandardSchema>(schema: S, value: unknown, what: string): Promise<OutputOf<S>> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return result.value;
  const wrong = result.issues.map(({ path = [], message }) => {
    const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  throw new Error(`${what} ${what.endsWith('s') ? 'do' : 'does'} not fit: ${wrong.join('; ')}`);
}
