import type { Analysis } from '../../ir/analysis.ts';
import { ancestors } from '../../ir/ancestors.ts';
import type { ChangesEntry } from '../../ir/table.ts';

/** For each node that works in a copy of the project, where its changes are kept and whose changes come before them. */
export function changesEntries(analysis: Analysis, slugs: readonly string[]): (ChangesEntry | undefined)[] {
  const { graph } = analysis;
  const works = (index: number) => graph.nodes[index]!.skillFacts?.workspace === true;
  if (!graph.nodes.some((_, index) => works(index))) return graph.nodes.map(() => undefined);
  const before = ancestors(
    graph,
    analysis.forward.map((edge) => graph.edges[edge]!),
  );
  const workers = analysis.order.filter(works).map((index) => graph.nodes[index]!.id);
  return graph.nodes.map(({ id, outputs }, index) =>
    works(index)
      ? {
          path: outputs.find(({ text }) => text.endsWith('.patch'))?.text ?? `artifacts/${slugs[index]!}.patch`,
          before: workers.filter((worker) => before(worker, id)),
        }
      : undefined,
  );
}
