/**
 * A result as programs elsewhere give it, in JSON: an artifact is a text, or `{ "base64": … }` where it is none. What
 * is wrong with it is left as it is, for whoever judges results.
 */
export function fromPlain(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const { artifacts, ...others } = result as { artifacts?: unknown };
  if (typeof artifacts !== 'object' || artifacts === null || Array.isArray(artifacts)) return result;
  const files = Object.entries(artifacts).map(([path, content]) => [path, bytesOf(content) ?? (content as unknown)]);
  return { ...others, artifacts: Object.fromEntries(files) as object };
}

function bytesOf(content: unknown): Uint8Array | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  const { base64, ...others } = content as { base64?: unknown };
  return typeof base64 === 'string' && Object.keys(others).length === 0 ? Buffer.from(base64, 'base64') : undefined;
}
