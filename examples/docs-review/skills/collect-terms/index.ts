import type { Skill } from '../../../../lib/skills/skill.ts';
import { parseDocument } from '../lib/document.ts';
import { toJson } from '../lib/json.ts';
import { whyLeftOut } from '../lib/left-out.ts';
import { proseParts } from '../lib/prose.ts';
import type { Term } from '../lib/terms.ts';
import { spellingPattern, TERMS } from '../lib/terms.ts';

/**
 * Decides which spelling of a term the documents keep to. `with.terms` lists the terms; each is
 * `{spellings: [text, …], prefer?: text, repair?: boolean}`. Without `prefer` the most frequent spelling wins, the
 * earlier one of two that are equally frequent.
 */
const collectTerms: Skill = async (context) => {
  const wanted = readTerms(context.args['terms']);
  const texts: string[] = [];
  for (const path of context.inputs.filter((path) => path.endsWith('.md'))) {
    context.signal.throwIfAborted();
    const document = parseDocument(path, await context.artifacts.read(path));
    if (whyLeftOut(document) === undefined) texts.push(...proseParts(document).map((part) => part.source));
  }
  const terms = wanted.map((term) => decide(term, texts));
  await context.artifacts.write(TERMS, toJson(terms));
  return { note: terms.map((term) => term.prefer).join(', ') };
};

export default collectTerms;

interface WantedTerm {
  readonly spellings: readonly string[];
  readonly prefer?: string;
  readonly repair?: boolean;
}

function decide({ spellings, prefer, repair = false }: WantedTerm, texts: readonly string[]): Term {
  const counted = spellings.map((text) => {
    const pattern = spellingPattern(text, spellings);
    return { text, count: texts.reduce((sum, source) => sum + [...source.matchAll(pattern)].length, 0) };
  });
  const most = Math.max(...counted.map((spelling) => spelling.count));
  const winner = prefer ?? counted.find((spelling) => spelling.count === most)!.text;
  return { prefer: winner, repair, spellings: counted };
}

/** Throws, naming every entry that has not the right form. */
function readTerms(value: unknown = []): WantedTerm[] {
  if (!Array.isArray(value)) throw new Error('with.terms must be a list');
  const problems = value.flatMap((entry, i) => (isWantedTerm(entry) ? [] : [`with.terms[${i}]: ${TERM_FORM}`]));
  if (problems.length > 0) throw new Error(problems.join('; '));
  return value as WantedTerm[];
}

const TERM_FORM = 'needs `spellings`, a list of two or more texts; `prefer` is one of them, `repair` true or false';

function isWantedTerm(entry: unknown): entry is WantedTerm {
  if (typeof entry !== 'object' || entry === null) return false;
  const { spellings, prefer, repair } = entry as Record<string, unknown>;
  if (!Array.isArray(spellings) || spellings.length < 2) return false;
  if (!spellings.every((text) => typeof text === 'string' && text.trim() !== '')) return false;
  if (prefer !== undefined && !spellings.includes(prefer)) return false;
  return repair === undefined || typeof repair === 'boolean';
}
