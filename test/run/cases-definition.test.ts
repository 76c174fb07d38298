import validateAsl from 'asl-validator';
import jsonata from 'jsonata';
import type { ChoiceState, States } from '../../lib/asl/definition.ts';
import type { Compiled } from '../../lib/compile/index.ts';
import { compile } from '../../lib/compile/index.ts';
import { runMachine } from '../../lib/local/machine.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { nodePlaces, stateNames } from '../compile/machine.ts';
import { bench, RUN } from '../node/bench.ts';
import { checkDefinition } from './check-definition.ts';
import { observe } from './observe.ts';
import { reversed } from './reversed.ts';
import { sampleWorkflow } from './sample-workflow.ts';

const definition = (name: string) => compile(sampleWorkflow(name)).compiled!.asl;

describe('the validator accepts', () => {
  it.each([
    'mixed-fan-in-plain',
    'loop-exhausted',
    'final-node-skipped',
    'aws-name-limits',
    'aws-name-limits-helper-names',
    'jsonata-injection-graph',
    'jsonata-injection-steps',
    'hyphen-in-path-reserved-words',
    'unicode-ids',
    'timeout-values',
    'shared-tail-in-branches',
  ])('%s', (name) => {
    const { isValid, errorsText } = validateAsl(definition(name));
    if (!isValid) throw new Error(errorsText());
  });
});

describe('loop-exhausted', () => {
  it('fails by the error of the node that asked once too often, before any other state', async () => {
    const { history, executionFailed } = await observe(sampleWorkflow('loop-exhausted'), {
      skill: (node) => Promise.resolve(node.id === 'check' ? { status: 'failed', note: 'red' } : {}),
    });
    expect(executionFailed).toBe(true);
    const entered = history.filter((event) => event.type.endsWith('StateEntered'));
    expect(entered.at(-1)).toEqual({ type: 'TaskStateEntered', state: 'check s-check' });
    expect(history.filter((event) => event.error !== undefined)).toEqual([
      { type: 'TaskFailed', state: 'check s-check', error: 'Stepwright.Blocked' },
    ]);
    expect(history.at(-1)!.type).toBe('ExecutionFAILED');
  });
});

describe('router-shared-label: every label has its way', () => {
  it.each([
    ['router-shared-label-two-targets', 'deep', ['x', 'y']],
    ['router-shared-label-two-targets', 'light', ['z']],
    ['router-shared-target-first-label', 'yes', ['send']],
    ['router-shared-target-first-label', 'maybe', ['send']],
    ['router-shared-target-first-label', 'no', ['other']],
  ])('%s: %s', async (name, label, nodes) => {
    expect(await nodesBehind(compile(sampleWorkflow(name)).compiled!, label)).toEqual(nodes);
  });
});

describe('aws-name-limits', () => {
  it('names depend on neither the order of the nodes nor that of the edges', () => {
    for (const name of ['aws-name-limits', 'aws-name-limits-helper-names']) {
      const turned = compile(reversed(sampleWorkflow(name))).compiled!.asl;
      expect(stateNames(turned).sort()).toEqual(stateNames(definition(name)).sort());
    }
  });

  it('a name that is too long is cut, and is the same whatever else stands in the workflow', () => {
    const long = 'research-the-complete-upstream-dependency-graph-and-collect-every-known-limitation-';
    const names = stateNames(definition('aws-name-limits')).filter((name) => name.startsWith('research'));
    expect(names).toHaveLength(2);
    for (const name of names) expect(name.slice(0, 60)).toBe(long.slice(0, 60));
    const alone = chain([{ id: `${long}b` }, { id: 'z' }]);
    expect(names).toContain(stateNames(compile(alone).compiled!.asl).find((name) => name.startsWith('research')));
  });

  it('an id that is just the name made for another keeps apart from it', () => {
    const alike = chain(['a-b', 'a--b'].map((id) => ({ id })));
    const made = compile(alike).compiled!.table.nodes.map((node) => node.slug);
    const { asl, table } = compile(chain(['a-b', 'a--b', ...made].map((id) => ({ id })))).compiled!;
    checkDefinition(asl, table);
  });

  it('a node that is called just as a state made for another keeps apart from it', () => {
    const alike = [{ id: '\u00e9' }, { id: '\u00e8' }];
    const made = stateNames(compile(chain(alike)).compiled!.asl).flatMap((name) => /^e (.+)$/.exec(name)?.[1] ?? []);
    expect(made).toHaveLength(2);
    const { asl, table } = compile(chain([...alike, { id: 'e', skill: made[0]! }])).compiled!;
    checkDefinition(asl, table);
  });

  it('a label that is just the name made for another keeps apart from it', async () => {
    const alike = ['a b', 'a-b', 'on pass', 'next', 'skip', 'dead'];
    const made = compile(router(alike)).compiled!.table.nodes[0]!.outcomes.map((outcome) => outcome.slug);
    const labels = [...new Set([...alike, ...made])];
    const { asl, table } = compile(router(labels)).compiled!;
    checkDefinition(asl, table);
    expect(new Set(table.nodes[0]!.outcomes.map((outcome) => outcome.slug)).size).toBe(labels.length);
    for (const [i, label] of labels.entries()) expect(await nodesBehind({ asl, table }, label)).toEqual([`n${i}`]);
  });

  it('what a node has written stays its own when a node with a similar id joins', async () => {
    const file = (others: readonly string[]) =>
      JSON.stringify({
        ...{ name: 'joined', version: '1.0.0' },
        nodes: [
          { id: 'a-b', skill: 's', role: 'executor', outputs: ['x.md'] },
          ...others.map((id) => ({ id, skill: 's', role: 'executor' })),
          { id: 'z', skill: 's', role: 'closeout', inputs: ['x.md'] },
        ],
        edges: ['a-b', ...others].map((from) => ({ from, to: 'z' })),
        final: 'z',
      });
    const read: string[] = [];
    const skill: RunSkill = async (node, { artifacts }) => {
      if (node.id === 'a-b') return { artifacts: { 'x.md': 'of a-b' } };
      if (node.id === 'z') read.push(await artifacts.read('x.md'));
      return node.id === 'z' && read.length < 3 ? { status: 'failed', note: 'red' } : {};
    };
    const before = bench(file([]), { skill });
    expect((await before.run()).status).toBe('failed');
    const { asl, deps } = bench(file(['A-B']), { skill, store: before.deps.state });
    const resumed = { asl, deps: { ...deps, artifacts: before.deps.artifacts }, run: RUN };
    const { state } = await runMachine({ ...resumed, sleep: () => Promise.resolve() });
    expect(read).toEqual(['of a-b', 'of a-b', 'of a-b']);
    expect(state.nodes.get('a-b')).toMatchObject({ status: 'passed', runs: 1 });
    expect(state.nodes.get('z')!.status).toBe('passed');
  });

  it('a long name of a workflow, or one with blanks and slashes, is valid', () => {
    for (const name of ['w'.repeat(120), 'quarterly / report of sales']) {
      const yaml = sampleWorkflow('shared-tail-in-branches').replace('non-series-parallel', JSON.stringify(name));
      expect(compile(yaml).compiled!.table.name).toBe(name);
    }
  });
});

