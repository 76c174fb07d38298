import { isScalar } from 'yaml';
import type { Node, YAMLMap } from 'yaml';
import { applyEdit, dataOf } from './agrees.ts';
import type { Edited } from './edited.ts';
import { REFUSED } from './edited.ts';
import type { OpenFile } from './open.ts';
import { columnOf, contentEnd, isFlow, lineEnd } from './open.ts';
import { quotesFor, scalarText } from './scalar-text.ts';
import { insert } from './splice.ts';
import type { Splice } from './splice.ts';
import type { OpenSteps } from './steps.ts';
import { openSteps } from './steps.ts';

/** A step to be added; keys are written in this order. */
export interface NewStep {
  readonly id: string;
  readonly name?: string;
  readonly command: string;
  readonly args?: readonly (readonly [key: string, value: string])[];
  readonly depends_on?: readonly string[];
  readonly output_as?: string;
  readonly condition?: string;
}

/** Adds a step behind the others, written as the last of them is. */
export function addStep(text: string, step: NewStep): Edited {
  const open = openSteps(text);
  if ('kind' in open) return open;
  const { file, list, steps } = open;
  if (steps.some(({ id }) => id === step.id)) return REFUSED(`there is a step ${step.id} already`);
  const data = dataOf(file);
  const added = Object.fromEntries(
    Object.entries({ ...step, args: step.args && Object.fromEntries(step.args) }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const wanted = { ...data, steps: [...((data['steps'] as unknown[] | null) ?? []), added] };
  const last = steps.at(-1);
  if (!last) {
    const [from, to] = list.range!;
    return applyEdit(file, [{ from, to, text: `[${flowStep(file, step, false)}]` }], wanted);
  }
  const end = contentEnd(last.map, file.text);
  const places = isFlow(list)
    ? flowItem(open, end, flowStep(file, step, quotedKeys(last.map)))
    : [insert(lineEnd(file.text, end), blockItem(open, last.map, step))];
  return applyEdit(file, places, wanted);
}

/** A comment behind the last item of a flow list stays with that. */
function flowItem(open: OpenSteps, end: number, item: string): Splice[] {
  const { text } = open.file;
  const between = betweenItems(open);
  const comment = /^(,?)[ \t]*#[^\r\n]*/.exec(text.slice(end));
  if (!comment || between === ', ') return [insert(end, `${between}${item}`)];
  const place = end + comment[0].length;
  const broken = between.slice(1);
  if (comment[1] === ',') return [insert(place, `${broken}${item},`)];
  return [insert(end, ','), insert(place, `${broken}${item}`)];
}

/** What stands between the items of a flow list: `, `, or a line break as before the last one. */
function betweenItems({ file: { text, eol }, steps, list }: OpenSteps): string {
  const last = steps.at(-1)!.map.range![0];
  const before = steps.at(-2)?.map.range![1] ?? list.range![0];
  return text.slice(before, last).includes('\n') ? `,${eol}${' '.repeat(columnOf(text, last))}` : ', ';
}

function blockItem({ file, steps, list }: OpenSteps, last: YAMLMap, step: NewStep): string {
  const { text, eol } = file;
  const dash = dashColumn(file, list.items[0] as Node);
  const inner = columnOf(text, last.range![0]);
  const lead = `${' '.repeat(dash)}-${' '.repeat(Math.max(1, inner - dash - 1))}`;
  const gap = steps.length > 1 && blankBefore(file, last.range![0]) ? eol : '';
  if (isFlow(last)) return `${eol}${gap}${lead}${flowStep(file, step, quotedKeys(last))}`;
  const lines = blockLines(file, step, ' '.repeat(Math.max(inner, dash + 2)));
  return `${eol}${gap}${lead}${lines.join(eol).trimStart()}`;
}

/** The column of the dash before an item. */
export function dashColumn({ text }: OpenFile, item: Node): number {
  return columnOf(text, text.lastIndexOf('-', item.range![0] - 1));
}

/** Whether a blank line stands above the item at this place, and above its comments. */
function blankBefore({ text }: OpenFile, at: number): boolean {
  const above = text.slice(0, text.lastIndexOf('\n', at)).split('\n');
  while (/^\s*#/.test(above.at(-1) ?? '')) above.pop();
  return (above.at(-1) ?? '').trim() === '';
}

function blockLines(file: OpenFile, step: NewStep, indent: string): string[] {
  const text = (key: string, value: string) => scalarText(value, quotesFor(file, key), false);
  return Object.entries(step).flatMap(([key, value]: [string, NewStep[keyof NewStep]]) => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [`${indent}${key}: ${text(key, value)}`];
    if (key === 'args') {
      const args = value as NonNullable<NewStep['args']>;
      const deeper = `${indent}${' '.repeat(file.indent)}`;
      const lines = args.map(([name, arg]) => `${deeper}${keyText(name)}: ${text(name, arg)}`);
      return [`${indent}args:`, ...lines];
    }
    return [`${indent}${key}: ${flowList(file, value as readonly string[])}`];
  });
}

function flowStep(file: OpenFile, step: NewStep, quoted: boolean): string {
  const named = (key: string) => (quoted ? JSON.stringify(key) : keyText(key));
  const text = (key: string, value: string) =>
    quoted ? JSON.stringify(value) : scalarText(value, quotesFor(file, key), true);
  const fields = Object.entries(step).flatMap(([key, value]: [string, NewStep[keyof NewStep]]) => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [`${named(key)}: ${text(key, value)}`];
    if (key === 'args') {
      const args = (value as NonNullable<NewStep['args']>).map(([name, arg]) => `${named(name)}: ${text(name, arg)}`);
      return [`${named(key)}: {${args.join(', ')}}`];
    }
    return [`${named(key)}: ${flowList(file, value as readonly string[], quoted)}`];
  });
  return `{${fields.join(', ')}}`;
}

export function flowList(file: OpenFile, texts: readonly string[], quoted = false): string {
  const quotes = quotesFor(file, 'id');
  return `[${texts.map((text) => (quoted ? JSON.stringify(text) : scalarText(text, quotes, true))).join(', ')}]`;
}

function keyText(key: string): string {
  return scalarText(key, 'PLAIN', true);
}

function quotedKeys(map: YAMLMap): boolean {
  const [first] = map.items;
  return isFlow(map) && isScalar(first?.key) && first.key.type === 'QUOTE_DOUBLE';
}
