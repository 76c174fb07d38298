/** What a JSON pointer (RFC 6901) leads to; undefined where there is nothing. The empty pointer is the whole. */
export function pointedAt(json: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1);
  return parts.reduce<unknown>((here, part) => {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) return /^(0|[1-9]\d*)$/.test(key) ? (here[Number(key)] as unknown) : undefined;
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    return (here as Readonly<Record<string, unknown>>)[key];
  }, json);
}
