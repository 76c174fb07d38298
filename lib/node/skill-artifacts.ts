import { Readable } from 'node:stream';
import type { SkillArtifacts } from '../skills/skill.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import type { Content } from '../store/content.ts';
import type { Spool } from '../store/spool.ts';
import type { Inputs } from './inputs.ts';
import { openSource, readSource } from './inputs.ts';
import { isArtifactPath } from './result.ts';

/** The artifacts as a skill sees them: it reads its inputs, and what it writes is kept in `written` until it has passed. */
export function skillArtifacts(
  artifacts: ArtifactStore,
  { files }: Inputs,
  written: Map<string, Content>,
  spool: Spool,
): SkillArtifacts {
  const noInput = (path: string): Error => new Error(`no input artifact ${path}`);
  const readBytes = async (path: string): Promise<Uint8Array> => {
    const source = files.get(path);
    const content = source && (await readSource(artifacts, path, source));
    if (!content) throw noInput(path);
    return content;
  };
  async function* chunks(path: string): AsyncGenerator<Uint8Array> {
    const source = files.get(path);
    const stream = source && (await openSource(artifacts, path, source));
    if (!stream) throw noInput(path);
    yield* stream as AsyncIterable<Uint8Array>;
  }
  return {
    readBytes,
    read: async (path) => new TextDecoder().decode(await readBytes(path)),
    createReadStream: (path) => Readable.from(chunks(path), { objectMode: false }),
    addressOf(path) {
      const source = files.get(path);
      return source?.kind === 'node' ? artifacts.addressOf?.(source.version, path) : undefined;
    },
    async write(path, content) {
      if (!isArtifactPath(path)) throw new Error(`an artifact may not be written to ${path}`);
      if (content instanceof Readable) written.set(path, await spool.take(content));
      else if (typeof content === 'string') written.set(path, new TextEncoder().encode(content));
      else if (content instanceof Uint8Array) written.set(path, content.slice());
      else throw new Error(`the artifact ${path} is given neither a text, nor bytes, nor a readable stream`);
    },
  };
}
