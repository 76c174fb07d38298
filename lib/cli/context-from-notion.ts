import { list } from '../diagnostics/show.ts';
import type { StartAt } from '../node/start-at.ts';
import { nodesFrom } from '../node/start-at.ts';
import type { Indexed } from '../node/view.ts';
import type { Io } from './io.ts';
import type { RunInNotion } from './log-in-notion.ts';

/**
 * A list of steps that starts at a step, and of whose runs there is no record here: the context of the last one that
 * Notion knows of takes its place, as far as it is what earlier steps put there.
 */
export async function contextFromNotion(
  io: Io,
  start: StartAt,
  workflow: Indexed,
  notion: RunInNotion,
): Promise<StartAt> {
  const { table } = workflow;
  if (start.previous || table.dialect !== 'steps') return start;
  const part = nodesFrom(table, start.node);
  const earlier = table.nodes.flatMap(({ id, outputAs }) => (part.has(id) || outputAs === undefined ? [] : [outputAs]));
  if (earlier.length === 0) return start;
  const found = await notion.lastContext();
  const context = new Map([...(found ?? [])].filter(([key]) => earlier.includes(key)));
  if (context.size === 0) return start;
  io.stderr(`The context is taken from Notion's log of the last run: ${list([...context.keys()])}\n`);
  return { ...start, context };
}
