import { list } from '../diagnostics/show.ts';
import { localTime } from '../schedule/facts.ts';
import { EXAMPLES, readNatural } from '../schedule/natural.ts';
import { nextRuns } from '../schedule/next-runs.ts';
import { wording } from '../schedule/wording.ts';
import { exitCode } from './exit-codes.ts';
import type { Call } from './io.ts';

/** What somebody's words mean as a schedule, with their consent. */
export type Interpreted =
  | { readonly kind: 'cron'; readonly cron: string }
  /** It has been said why not. */
  | { readonly kind: 'refused'; readonly code: number };

interface Meaning {
  readonly cron: string;
  readonly words: string;
  /** ISO text. */
  readonly next: readonly string[];
}

/**
 * Reads a schedule in words, says how it is understood, and asks whether that is meant. Where nobody can be asked,
 * `--yes` is the consent; what may mean several things is never guessed.
 */
export async function interpret(
  call: Call<{ readonly yes?: boolean }>,
  text: string,
  zone: string,
): Promise<Interpreted> {
  const { io, options } = call;
  const read = readNatural(text);
  if (read.kind === 'unknown') {
    const examples = EXAMPLES.map((example) => `"${example}"`);
    return refused(call, `"${text}" is not understood (${read.why}); try for example ${list(examples, 'or')}`);
  }
  if (read.kind === 'ambiguous') {
    const meanings = read.options.map((cron) => meaningOf(cron, zone, io.now()));
    const chosen = await io.ask?.select(
      `"${text}" may mean several things: ${read.why}. Which one?`,
      meanings.map(({ cron, words }) => ({ value: cron, label: words, hint: cron })),
    );
    if (chosen !== undefined) return { kind: 'cron', cron: chosen };
    if (io.ask) return refused(call, 'nothing is changed');
    const shown = meanings.map(({ cron, words }) => `--cron "${cron}" (${words})`);
    return refused(call, `"${text}" may mean several things: ${read.why}; say ${list(shown, 'or')}`, {
      options: meanings,
    });
  }
  const { cron } = read;
  const meaning = meaningOf(cron, zone, io.now());
  const said = `"${text}" means ${cron}: ${meaning.words} (${zone})`;
  if (options.yes) {
    if (!options.json) io.stdout(`${said}\n`);
    return { kind: 'cron', cron };
  }
  if (!io.ask) return refused(call, `${said}; --yes sets it`, { meaning });
  const [next] = nextRuns(cron, zone, io.now(), 1);
  const when = next ? `, next ${localTime(next, zone)}` : '';
  const agreed = await io.ask.confirm(`${said}${when}. Is that right?`);
  return agreed ? { kind: 'cron', cron } : refused(call, 'nothing is changed');
}

function meaningOf(cron: string, zone: string, now: Date): Meaning {
  return { cron, words: wording(cron), next: nextRuns(cron, zone, now, 3).map((at) => at.toISOString()) };
}

function refused({ io, options }: Call<object>, error: string, more: object = {}): Interpreted {
  if (options.json) io.stdout(`${JSON.stringify({ error, ...more })}\n`);
  else io.stderr(`${io.colours.red('error')} ${error}\n`);
  return { kind: 'refused', code: exitCode.usage };
}