describe('jsonata-injection', () => {
  it('of a hostile label only a slug is tested, and exactly one rule holds for each', async () => {
    const { asl, table } = compile(sampleWorkflow('jsonata-injection-graph')).compiled!;
    const labels = ['say "hi"\\ $x `y` it\'s {%', '" or true or "', 'two\nlines \u2028 \u{1F680}'];
    const ways = await Promise.all(labels.map((label) => nodesBehind({ asl, table }, label)));
    expect(ways).toEqual([['w1'], ['w2'], ['w3']]);
    const route = table.nodes.find((node) => node.id === 'route')!;
    const { Choices } = choiceWithLabels(asl);
    for (const { slug } of route.outcomes) {
      const held = await Promise.all(Choices.map((rule) => holds(rule.Condition, slug)));
      expect(held.filter(Boolean).length).toBeLessThanOrEqual(1);
    }
  });

  it.each(['jsonata-injection-graph', 'jsonata-injection-steps'])('%s: user text stands in comments alone', (name) => {
    const withoutComments = JSON.stringify(definition(name), (key, value: unknown) =>
      key === 'Comment' ? undefined : value,
    );
    for (const text of [
      "it's",
      '$x',
      '`y`',
      'or true',
      'ends',
      '$eval',
      '1+1',
      '{% 1',
      'context.k',
      '\u2028',
      '\u{1F680}',
    ]) {
      expect(withoutComments).not.toContain(text);
    }
  });
});

function chain(nodes: readonly { readonly id: string; readonly skill?: string }[]): string {
  return JSON.stringify({
    ...{ name: 'alike', version: '1.0.0' },
    nodes: nodes.map((node) => ({ skill: 's', role: 'executor', ...node })),
    edges: nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id })),
    final: nodes.at(-1)!.id,
  });
}

/** A router with a node for each label. */
function router(labels: readonly string[]): string {
  return JSON.stringify({
    ...{ name: 'alike', version: '1.0.0' },
    nodes: ['r', ...labels.keys(), 'end'].map((id) => ({
      id: typeof id === 'number' ? `n${id}` : id,
      ...{ skill: 's', role: 'executor' },
    })),
    edges: labels.flatMap((label, i) => [
      { from: 'r', to: `n${i}`, label },
      { from: `n${i}`, to: 'end' },
    ]),
    final: 'end',
  });
}

/** The Choice whose rules stand for labels. */
function choiceWithLabels(states: States): ChoiceState {
  const choices = Object.values(states.States).filter((state) => state.Type === 'Choice');
  return choices.find((choice) => choice.Choices.some((rule) => rule.Comment?.startsWith('label: ')))!;
}

/** Ids of the nodes that the machine enters next when a router takes a label. */
async function nodesBehind({ asl, table }: Pick<Compiled, 'asl' | 'table'>, label: string): Promise<string[]> {
  const { slug } = table.nodes.flatMap((node) => node.outcomes).find((outcome) => outcome.label === label)!;
  const { Choices, Default } = choiceWithLabels(asl);
  const held = await Promise.all(Choices.map((rule) => holds(rule.Condition, slug)));
  const next = Choices[held.indexOf(true)]?.Next ?? Default;
  const state = asl.States[next]!;
  const entered = state.Type === 'Parallel' ? state.Branches.map((branch) => branch.StartAt) : [next];
  const places = [...nodePlaces(asl)].map(([node, [place]]) => [place!.at(-1)!.name, node] as const);
  const idOf = (name: string) => table.nodes.find((node) => node.slug === new Map(places).get(name))!.id;
  return entered.map(idOf).sort();
}

/** Whether a condition holds for a node's answer. */
async function holds(condition: string, take: string): Promise<boolean> {
  const expression = jsonata(/^\{%(.*)%\}$/s.exec(condition)![1]!);
  return (await expression.evaluate({}, { states: { input: { take } } })) === true;
}
