import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput, PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { covers } from '../ir/paths.ts';
import type { ArtifactStore, ArtifactVersion } from './artifact-store.ts';
import { versionName } from './artifact-store.ts';
import type { Content } from './content.ts';
import { isContentFile } from './content.ts';
import { contentType } from './content-type.ts';
import type { FileTree } from './file-tree.ts';
import { requirePublishable, requireRunFile, staysInside } from './project-path.ts';
import { isRunId, requireRunId } from './run-id.ts';

/** Objects that are written at the same time. */
const atOnce = 8;

/**
 * Artifacts in a bucket, laid out as in a project's folder of records: `runs/<run>/artifacts/<node>/<round>/<path>`.
 * What a version holds stands in `…/<round>.json`, which is written last (and deleted before the version is replaced):
 * a set of which only a part was written does not exist. The project's own files come with the function's code.
 */
export function s3Artifacts(client: S3Client, bucket: string, project: FileTree): ArtifactStore {
  const put = (key: string, path: string, content: Content | string) => {
    const body = typeof content === 'string' ? { Body: content } : bodyWithLength(content);
    return client.send(new PutObjectCommand({ Bucket: bucket, Key: key, ...body, ContentType: contentType(path) }));
  };

  async function get(key: string): Promise<Uint8Array | undefined> {
    return (await find(key))?.transformToByteArray();
  }

  async function find(key: string): Promise<NonNullable<GetObjectCommandOutput['Body']> | undefined> {
    try {
      return (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body!;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  /** Paths of the files of a version, as they were published. */
  async function filesOf(version: ArtifactVersion): Promise<string[]> {
    const contents = isRunId(version.run) ? await get(contentsKey(version)) : undefined;
    return contents ? (JSON.parse(Buffer.from(contents).toString()) as Contents).files : [];
  }

  return {
    async publish(version, files) {
      requireRunId(version.run);
      requirePublishable(files.keys());
      const all = [...files];
      // What one execution makes is published once: there is nothing that it could replace.
      if (version.execution === undefined)
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: contentsKey(version) }));
      // Most nodes that only decide write nothing; a version without files is as good as none.
      if (all.length === 0) return;
      for (let start = 0; start < all.length; start += atOnce) {
        const some = all.slice(start, start + atOnce);
        await Promise.all(some.map(([path, content]) => put(fileKey(version, path), path, content)));
      }
      const contents: Contents = { files: all.map(([path]) => path).sort() };
      await put(contentsKey(version), '.json', JSON.stringify(contents));
    },
    async list(version, path) {
      return (await filesOf(version)).filter((file) => covers(path, file));
    },
    async read(version, path) {
      return (await filesOf(version)).includes(path) ? get(fileKey(version, path)) : undefined;
    },
    async open(version, path) {
      const body = (await filesOf(version)).includes(path) ? await find(fileKey(version, path)) : undefined;
      // In Node, a body is a stream of Node.
      return body as Readable | undefined;
    },
    addressOf: (version, path) => `s3://${bucket}/${fileKey(version, path)}`,
    listProject: (path) => project.list(path),
    readProject: (path) => project.read(path),
    openProject: (path) => project.open(path),
    async writeRunFile(run, path, content) {
      requireRunFile(run, path);
      await put(`runs/${run}/${path}`, path, content);
    },
    async readRunFile(run, path) {
      return isRunId(run) && staysInside(path) ? get(`runs/${run}/${path}`) : undefined;
    },
  };
}

/** A stream tells no length, and the service wants one. */
function bodyWithLength(content: Content): Pick<PutObjectCommandInput, 'Body' | 'ContentLength'> {
  return isContentFile(content)
    ? { Body: createReadStream(content.file), ContentLength: content.bytes }
    : { Body: content };
}

interface Contents {
  readonly files: string[];
}

function fileKey(version: ArtifactVersion, path: string): string {
  return `${versionPrefix(version)}/${path}`;
}

function contentsKey(version: ArtifactVersion): string {
  return `${versionPrefix(version)}.json`;
}

function versionPrefix(version: ArtifactVersion): string {
  return `runs/${version.run}/artifacts/${version.node}/${versionName(version)}`;
}
