import { isScalar, isSeq } from 'yaml';
import type { Node, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { list as words } from '../diagnostics/show.ts';
import { applyEdit, dataOf } from './agrees.ts';
import type { Edited } from './edited.ts';
import { REFUSED } from './edited.ts';
import type { OpenFile } from './open.ts';
import { contentEnd, isFlow, lineEnd, lineStart, pairOf } from './open.ts';
import { quotesFor, scalarText } from './scalar-text.ts';
import type { Splice } from './splice.ts';
import { idText, openSteps } from './steps.ts';

export type Removed =
  | Extract<Edited, { kind: 'refused' }>
  /** `rewired` are the steps that depended on it, and now depend on what it depended on. */
  | { readonly kind: 'edited'; readonly text: string; readonly rewired: readonly string[] };

interface StepData {
  readonly depends_on?: readonly unknown[] | null;
  readonly args?: Record<string, unknown> | null;
  readonly condition?: unknown;
  readonly output_as?: unknown;
}

/**
 * Removes a step and the comment directly above it. What depended on it depends on its own dependencies from then on.
 * Refused where another step reads its output, since nothing would give that any more, and for the last step there is.
 */
export function removeStep(text: string, id: string): Removed {
  const open = openSteps(text);
  if ('kind' in open) return open;
  const { file, list, steps } = open;
  const index = steps.findIndex((step) => step.id === id);
  if (index === -1) return REFUSED(`there is no step ${id}`);
  if (steps.length === 1) return REFUSED(`${id} is the only step`);
  const data = dataOf(file);
  const stepsData = data['steps'] as readonly StepData[];
  const key = stepsData[index]!.output_as;
  const readers = steps.filter((_, i) => i !== index && typeof key === 'string' && reads(stepsData[i]!, key));
  if (readers.length > 0) {
    const names = words(readers.map((step) => step.id));
    return REFUSED(`${names} ${readers.length === 1 ? 'reads' : 'read'} its output, context.${String(key)}`);
  }
  const own = dependenciesOf(steps[index]!.map);
  const dependants = steps.filter(({ map }, i) => i !== index && dependenciesOf(map).includes(id));
  const splices = [...removal(file, list, index), ...dependants.flatMap(({ map }) => rewire(file, map, id, own))];
  const wanted = {
    ...data,
    steps: stepsData.flatMap((step, i) => {
      if (i === index) return [];
      const texts = dependenciesOf(steps[i]!.map);
      return texts.includes(id) ? [{ ...step, depends_on: rewired(step.depends_on!, texts, id, own) }] : [step];
    }),
  };
  const edited = applyEdit(file, splices, wanted);
  return edited.kind === 'refused' ? edited : { ...edited, rewired: dependants.map((step) => step.id) };
}

function reads({ args, condition }: StepData, key: string): boolean {
  const reference = new RegExp(`\\{\\{context\\.${key}\\}\\}`);
  if (Object.values(args ?? {}).some((value) => typeof value === 'string' && reference.test(value))) return true;
  return typeof condition === 'string' && new RegExp(`\\bcontext\\.${key}(?![A-Za-z0-9_])`).test(condition);
}

function dependencyNodes(map: YAMLMap): readonly Scalar.Parsed[] {
  const list = pairOf(map, 'depends_on')?.value;
  return isSeq(list) ? (list.items as Node[]).filter((item): item is Scalar.Parsed => isScalar(item)) : [];
}

function dependenciesOf(map: YAMLMap): string[] {
  return dependencyNodes(map).map(({ source, value }) => idText(source, value));
}

/** The dependencies in its place, those that are there already left out; as data. */
function rewired(values: readonly unknown[], texts: readonly string[], id: string, own: readonly string[]): unknown[] {
  const added = own.filter((text) => !texts.includes(text));
  const at = texts.indexOf(id);
  return values.flatMap((value, i) => (texts[i] !== id ? [value] : i === at ? added : []));
}

function rewire(file: OpenFile, map: YAMLMap, id: string, own: readonly string[]): Splice[] {
  const pair = pairOf(map, 'depends_on')!;
  const list = pair.value;
  if (!isSeq(list)) return [];
  const nodes = dependencyNodes(map);
  const texts = dependenciesOf(map);
  const at = texts.indexOf(id);
  const added = own.filter((text) => !texts.includes(text));
  if (added.length === 0 && texts.every((text) => text === id)) {
    // A block list has no empty form.
    const from = file.text.indexOf(':', pair.key.range![1]) + 1;
    return [{ from, to: contentEnd(list, file.text), text: ' []' }];
  }
  return nodes.flatMap((node, i): Splice[] => {
    if (texts[i] !== id) return [];
    if (i === at && added.length > 0) return [replacement(file, list, node, added)];
    return removal(file, list, i);
  });
}

function replacement(file: OpenFile, list: YAMLSeq, node: Scalar.Parsed, added: readonly string[]): Splice {
  const { text, eol } = file;
  const quotes = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? node.type : quotesFor(file, 'id');
  const texts = added.map((one) => scalarText(one, node.type === 'PLAIN' ? 'PLAIN' : quotes, isFlow(list)));
  const [from, to] = node.range;
  if (isFlow(list)) return { from, to, text: texts.join(', ') };
  const lead = text.slice(lineStart(text, from), from).replace(/[^\s-]/g, ' ');
  return { from, to, text: texts.join(`${eol}${lead}`) };
}

/** Takes an item out of a list: its lines, where it has lines of its own, with the comment directly above it. */
function removal({ text }: OpenFile, list: YAMLSeq, index: number): Splice[] {
  const items = list.items as Node[];
  return isFlow(list) ? flowRemoval(text, items, index) : [blockRemoval(text, items, index)];
}

function flowRemoval(text: string, items: readonly Node[], index: number): Splice[] {
  const item = items[index]!;
  const [before, after] = [items[index - 1], items[index + 1]];
  const own = ownLines(text, item);
  // The comma before the last item goes with it: JSON has none there.
  const comma =
    before && !after && own && !own.comma ? /^[ \t]*,/.exec(text.slice(contentEnd(before, text))) : undefined;
  if (own && comma !== null) {
    const from = index === 0 ? own.from : commentsAbove(text, own.from);
    const at = comma ? contentEnd(before, text) : 0;
    return [...(comma ? [{ from: at, to: at + comma[0].length, text: '' }] : []), { from, to: own.to, text: '' }];
  }
  if (after) return [{ from: item.range![0], to: after.range![0], text: '' }];
  return [{ from: before ? contentEnd(before, text) : item.range![0], to: contentEnd(item, text), text: '' }];
}

/** The lines of an item of a flow list on which nothing else stands but its comma and a comment. */
function ownLines(text: string, item: Node): { from: number; to: number; comma: boolean } | undefined {
  const [start] = item.range!;
  const from = lineStart(text, start);
  const rest = /^[ \t]*(,?)[ \t]*(#[^\n]*)?\r?\n/.exec(text.slice(contentEnd(item, text)));
  if (!rest || text.slice(from, start).trim() !== '') return undefined;
  return { from, to: contentEnd(item, text) + rest[0].length, comma: rest[1] === ',' };
}

function blockRemoval(text: string, items: readonly Node[], index: number): Splice {
  const item = items[index]!;
  const dash = lineStart(text, text.lastIndexOf('-', item.range![0] - 1));
  const from = index === 0 ? dash : commentsAbove(text, dash);
  const end = lineEnd(text, contentEnd(item, text));
  if (index === items.length - 1) return { from: blanksAbove(text, from), to: end, text: '' };
  // With the blank lines behind it: those above it part what is now side by side.
  const rest = /^(\r?\n)([ \t]*\r?\n)*/.exec(text.slice(end))?.[0] ?? '';
  const gapAbove = blanksAbove(text, from) < from - 1;
  return { from, to: end + (gapAbove || index === 0 ? rest.length : (/^\r?\n/.exec(rest)?.[0].length ?? 0)), text: '' };
}

/** The start of the comment lines directly above a line, or the line itself. */
function commentsAbove(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^[ \t]*#/.test(text.slice(above, start))) return start;
    start = above;
  }
  return start;
}

/** The end of the last line above that is not blank, before its line break. */
function blanksAbove(text: string, line: number): number {
  return text.slice(0, line).trimEnd().length;
}
