import type { Item } from '../store/state-store.ts';
import { assemble } from './assemble.ts';
import { changedNodes } from './changed-nodes.ts';
import { CLOSEOUT_REPORT } from './closeout.ts';
import { completion } from './completion.ts';
import type { Notice, Whereabouts } from './notice.ts';
import { cut, subjectOf } from './notice.ts';
import type { Header, NodeRecord } from './record.ts';
import { HEADER, nodeKey } from './record.ts';
import type { Indexed } from './view.ts';
import { asHeader } from './view.ts';

/** Characters of the evidence of one node, and nodes that are named. */
const EVIDENCE = 500;
const NODES = 10;

/**
 * Tells that a run has failed: which nodes, after how many attempts, on what evidence, and how to go on. Undefined for
 * a run that is fine, was cancelled or skipped, or has no result that stands. `items` are those of its record;
 * `timedOut` says that the service ended it because it took too long.
 */
export function endNotice(
  workflow: Indexed,
  items: ReadonlyMap<string, Item>,
  timedOut: boolean,
  where: Whereabouts,
): Notice | undefined {
  const item = items.get(HEADER);
  const header = item && asHeader(item.value);
  const guilty = guiltyNodes(items);
  if (!header || !hasFailed(header, guilty, workflow)) return undefined;
  const { name } = workflow.table;
  const { run, epoch } = header;
  const how = timedOut ? 'took too long' : header.result === 'partial' ? 'has failed in part' : 'has failed';
  const why = evidence(guilty, () => reasons(workflow, items));
  const lines = [
    `A run of the workflow ${name} ${how}.`,
    '',
    ...why,
    ...(why.length > 0 ? [''] : []),
    `Run:         ${run}, started ${header.started}`,
    `Look at it:  stepwright status${where.flags} --run ${run}`,
    `Go on:       stepwright resume${where.flags} --run ${run}`,
    ...(where.bucket === undefined ? [] : [`Report:      s3://${where.bucket}/runs/${run}/${CLOSEOUT_REPORT}`]),
    '',
  ];
  const [first] = guilty;
  return {
    // A run that goes on and fails again is told of again.
    key: `end#${epoch}`,
    subject: subjectOf(`${name}: a run ${how}${first ? ` at ${first.id}` : ''}`),
    text: lines.join('\n'),
    about: { kind: 'failed', workflow: name, run, node: first?.id },
  };
}

interface Guilty {
  readonly id: string;
  readonly record: NodeRecord;
}

/**
 * What was blocked, or has failed in a way that nothing explains; a gate that took its `on_failure` did its work. The
 * records say so by themselves, also those of a workflow that has changed since.
 */
function guiltyNodes(items: ReadonlyMap<string, Item>): Guilty[] {
  const records = [...items].flatMap(([key, { value }]) =>
    key.startsWith(nodeKey('')) ? [{ id: key.slice(nodeKey('').length), record: value as unknown as NodeRecord }] : [],
  );
  return records.filter(
    ({ record: { status, take } }) => status === 'blocked' || (status === 'failed' && take !== 'on_failure'),
  );
}

function hasFailed({ result, provisional }: Header, guilty: readonly Guilty[], { byId }: Indexed): boolean {
  if (provisional) return false;
  // Failures that the workflow tolerates leave a run in part, and that is as it should be.
  const tolerated = guilty.every(({ id }) => byId.get(id)?.onError === 'continue');
  return result === 'failed' || (result === 'partial' && !tolerated);
}

function evidence(guilty: readonly Guilty[], otherwise: () => readonly string[]): string[] {
  if (guilty.length === 0) return otherwise().map((text) => `  ${cut(text, EVIDENCE)}`);
  const more = guilty.length > NODES ? [`  and ${guilty.length - NODES} more`] : [];
  return [...guilty.slice(0, NODES).map((node) => `  ${evidenceOf(node)}`), ...more];
}

function evidenceOf({ id, record: { status, attempt, note = '' } }: Guilty): string {
  const shown = cut(note, EVIDENCE).replaceAll('\n', '\n    ');
  // The note of a blocked node counts its attempts itself.
  if (status === 'blocked') return shown.startsWith('blocked ') ? `${id} ${shown}` : `${id} blocked: ${shown}`;
  return `${id} failed after ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}: ${shown}`;
}

function reasons(workflow: Indexed, items: ReadonlyMap<string, Item>): readonly string[] {
  const { table } = workflow;
  if (changedNodes(items, table).length > 0) return [];
  return completion(table, assemble(workflow, items)).reasons.slice(0, NODES);
}
