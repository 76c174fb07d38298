import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { TESTS } from './temporary-files.ts';

/** After all tests: nothing of their temporary files is left. */
export default async function end(): Promise<void> {
  const folder = tmpdir();
  if (basename(folder).startsWith(TESTS)) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
