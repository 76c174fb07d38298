import validateAsl from 'asl-validator';
import fc from 'fast-check';
import { compile } from '../../lib/compile/index.ts';
import { checkMachine } from './check-machine.ts';
import { stateNames } from './machine.ts';
import { toWorkflow, workflows } from './random-graph.ts';
import type { RandomWorkflow } from './random-graph.ts';

describe('the machine of any valid graph', () => {
  it('has every node once and keeps every forward edge', () => {
    fc.assert(
      fc.property(workflows(3, 60), (workflow) => {
        const { compiled, diagnostics } = compile(JSON.stringify(workflow));
        expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
        checkMachine(workflow, compiled!.asl);
      }),
      { numRuns: 150, seed: 20261130 },
    );
  });

  // The validator takes a tenth of a second for a machine.
  it('is accepted by the validator', () => {
    fc.assert(
      fc.property(workflows(3, 40), (workflow) => {
        const { isValid, errorsText } = validateAsl(compile(JSON.stringify(workflow)).compiled!.asl);
        if (!isValid) throw new Error(errorsText());
      }),
      { numRuns: 15, seed: 20261130 },
    );
  });

  it('names nodes the same in whatever order they are listed', () => {
    fc.assert(
      fc.property(workflows(3, 20), (workflow) => {
        const names = (w: RandomWorkflow) =>
          stateNames(compile(JSON.stringify(w)).compiled!.asl)
            .filter((n) => n.startsWith('n'))
            .sort();
        expect(names({ ...workflow, nodes: workflow.nodes.toReversed() })).toEqual(names(workflow));
      }),
      { numRuns: 50, seed: 7 },
    );
  });
});

describe('the check of machines itself', () => {
  it('notices an edge that the machine does not keep', () => {
    const workflow = toWorkflow({
      nodes: 3,
      edges: [
        [0, 1],
        [0, 2],
      ],
    });
    const { asl } = compile(JSON.stringify(workflow)).compiled!;
    const with_ = (from: string, to: string) => ({ ...workflow, edges: [...workflow.edges, { from, to }] });
    expect(() => checkMachine(with_('n1', 'n2'), asl)).toThrow('n1 is not before n2');
    expect(() => checkMachine(with_('n1', 'n0'), asl)).toThrow('n1 is not before n0');
    expect(() => checkMachine({ ...workflow, nodes: workflow.nodes.slice(1) }, asl)).toThrow();
  });
});
