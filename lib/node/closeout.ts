import type { WorkflowTable } from '../ir/table.ts';
import type { NodeState, RunState } from './assemble.ts';
import { spentText } from './budget.ts';
import type { Completion } from './completion.ts';

/** Where the closeout report of a run is written. */
export const CLOSEOUT_REPORT = 'artifacts/closeout-report.md';

/**
 * The closeout report: seven sections, none of them empty. What the record shows is told apart from what nobody has
 * verified (semantics: completion).
 */
export function closeoutReport(table: WorkflowTable, state: RunState, done: Completion): string {
  const sections: [string, string[]][] = [
    ['Final status', finalStatus(table, state, done)],
    ['Changed files', changedFiles(state)],
    ['Tests', tests(table, state)],
    [
      'Release state',
      byWord(table, state, /\b(releas|deploy|merge|publish)/i, 'no node of this workflow releases anything'),
    ],
    [
      'Docs state',
      byWord(
        table,
        state,
        /\b(docs?|documentation|readme|agents-md)\b/i,
        'no node of this workflow maintains documentation',
      ),
    ],
    ['Remaining issues', remaining(state, done)],
    ['Next steps', nextSteps(done)],
  ];
  const body = sections.map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`).join('\n');
  return `# Closeout: ${table.name} ${table.version}\n\nRun ${state.run}, started ${state.started}.\n\n${body}`;
}

function finalStatus(table: WorkflowTable, state: RunState, done: Completion): string[] {
  const counts = new Map<string, number>();
  for (const { status } of state.nodes.values()) counts.set(status, (counts.get(status) ?? 0) + 1);
  const summary = [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
  const final =
    table.final === undefined ? [] : [`- Final node ${table.final}: ${state.nodes.get(table.final)!.status}.`];
  const spent = spentText(state.usage);
  return [
    `- Verified: the run is **${done.result}**; nodes: ${summary}.`,
    ...final,
    ...(spent === undefined ? [] : [`- Verified: models used ${spent}.`]),
    ...done.reasons.map((reason) => `- Verified: ${reason}.`),
  ];
}

function changedFiles(state: RunState): string[] {
  const files = entries(state).flatMap(([id, node]) =>
    node.artifacts.map((path) => `- Verified: ${path} (written by ${id}).`),
  );
  return files.length > 0 ? files : ['Not needed, because no node wrote an artifact.'];
}

function tests(table: WorkflowTable, state: RunState): string[] {
  const gates = table.nodes.filter((node) => node.gate);
  const lines = gates.map(({ id }) => {
    const { status, note, runs } = state.nodes.get(id)!;
    return `- Verified: gate ${id} ${status}${note === '' ? '' : ` (${note})`}${runs === undefined ? '' : `, run ${runs} time${runs === 1 ? '' : 's'}`}.`;
  });
  return lines.length > 0
    ? lines
    : ['Not needed, because the workflow has no gate. Assumption: whoever uses the results checks them.'];
}

function byWord(table: WorkflowTable, state: RunState, word: RegExp, none: string): string[] {
  const nodes = table.nodes.filter((node) => word.test(`${node.skill} ${node.description ?? ''}`));
  const lines = nodes.map((node) => `- Verified: ${node.id} (${node.skill}) ${state.nodes.get(node.id)!.status}.`);
  return lines.length > 0 ? lines : [`Not needed, because ${none}.`];
}

function remaining(state: RunState, done: Completion): string[] {
  const failed = entries(state).filter(([, node]) => node.status === 'failed' || node.status === 'blocked');
  const lines = failed.map(([id, node]) => `- Verified: ${id} ${node.status}: ${node.note}.`);
  const skipped = entries(state).filter(([, node]) => node.status === 'skipped');
  lines.push(...skipped.map(([id, node]) => `- Verified: ${id} was skipped: ${node.note}.`));
  if (lines.length > 0) return lines;
  return done.reasons.length > 0
    ? done.reasons.map((reason) => `- ${reason}.`)
    : ['Not needed, because every node passed.'];
}

function nextSteps(done: Completion): string[] {
  if (done.exitCode === 0)
    return ['Not needed, because the run is complete. Assumption: nothing outside this workflow waits for it.'];
  return ['- Look at the nodes named above, mend the cause, and run the workflow again.'];
}

function entries(state: RunState): (readonly [string, NodeState])[] {
  return [...state.nodes];
}
