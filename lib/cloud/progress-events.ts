import type { NodeEntry, WorkflowTable } from '../ir/table.ts';
import type { NodeState, RunState } from '../node/assemble.ts';
import type { ProgressEvent } from '../node/deps.ts';

/**
 * What has happened in a run between two looks at its record, in the workflow's resolved order. What came and went in
 * between is not seen: of a node that has meanwhile ended, only the end is told.
 */
export function progressEvents(table: WorkflowTable, before: RunState | undefined, after: RunState): ProgressEvent[] {
  const byId = new Map(table.nodes.map((node) => [node.id, node]));
  return table.order.flatMap((id) => nodeEvents(byId.get(id)!, before?.nodes.get(id), after.nodes.get(id)!));
}

function nodeEvents(node: NodeEntry, before: NodeState | undefined, after: NodeState): ProgressEvent[] {
  if (before && isSame(before, after)) return [];
  const { status, note, waiting } = after;
  switch (status) {
    case 'pending':
      return [];
    case 'running':
      if (waiting) return before?.waiting ? [] : [{ kind: 'waiting', node, question: waiting.question }];
      return [{ kind: 'started', node, attempt: after.attempt ?? 1, round: after.round ?? 1 }];
    case 'skipped':
      return [{ kind: 'skipped', node, note, reason: after.reason ?? 'branch' }];
    case 'passed': {
      const label = after.label === undefined ? {} : { label: after.label };
      return [{ kind: 'passed', node, ...label, ...secondsOf(before, after) }];
    }
    case 'failed':
    case 'blocked': {
      const explained = after.take !== undefined;
      const again = status === 'failed' && !explained && node.onError === 'block';
      return [{ kind: 'failed', node, evidence: note, again, explained, ...secondsOf(before, after) }];
    }
  }
}

function isSame(before: NodeState, after: NodeState): boolean {
  const fields = ['status', 'round', 'runs', 'attempt', 'note'] as const;
  return fields.every((field) => before[field] === after[field]);
}

/** Only of a node that was seen running it is known when it began. */
function secondsOf(before: NodeState | undefined, after: NodeState): { seconds?: number } {
  const seen = before?.status === 'running' && before.runs === after.runs && before.at !== null && after.at !== null;
  return seen ? { seconds: (Date.parse(after.at) - Date.parse(before.at)) / 1000 } : {};
}
