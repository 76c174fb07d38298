import { realpath, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { covers } from '../../ir/paths.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext } from '../skill.ts';
import { isText } from './text.ts';

/** A tool that the model may call. What it throws as a `Mistake` is the model's; anything else that it throws is told to it too. */
export interface OwnTool {
  readonly description: string;
  readonly schema: z.ZodType;
  run(input: unknown): Promise<unknown>;
}

/** Something that the model was told not to do, or did wrong. It may mend a few of them; then the node fails. */
export class Mistake extends Error {
  override name = 'Mistake';
}

/** Characters that one reading gives; the rest is read from an offset. */
const PAGE = 50_000;

/** Characters of an output that a prompt may write in all. */
const MOST_WRITTEN = 5_000_000;

/**
 * The tools that every prompt has: its artifacts, its references and, where the node can wait, a person. `written`
 * receives what it writes; nothing of it is published before the node has passed.
 */
export function ownTools(
  skill: SkillOf<'prompt'>,
  context: SkillContext,
  written: Map<string, string>,
): Record<string, OwnTool> {
  const { host } = context;
  return {
    list_artifacts: tool('Lists the input artifacts, the absent ones and the outputs.', z.strictObject({}), () =>
      Promise.resolve({
        inputs: context.inputs,
        absent: context.absent,
        outputs: context.outputs.map((path) => ({
          path,
          written: [...written.keys()].filter((one) => covers(path, one)),
        })),
      }),
    ),
    read_artifact: tool(
      `Reads an input artifact, or an output that you have written, as text: ${PAGE} characters from an offset on.`,
      z.strictObject({ path: z.string(), offset: z.int().min(0).optional() }),
      async ({ path, offset }) => page(await artifactText(path, context, written), offset),
    ),
    write_artifact: tool(
      'Writes one of the outputs as text, in place of what you have written there; with append behind it.',
      z.strictObject({ path: z.string(), content: z.string(), append: z.boolean().optional() }),
      ({ path, content, append }) => {
        if (!isPlain(path) || !context.outputs.some((declared) => covers(declared, path)))
          throw new Mistake(`${path} is none of the outputs; they are ${listOf(context.outputs)}`);
        const text = append ? (written.get(path) ?? '') + content : content;
        if (text.length > MOST_WRITTEN) throw new Mistake(`${path} would be longer than ${MOST_WRITTEN} characters`);
        written.set(path, text);
        return Promise.resolve({ path, characters: text.length });
      },
    ),
    ...(skill.folder !== undefined && {
      read_reference: tool(
        "Reads a file of the skill's own folder, such as references/style.md, or lists a folder of it.",
        z.strictObject({ path: z.string(), offset: z.int().min(0).optional() }),
        ({ path, offset }) => reference(skill.folder!, path, offset),
      ),
    }),
    ...(host?.ask && {
      ask_person: tool(
        'Asks a person. Your work ends here; it is begun anew when there is an answer, which you then find in the first message.',
        z.strictObject({ question: z.string().min(1), choices: z.array(z.string()).min(1).optional() }),
        ({ question, choices }): never => host.ask!(question, choices),
      ),
    }),
  };
}

/** A path of a file with no part that leads elsewhere. */
function isPlain(path: string): boolean {
  return !/[\\\0]/.test(path) && !path.split('/').some((part) => part === '' || part === '.' || part === '..');
}

function tool<T extends z.ZodType>(
  description: string,
  schema: T,
  run: (input: z.output<T>) => Promise<unknown>,
): OwnTool {
  return { description, schema, run: (input) => run(input as z.output<T>) };
}

async function artifactText(
  path: string,
  context: SkillContext,
  written: ReadonlyMap<string, string>,
): Promise<string> {
  const own = written.get(path);
  if (own !== undefined) return own;
  if (!context.inputs.includes(path))
    throw new Mistake(`${path} is no input of this node; its inputs are ${listOf(context.inputs)}`);
  const bytes = await context.artifacts.readBytes(path);
  if (!isText(bytes)) throw new Error(`${path} is no text, but ${bytes.length} bytes of something else`);
  return new TextDecoder().decode(bytes);
}

/** Reads a file of the skill's folder, or lists one of its folders. Links that lead out of it are refused. */
async function reference(folder: string, path: string, offset: number | undefined): Promise<unknown> {
  const root = await realpath(folder);
  const file = await realpath(join(root, path)).catch(() => undefined);
  if (file !== root && !file?.startsWith(root + sep)) throw new Mistake(`the skill has no file ${path}`);
  if ((await stat(file)).isDirectory()) {
    const entries = await readdir(file, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return { files: files.map((one) => relative(root, one).split(sep).join('/')).sort() };
  }
  const bytes = await readFile(file);
  if (!isText(bytes)) throw new Error(`${path} is no text`);
  return page(bytes.toString('utf8'), offset);
}

function page(text: string, offset = 0): unknown {
  const content = text.slice(offset, offset + PAGE);
  const next = offset + content.length;
  return { content, ...(next < text.length && { next_offset: next, characters: text.length }) };
}

function listOf(paths: readonly string[]): string {
  return paths.length === 0 ? 'none' : paths.join(', ');
}
