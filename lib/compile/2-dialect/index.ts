import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/near.ts';
import { collector } from '../../diagnostics/report.ts';
import type { Graph } from '../../ir/graph.ts';
import type { ParsedFile } from '../../ir/source.ts';
import { entryOf } from '../../ir/source.ts';
import { lowerGraph } from './graph.ts';
import { checkShape } from './shape.ts';
import { lowerSteps } from './steps.ts';

export interface Lowered {
  /**
   * The internal graph. With errors among the diagnostics it is only good for further validation: what is missing has
   * been left out or stands under a name that no id can have. Absent when the file is of neither dialect.
   */
  readonly value?: Graph;
  readonly diagnostics: readonly Diagnostic[];
}

/** Tells the dialect of a file, checks its fields, and lowers it to the internal graph. */
export function lower({ root }: ParsedFile): Lowered {
  const { found, report } = collector();
  const nodes = entryOf(root, 'nodes');
  const steps = entryOf(root, 'steps');
  if (nodes && steps) {
    const [first, second] = nodes.keyAt.line <= steps.keyAt.line ? [nodes, steps] : [steps, nodes];
    report('bothDialects', { firstLine: first.keyAt.line }, second.keyAt);
    return { diagnostics: found };
  }
  if (!nodes && !steps) {
    const keys = root.entries.map(({ key }) => key);
    const near = keys.map((key) => nearest(key, ['nodes', 'steps'])).find((name) => name !== undefined);
    report('noDialect', { found: keys.slice(0, 10), near }, root.at);
    return { diagnostics: found };
  }
  const dialect = steps ? 'steps' : 'graph';
  checkShape(root, dialect, report);
  const value = dialect === 'steps' ? lowerSteps(root, report) : lowerGraph(root, report);
  return { value, diagnostics: found };
}
