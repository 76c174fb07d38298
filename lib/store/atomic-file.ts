import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { bodyOf } from './content.ts';
import type { Content } from './content.ts';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Replaces a file: whoever reads it, and whoever looks after a crash, finds the old content or the new one, complete.
 * The file keeps its permissions. Resolves when the new content is safe on the disk. The folder must exist.
 */
export async function replaceFile(path: string, content: string | Content): Promise<void> {
  const temporary = join(dirname(path), `${temporaryName()}.tmp`);
  const mode = await stat(path).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  try {
    await writeNewFile(temporary, content, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes a file that must not exist yet and waits until its content is safe; its folder is left to `syncFolder`. */
export async function writeNewFile(path: string, content: string | Content, mode?: number): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(typeof content === 'string' ? content : bodyOf(content));
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and those above it, and waits until they would be found after a crash. */
export async function makeFolder(path: string): Promise<void> {
  const whole = resolve(path);
  const first = await mkdir(whole, { recursive: true });
  if (first === undefined) return;
  for (let made = whole; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Makes names that were added to a folder, or changed in it, safe. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs no such thing: its file system keeps its own log of names.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name for something that will be renamed: hidden, and unlike any that a workflow would use. */
export function temporaryName(): string {
  return `.stepwright-${randomBytes(6).toString('hex')}`;
}

/** Whether a name was made by `temporaryName`: what a crash left, which is no file of the user. */
export function isTemporary(path: string): boolean {
  return /^\.stepwright-[0-9a-f]{12}(\.tmp)?$/.test(basename(path));
}
