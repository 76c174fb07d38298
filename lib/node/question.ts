import { fill } from '../skills/command/fill.ts';
import { contextOf, substitute } from './context.ts';
import { messageOf } from './execute.ts';
import type { Visitor } from './visitor.ts';

/** What a human node asks; of a skill's question with everything put in, or what is missing for that. */
export function questionOf({ view, node, deps }: Visitor): { readonly text: string } | { readonly wrong: string } {
  const scripted = deps.question?.(node);
  if (scripted !== undefined) return { text: scripted };
  if (node.question === undefined) return { text: node.description ?? `${node.skill} needs an answer` };
  const values = contextOf(view, node);
  const { args } = substitute(view, node, values);
  const context = Object.fromEntries(values);
  const input = node.intake ? view.input : undefined;
  try {
    return { text: fill(node.question, { args, context, input }) };
  } catch (error) {
    return { wrong: messageOf(error) };
  }
}
