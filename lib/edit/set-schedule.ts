import { isMap, isScalar } from 'yaml';
import type { Node, Pair } from 'yaml';
import { applyEdit, dataOf } from './agrees.ts';
import type { Edited } from './edited.ts';
import { REFUSED } from './edited.ts';
import type { OpenFile } from './open.ts';
import { columnOf, contentEnd, isEmpty, isFlow, lineEnd, lineStart, openFile, pairOf } from './open.ts';
import type { Fields } from './set-fields.ts';
import { fieldText, setFields } from './set-fields.ts';
import type { Splice } from './splice.ts';
import { insert } from './splice.ts';

/** What is to be set of a schedule; what is left out stays as it is. */
export interface ScheduleChange {
  readonly enabled?: boolean;
  readonly cron?: string;
  readonly timezone?: string;
}

/** Sets fields of a workflow's `schedule`, in either dialect; makes one before the nodes or steps where there is none. */
export function setSchedule(text: string, change: ScheduleChange): Edited {
  const file = openFile(text);
  if ('kind' in file) return file;
  const { enabled, cron, timezone } = change;
  const fields: Fields = [
    ...(enabled === undefined ? [] : [['enabled', enabled] as const]),
    ...(cron === undefined ? [] : [['cron', cron] as const]),
    ...(timezone === undefined ? [] : [['timezone', timezone] as const]),
  ];
  const pair = pairOf(file.root, 'schedule');
  if (pair && !isEmpty(pair.value) && !isMap(pair.value) && !(isScalar(pair.value) && pair.value.value === null))
    return REFUSED('`schedule` is not a map; change it by hand');
  const splices = pair ? fill(file, pair, fields) : [newSchedule(file, fields)];
  const data = dataOf(file);
  const before = typeof data['schedule'] === 'object' && data['schedule'] !== null ? data['schedule'] : {};
  return applyEdit(file, splices, { ...data, schedule: { ...before, ...Object.fromEntries(fields) } });
}

function fill(file: OpenFile, { key, value }: Pair<Node, Node | null>, fields: Fields): Splice[] {
  if (isMap(value)) return setFields(file, value, fields);
  const colon = file.text.indexOf(':', key.range![1]) + 1;
  if (isEmpty(value)) return [insert(lineEnd(file.text, colon), block(file, key.range![0], fields))];
  // `schedule: null`, or `~`.
  return [{ from: colon, to: value!.range![1], text: block(file, key.range![0], fields) }];
}

/** The fields as lines one step deeper than the key at this place. */
function block(file: OpenFile, keyAt: number, fields: Fields): string {
  const indent = ' '.repeat(columnOf(file.text, keyAt) + file.indent);
  return fields.map(([key, value]) => `${file.eol}${indent}${fieldText(file, key, value, false)}`).join('');
}

/** Behind `workflow`, or before the nodes: where a reader looks for it. */
function newSchedule(file: OpenFile, fields: Fields): Splice {
  const { text, root, eol } = file;
  if (isFlow(root)) {
    const quote = isScalar(root.items[0]?.key) && root.items[0].key.type === 'QUOTE_DOUBLE';
    const name = quote ? '"schedule"' : 'schedule';
    const map = `{${fields.map(([key, value]) => fieldText(file, key, value, true, quote)).join(', ')}}`;
    const first = (root.items[0]!.key as Node).range![0];
    const between = text.slice(root.range[0], first).includes('\n')
      ? `,${eol}${' '.repeat(columnOf(text, first))}`
      : ', ';
    return insert(contentEnd((root.items.at(-1) as Pair<Node, Node>).value, text), `${between}${name}: ${map}`);
  }
  const pairs = root.items as Pair<Node, Node | null>[];
  const column = columnOf(text, pairs[0]!.key.range![0]);
  const index = pairs.findIndex(({ key }) => isScalar(key) && ['steps', 'nodes'].includes(String(key.value)));
  const workflow = pairs.findIndex(({ key }) => isScalar(key) && key.value === 'workflow');
  const before = pairs[workflow === -1 ? index - 1 : workflow];
  const lines = `${' '.repeat(column)}schedule:${block(file, pairs[0]!.key.range![0], fields)}`;
  // First in the file, before the line of its first key.
  if (!before) return insert(lineStart(text, pairs[0]!.key.range![0]), `${lines}${eol}`);
  const end = lineEnd(
    text,
    Math.max(contentEnd(before.key, text), isEmpty(before.value) ? 0 : contentEnd(before.value, text)),
  );
  const gap = /^\r?\n[ \t]*(\r?\n|$)/.test(text.slice(end)) && isMap(before.value) ? eol : '';
  return insert(end, `${eol}${gap}${lines}`);
}
