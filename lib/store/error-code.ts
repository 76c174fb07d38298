/** The `code` of an error of the operating system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** For `catch`: undefined where a file or folder does not exist; everything else is thrown on. */
export function absent(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
  throw error;
}
