import type { GraphFile, NodeInFile, StepsFile } from './generated.ts';

/** Skills that ran at the same time though they must not: too many, or with files in common. */
export function collisions(file: GraphFile | StepsFile, running: readonly (readonly string[])[]): string[] {
  if ('steps' in file) return [];
  const nodes = new Map(file.nodes.map((node) => [node.id, node]));
  const most = Math.max(0, ...running.map((ids) => ids.length));
  const tooMany = file.max_concurrency !== undefined && most > file.max_concurrency;
  const clashing = running.flatMap((ids) => {
    const latest = nodes.get(ids.at(-1)!)!;
    const others = ids.slice(0, -1).filter((id) => clash(latest, nodes.get(id)!));
    return others.map((id) => `${latest.id} ran while ${id} did, and they have files in common`);
  });
  return [...(tooMany ? [`${most} nodes ran at the same time, more than max_concurrency allows`] : []), ...clashing];
}

/** One writes what the other writes or reads. */
function clash(a: NodeInFile, b: NodeInFile): boolean {
  const touches = (written: readonly string[] = [], paths: readonly string[] = []) =>
    written.some((one) => paths.some((other) => one === other || holds(one, other) || holds(other, one)));
  return touches(a.outputs, b.outputs) || touches(a.outputs, b.inputs) || touches(b.outputs, a.inputs);
}

function holds(folder: string, path: string): boolean {
  return folder.endsWith('/') && path.startsWith(folder);
}
