import type { Graph, GraphNode } from '../../lib/ir/graph.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';

/** The files that a passing node leaves: those of its script, and a stand-in for each output that has none. */
export function writtenFiles(node: GraphNode, outcome: ScriptedOutcome): string[] {
  const scripted = Object.keys(outcome.artifacts ?? {});
  const standIns = node.outputs
    .filter(({ text }) => !scripted.some((file) => holds(text, file)))
    .map(({ text }) => (text.endsWith('/') ? `${text}stand-in.md` : text));
  return [...scripted, ...standIns];
}

/**
 * The inputs that are missing: nobody wrote them in the current round although a producer passed, or nobody could have.
 * `written` has the files of the nodes that are passed now.
 */
export function missingInputs(
  node: GraphNode,
  graph: Graph,
  written: ReadonlyMap<string, readonly string[]>,
): string[] {
  return node.inputs
    .map((input) => input.text)
    .filter((input) => {
      const there = [...written.values()].flat().some((file) => holds(input, file));
      if (there) return false;
      const producers = graph.nodes.filter(
        (other) =>
          other !== node && other.outputs.some((output) => holds(output.text, input) || holds(input, output.text)),
      );
      return producers.length === 0 || producers.some((producer) => written.has(producer.id));
    });
}

/** A path holds itself, and a directory what is in it. */
function holds(path: string, other: string): boolean {
  return path === other || (path.endsWith('/') && other.startsWith(path));
}
