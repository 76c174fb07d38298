import { createHash } from 'node:crypto';
import { asText, fill, fillJson } from '../command/fill.ts';
import type { ManifestOf } from '../manifest/schema.ts';
import type { SkillContext } from '../skill.ts';
import type { Request } from './send.ts';

const SECRET = /\{\{\s*secrets\.([^\s{}]+)\s*\}\}/g;

/** Puts values into a request. `secret` reads a secret by the name that it has in the skill. */
export async function prepare(
  manifest: ManifestOf<'http'>,
  context: SkillContext,
  secret: (name: string) => Promise<string>,
): Promise<Request> {
  const { method = 'GET', body } = manifest;
  const headers = new Map<string, string>([['user-agent', 'stepwright']]);
  const content = bodyOf(body, context);
  if (content) headers.set('content-type', content.type);
  // Sent again, also by another attempt, it must not do twice what it does.
  if (method === 'POST' || method === 'PATCH') headers.set('idempotency-key', keyOf(context));
  for (const [name, text] of Object.entries(manifest.headers ?? {}))
    headers.set(name.toLowerCase(), await headerOf(name, text, context, secret));
  return {
    method,
    url: urlOf(manifest.url, context),
    headers: Object.fromEntries(headers),
    ...(content && { body: content.text }),
  };
}

/** Scheme and host are the manifest's own, whatever is put into the rest. */
export function urlOf(text: string, context: SkillContext): URL {
  const query = /[?#]/.exec(text)?.index ?? text.length;
  const encoded = (value: unknown): string => {
    const plain = asText(value);
    if (!plain.isWellFormed()) throw new Error('a value for the URL holds half a character');
    return encodeURIComponent(plain);
  };
  const path = fill(text.slice(0, query), context, (value) => {
    const part = encoded(value);
    // Such a part would lead out of the path, encoded or not.
    if (part === '' || /^\.{1,2}$/.test(part)) throw new Error('a value for the path of the URL is empty or only dots');
    return part;
  });
  const whole = `${path}${fill(text.slice(query), context, encoded)}`;
  if (whole.includes('{{'))
    throw new Error('the URL holds something in {{…}} that is no argument, context key or input');
  if (!URL.canParse(whole)) throw new Error('the URL of the request is none');
  return new URL(whole);
}

async function headerOf(
  name: string,
  text: string,
  context: SkillContext,
  secret: (name: string) => Promise<string>,
): Promise<string> {
  const secrets = new Map<string, string>();
  for (const [, key] of text.matchAll(SECRET)) secrets.set(key!, await secret(key!));
  // What is put in by one is not looked at by the other.
  const pieces = text.split(/(\{\{[^{}]*\}\})/).map((piece) => {
    const [, key] = new RegExp(SECRET.source).exec(piece) ?? [];
    return key === undefined ? fill(piece, context) : secrets.get(key)!;
  });
  const value = pieces.join('').trim();
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new Error(`the header ${name} would hold a line break or the like`);
  return value;
}

function bodyOf(body: unknown, context: SkillContext): { text: string; type: string } | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return { text: fill(body, context), type: 'text/plain; charset=utf-8' };
  return { text: JSON.stringify(fillJson(body, context)), type: 'application/json' };
}

/** The same for all attempts of a node in one round. */
function keyOf({ run, node, round }: SkillContext): string {
  return createHash('sha256')
    .update(JSON.stringify([run, node, round]))
    .digest('hex')
    .slice(0, 32);
}
