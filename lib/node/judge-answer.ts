import { isDirectory } from '../ir/paths.ts';
import type { NodeEntry } from '../ir/table.ts';
import type { Tried } from './conclude.ts';
import { conclude } from './conclude.ts';
import type { Verdict } from './result.ts';
import { judge, offeredLabels } from './result.ts';
import type { NodeAnswer, Visitor } from './visitor.ts';

/** A person's answer: a label where the node offers some, a text, or that it failed. */
export interface PersonAnswer {
  readonly label?: string;
  readonly text?: string;
  readonly fail?: string;
}

/** What an answer that is no failure would mean for its node: the text is also what its declared outputs hold. */
export function verdictOn({ node }: Visitor, answer: Omit<PersonAnswer, 'fail'>): Verdict {
  const { label, text = '' } = asGiven(node, answer);
  const { choices } = node;
  if (label !== undefined && choices && !choices.some((choice) => choice.trim() === label.trim()))
    return { kind: 'failed', failure: 'invalid', evidence: `'${label}' is none of the choices: ${choices.join(', ')}` };
  return judge(node, { label: label ?? null, output: text }, filesOf(node, text), false);
}

/** Where a node offers no labels, one of its skill's choices is the text of the answer. */
function asGiven(node: NodeEntry, { label, text }: Omit<PersonAnswer, 'fail'>): Omit<PersonAnswer, 'fail'> {
  if (label === undefined || text !== undefined || offeredLabels(node).length > 0)
    return { label, text } as PersonAnswer;
  return node.choices?.includes(label.trim()) ? { text: label.trim() } : { label };
}

function filesOf(node: NodeEntry, text: string): Map<string, Uint8Array> {
  const content = new TextEncoder().encode(`${text}\n`);
  return new Map(node.outputs.map((output) => [isDirectory(output) ? `${output}answer.md` : output, content]));
}

export interface JudgedAnswer {
  readonly verdict: Verdict;
  readonly answer: PersonAnswer;
  /** Who gave it, as the note says. */
  readonly by?: string | undefined;
}

/** Records an answer that has been judged. */
export function concludeAnswer(visitor: Visitor, { verdict, answer, by }: JudgedAnswer): Promise<NodeAnswer> {
  const { text = '' } = asGiven(visitor.node, answer);
  const remarks = [...(text === '' ? [] : [`answer: ${text}`]), ...(by === undefined ? [] : [`answered by ${by}`])];
  return conclude(visitor, { verdict, remarks }, once(visitor.deps.now()));
}

/** A person is asked once: neither silence nor an answer of failure is retried. */
export function once(since: Date): Tried {
  return { attempt: 1, allowed: 1, since };
}
