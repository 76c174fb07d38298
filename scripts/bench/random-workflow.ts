/**
 * A random workflow as JSON text, the same for the same seed: `nodes` nodes, about `edges` edges, some of them choices,
 * and a short loop for every twenty nodes.
 */
export function randomWorkflow(nodes: number, edges: number, seed: number): string {
  const random = generator(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pairs = new Map<string, [number, number]>();
  const add = (a: number, b: number) => pairs.set(`${a} ${b}`, [a, b]);
  for (let node = 1; node < nodes; node++) add(below(node), node);
  while (pairs.size < edges) {
    const [a, b] = [below(nodes), below(nodes)];
    if (a !== b) add(Math.min(a, b), Math.max(a, b));
  }
  const outgoing = Array.from({ length: nodes }, (): number[] => []);
  for (const [a, b] of pairs.values()) outgoing[a]!.push(b);
  const last = nodes - 1;
  const forward = outgoing.flatMap((targets, from) => {
    const chooses = targets.length > 1 && random() < 0.2;
    const to = targets.length === 0 && from !== last ? [last] : targets;
    return to.map((target, i) => edge(from, target, chooses ? { label: `way ${i % 3}` } : {}));
  });
  const loops = Array.from({ length: Math.floor(nodes / 20) }, (_, i) => {
    const to = below(last);
    const from = outgoing[to]![below(outgoing[to]!.length)];
    return from === undefined || from === last ? undefined : edge(from, to, { label: `again ${i}`, loop: true });
  });
  return JSON.stringify({
    name: 'random',
    version: '1.0.0',
    nodes: outgoing.map((_, i) => ({ id: `n${i}`, skill: 'work', role: 'executor', outputs: [`artifacts/n${i}.md`] })),
    edges: [...forward, ...loops.filter((loop) => loop !== undefined)],
    final: `n${last}`,
  });
}

/** A chain of so many nodes. */
export function chain(nodes: number): string {
  return JSON.stringify({
    name: 'chain',
    version: '1.0.0',
    nodes: Array.from({ length: nodes }, (_, i) => ({ id: `n${i}`, skill: 'work', role: 'executor' })),
    edges: Array.from({ length: nodes - 1 }, (_, i) => edge(i, i + 1, {})),
    final: `n${nodes - 1}`,
  });
}

function edge(from: number, to: number, rest: object): object {
  return { from: `n${from}`, to: `n${to}`, ...rest };
}

/** Numbers from 0 to 1 (mulberry32): a benchmark needs the same graph every time, not good randomness. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
