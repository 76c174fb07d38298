import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { contentType } from './content-type.ts';

/** What is published: bytes, or a file that holds them where they may be too many for memory. */
export type Content = Uint8Array | ContentFile;

export interface ContentFile {
  /** Absolute. It stays until the content has been published. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the record tells of a file. */
export interface FileFacts {
  readonly type: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export function isContentFile(content: Content): content is ContentFile {
  return !(content instanceof Uint8Array);
}

export function factsOfFile(path: string, content: Content): FileFacts {
  const type = contentType(path);
  if (isContentFile(content)) return { type, bytes: content.bytes, sha256: content.sha256 };
  return { type, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** The content as a body that a client sends. */
export function bodyOf(content: Content): Uint8Array | ReturnType<typeof createReadStream> {
  return isContentFile(content) ? createReadStream(content.file) : content;
}

export async function bytesOf(content: Content): Promise<Uint8Array> {
  return isContentFile(content) ? readFile(content.file) : content;
}
