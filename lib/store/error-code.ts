/** The `code` of an error of the operating system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** For `catch`: undefined where a file or folder does not exist; everything else is thrown on. */
export function absent(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
  throw error;
}
