import { readFile } from 'node:fs/promises';
import type { SkillOutcome } from '../skill.ts';

/** Characters of an outcome file; what is longer belongs into an output. */
const LONGEST = 1_000_000;

/** What a program may say of how it ended. */
export type WrittenOutcome = Pick<SkillOutcome, 'status' | 'label' | 'note' | 'output'>;

const TEXTS = ['label', 'note', 'output'];

/**
 * Reads the file in which a program says how it ended: a JSON object with `status` (`passed` or `failed`), `label`,
 * `note` and `output`, all optional. Undefined when the program has written none. Throws, saying what is wrong with it.
 */
export async function readOutcome(file: string): Promise<WrittenOutcome | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw wrong(code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`);
  });
  if (text === undefined) return undefined;
  if (text.length > LONGEST) throw wrong(`has ${text.length} characters`);
  const outcome = parsed(text);
  for (const [key, value] of Object.entries(outcome)) {
    if (key === 'status') {
      if (value !== 'passed' && value !== 'failed') throw wrong("has a status that is neither 'passed' nor 'failed'");
    } else if (!TEXTS.includes(key)) throw wrong(`has the field '${key}', which no outcome has`);
    else if (typeof value !== 'string' && !(key === 'label' && value === null))
      throw wrong(`has a ${key} that is no text`);
  }
  return outcome;
}

function parsed(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw wrong(`is no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('is no JSON object');
  return value;
}

function wrong(what: string): Error {
  return new Error(`the outcome file ${what}`);
}
