import type { Graph, GraphNode } from '../../lib/ir/graph.ts';
import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';

interface Writer {
  readonly outputs: readonly { readonly text: string }[];
}

/** The files that a node leaves: those of its script, or a stand-in for each output where that says nothing of files. */
export function writtenFiles({ outputs }: Writer, { artifacts }: ScriptedOutcome): string[] {
  if (artifacts) return Object.keys(artifacts);
  return outputs.map(({ text }) => (text.endsWith('/') ? `${text}stand-in.md` : text));
}

/** Whether a script leaves a declared output unwritten. */
export function leavesUnwritten(node: Writer, outcome: ScriptedOutcome): boolean {
  const files = writtenFiles(node, outcome);
  return node.outputs.some(({ text }) => !files.some((file) => holds(text, file)));
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
