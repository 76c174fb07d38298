import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Emulator } from './emulator.ts';

/** Makes functions beside one that a stack has, with all that this one has but its code. */
export interface LambdaFunctions {
  /** The role that they run under. */
  readonly role: string;
  /** Makes a function of the content of a folder. Returns the ARN of its published version. */
  create(name: string, folder: string): Promise<string>;
  remove(name: string): Promise<void>;
}

/** Where the emulator checks rights, it looks at who has signed a request, and not at what the signature is. */
export const SIGNED =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-central-1/lambda/aws4_request, SignedHeaders=host, Signature=0';

interface Configuration {
  readonly FunctionArn: string;
  readonly Version: string;
  readonly Role: string;
  readonly Runtime: string;
  readonly Handler: string;
  readonly Timeout: number;
  readonly MemorySize: number;
  readonly Architectures: readonly string[];
  readonly Environment: { readonly Variables: Readonly<Record<string, string>> };
}

/**
 * Asks the emulator over plain HTTP: a whole SDK client for three calls of a test would be much weight. The functions
 * have the variables in their environment on top.
 */
export async function lambdaFunctions(
  emulator: Emulator,
  like: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<LambdaFunctions> {
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const response = await fetch(`${emulator.endpoint}/2015-03-31/functions${path}`, {
      method,
      headers: { authorization: SIGNED },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };
  const model = JSON.parse(await call('GET', `/${like}/configuration`)) as Configuration;
  const { Role, Runtime, Handler, Timeout, MemorySize, Architectures } = model;
  const Environment = { Variables: { ...model.Environment.Variables, ...environment } };
  return {
    role: Role,
    async create(name, folder) {
      const made = await call('POST', '', {
        ...{ Role, Runtime, Handler, Timeout, MemorySize, Architectures, Environment },
        FunctionName: name,
        Code: { ZipFile: Buffer.from(await zipped(folder)).toString('base64') },
        Publish: true,
      });
      const { FunctionArn, Version } = JSON.parse(made) as Configuration;
      return `${FunctionArn}:${Version}`;
    },
    async remove(name) {
      await call('DELETE', `/${name}`);
    },
  };
}

/** Not compressed, since it goes nowhere. */
async function zipped(folder: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file)] as const),
  );
  return zipSync(Object.fromEntries(contents), { level: 0 });
}
