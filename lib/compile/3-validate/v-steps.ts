import { implicitOrder, readsBeforeWrite } from '../../ir/implicit-order.ts';
import { slug } from '../../ir/slug.ts';
import type { Rule } from './facts.ts';
import { RESERVED_KEYS } from './reserved-keys.ts';

const MOST_STEPS = 25;

/** V005: at most 25 steps; the first one too many is blamed. */
export const stepCount: Rule = ({ graph, report }) => {
  const tooMany = graph.nodes[MOST_STEPS];
  if (tooMany) report('tooManySteps', { count: graph.nodes.length, limit: MOST_STEPS }, tooMany.at);
};

/** V009: each `output_as` is a key and has one step. V013: and is not reserved. */
export const outputKeys: Rule = ({ graph, report }) => {
  const first = new Map<string, { id: string; line: number }>();
  for (const { id, outputAs } of graph.nodes) {
    if (!outputAs) continue;
    const { text: key, at } = outputAs;
    const known = first.get(key);
    if (!/^[A-Za-z0-9_]+$/.test(key)) report('badOutput', { key }, at);
    else if (RESERVED_KEYS.includes(key)) report('reservedOutput', { key }, at);
    else if (known) report('duplicateOutput', { key, id: known.id, firstLine: known.line }, at);
    else first.set(key, { id, line: at.line });
  }
};

/** V014: the name is in kebab-case. */
export const kebabName: Rule = ({ graph, report }) => {
  const { text: name, at } = graph.name;
  if (name.trim() === '' || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return;
  report('nameNotKebab', { name, better: slug(name) || undefined }, at);
};

/** V015: who reads another step's output should depend on it. */
export const implicitOrders: Rule = ({ graph, report }) => {
  const between = Map.groupBy(implicitOrder(graph), ({ from, to }) => JSON.stringify([from, to]));
  const told = [...between.values()].map((orders) => ({ ...orders[0]!, keys: orders.map(({ key }) => key) }));
  for (const { from, to, keys, at } of told) report('implicitOrder', { from, to, keys }, at);
  for (const { from, to, key, at } of readsBeforeWrite(graph)) report('readsTooEarly', { from, to, key }, at);
};
