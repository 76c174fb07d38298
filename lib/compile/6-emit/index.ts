import type { State, StateMachine } from '../../asl/definition.ts';
import type { Analysis } from '../../ir/analysis.ts';
import type { WorkflowTable } from '../../ir/table.ts';
import type { Tree } from '../../ir/tree.ts';
import { choiceState } from './choice.ts';
import { nodeSlugs, stateNames } from './names.ts';
import { emitTree, finished } from './states.ts';
import { workflowTable } from './table.ts';
import { closeTask, startTask } from './task.ts';

export interface Emitted {
  readonly asl: StateMachine;
  readonly table: WorkflowTable;
}

/** Writes the tree as a Step Functions definition, with the table that the handlers need beside it. */
export function emit(analysis: Analysis, tree: Tree): Emitted {
  const slugs = nodeSlugs(analysis.graph.nodes.map((node) => node.id));
  const names = stateNames(analysis, tree);
  const states = new Map<string, State>();
  states.set(names.close, closeTask());
  const first = emitTree({ analysis, names, slugs, states, branchEnd: undefined }, tree, names.close, { kind: 'open' });
  states.set(names.notStarted, { Type: 'Succeed', Comment: 'another execution works on this run' });
  states.set(
    names.started,
    choiceState(
      'go on only as the owner of the run',
      [{ Condition: '{% $states.input.take = "go" %}', Next: first }],
      names.notStarted,
    ),
  );
  states.set(names.start, startTask(names.started));
  const { name, version } = analysis.graph;
  return {
    asl: {
      Comment: `workflow ${name.text} ${version.text}`,
      QueryLanguage: 'JSONata',
      ...finished(names.start, states),
    },
    table: workflowTable(analysis, tree, slugs),
  };
}
