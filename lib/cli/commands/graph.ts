import type { WorkflowTable } from '../../ir/table.ts';
import type { RecordedRun } from '../../local/records.ts';
import { readTimeline } from '../../local/timeline.ts';
import { chooseRun } from '../choose-run.ts';
import { dot } from '../graph/dot.ts';
import { mermaid } from '../graph/mermaid.ts';
import type { Picture } from '../graph/picture.ts';
import { pictureOf } from '../graph/picture.ts';
import type { Command, Io, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { loadWorkflow } from '../load-workflow.ts';
import type { InvalidWorkflow } from '../prepare-run.ts';
import { sayInvalid } from '../say-invalid.ts';
import { writeResult } from '../write-result.ts';

interface Options {
  readonly format: 'mermaid' | 'dot' | 'svg' | 'html';
  /** A run's id, or `latest`. */
  readonly run?: string;
  readonly output?: string;
}

/** Draws a workflow, or a run of it. */
export const graph: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const drawn = await whatToDraw(io, args[0], options.run);
  if (isRefused(drawn)) return refuse(call, drawn);
  if ('kind' in drawn) return sayInvalid(call, drawn);
  const { table, recorded } = drawn;
  const { format } = options;
  return writeResult(call, await draw(io, format, pictureOf(table, recorded), recorded), { format });
};

interface Drawn {
  readonly table: WorkflowTable;
  readonly recorded?: RecordedRun;
}

/** A run is drawn with the workflow that it was made from. */
async function whatToDraw(
  io: Io,
  workflow: string | undefined,
  run: string | undefined,
): Promise<Drawn | InvalidWorkflow | Refused> {
  if (run !== undefined) {
    const recorded = await chooseRun(io.cwd, { workflow, run: run === 'latest' ? undefined : run });
    return isRefused(recorded) ? recorded : { table: recorded.workflow.table, recorded };
  }
  const loaded = loadWorkflow(io.cwd, workflow);
  if (isRefused(loaded) || loaded.kind === 'invalid') return loaded;
  return { table: loaded.compiled.table };
}

/** Graphviz is large, so it is loaded for the formats that need it. */
async function draw(
  io: Io,
  format: Options['format'],
  picture: Picture,
  recorded: RecordedRun | undefined,
): Promise<string> {
  switch (format) {
    case 'mermaid':
      return mermaid(picture);
    case 'dot':
      return dot(picture);
    case 'svg':
      return (await import('../graph/svg.ts')).svg(picture);
    case 'html': {
      const { html } = await import('../graph/html.ts');
      return html(picture, recorded, recorded ? await readTimeline(io.cwd, recorded.run) : []);
    }
  }
}
