import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../lib/compile/check.ts';
import type { Graph } from '../../lib/ir/graph.ts';

const lowered = (text: string): Graph => {
  const { graph, diagnostics } = check(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return graph!;
};

describe('lowering the graph dialect', () => {
  it('gives the real workflow', () => {
    const graph = lowered(
      readFileSync(join(import.meta.dirname, '../diagnostics/samples/software-agent-workflow/workflow.yaml'), 'utf8'),
    );
    expect(graph).toMatchObject({
      dialect: 'graph',
      name: { text: 'software-agent-workflow' },
      version: { text: '1.0.0' },
    });
    expect(graph.nodes.map(({ id }) => id)).toEqual(
      Array.from({ length: 22 }, (_, i) => `S${String(i + 1).padStart(2, '0')}`),
    );
    expect(graph.edges).toHaveLength(33);
    expect(graph.final).toEqual({ text: 'S22', at: { line: 236, column: 8, length: 3 } });
    expect(graph.nodes.filter(({ independent }) => independent).map(({ id }) => id)).toEqual(['S05', 'S18']);
    const byKind = (kind: string) =>
      graph.edges.filter((edge) => edge.kind === kind).map(({ from, to }) => `${from}→${to}`);
    expect(byKind('on_failure')).toEqual(['S16→S12']);
    expect(byKind('on_pass')).toEqual(['S16→S17']);
    expect(graph.edges.filter(({ loop }) => loop).map(({ from, to }) => `${from}→${to}`)).toEqual([
      'S04→S01',
      'S14→S12',
    ]);
    expect(graph.edges[0]!.via.map(({ text }) => text)).toEqual(['artifacts/00-requirements.md']);
    expect(graph.nodes[0]).toMatchObject({
      skill: { text: 'task-intake' },
      role: 'intake',
      timeoutSeconds: 300,
      onError: 'block',
    });
  });

  it('takes texts as written, and data as it is', () => {
    const graph = lowered(`name: no
version: 1.10
tags: [1.0, on]
max_concurrency: 2
nodes:
  - id: 007
    skill: 1.2
    role: executor
    outputs: [./artifacts//x.md, 01]
    with: {__proto__: 1, constructor: {toString: [true, ~]}, n: 1.50}
    skip_when: context.in != 1
    weight: 2
    expected_seconds: 9
    retry: {max: 3, backoff_seconds: 1.5, on: [timeout]}
  - {id: null, skill: ns/x, role: closeout, human: true, split: one}
edges:
  - {from: 007, to: null, label: " go on ", via: [01]}
  - {from: 007, to: null, label: ""}
final: null
inputs:
  topic: {type: number, default: 1, description: what}
  __proto__: {required: true}
schedule: {cron: 5 4 * * *}
`);
    const [first, last] = graph.nodes;
    expect([graph.name.text, graph.version.text, graph.tags, graph.final!.text]).toEqual([
      'no',
      '1.10',
      ['1.0', 'on'],
      'null',
    ]);
    expect(graph.maxConcurrency).toMatchObject({ value: 2 });
    expect([first!.id, first!.skill.text, last!.id]).toEqual(['007', '1.2', 'null']);
    expect(first!.outputs.map(({ text }) => text)).toEqual(['artifacts/x.md', '01']);
    expect([...first!.args.keys()]).toEqual(['__proto__', 'constructor', 'n']);
    expect(first!.args.get('constructor')).toEqual({ toString: [true, null] });
    expect(JSON.stringify(first!.args.get('n'))).toBe('1.5');
    expect(first).toMatchObject({ weight: 2, retry: { max: 3, backoffSeconds: 1.5, on: ['timeout'] } });
    expect(first!.guard).toMatchObject({ kind: 'skip_when', predicate: { kind: 'differs', key: 'in', value: '1' } });
    expect(first!.reads.map(({ text }) => text)).toEqual(['in']);
    expect(last).toMatchObject({ human: true, timeoutSeconds: 604_800, split: { value: 'one' } });
    expect(graph.edges.map(({ label }) => label?.text)).toEqual(['go on', undefined]);
    expect([...graph.parameters!.keys()]).toEqual(['topic', '__proto__']);
    expect(graph.parameters!.get('topic')).toMatchObject({
      type: 'number',
      default: 1,
      required: false,
      description: 'what',
    });
    expect(graph.schedule).toMatchObject({ enabled: false, overlap: 'skip', cron: { text: '5 4 * * *' } });
  });
});

describe('lowering the steps dialect', () => {
  const step = (more: string, defaults = '') =>
    lowered(`workflow: {name: x, version: 1.0.0}\n${defaults}steps:\n  - {id: a, command: /ns:name${more}}\n`)
      .nodes[0]!;

  it('gives commands as skills, and names', () => {
    expect(step('')).toMatchObject({ skill: { text: 'ns/name' }, name: 'a', timeoutSeconds: 300 });
    expect(step(', name: Do it')).toMatchObject({ name: 'Do it' });
  });

  it.each([
    ['', '', 'halt'],
    ['', 'defaults: {stop_on_error: true}\n', 'halt'],
    ['', 'defaults: {stop_on_error: false}\n', 'skip-dependents'],
    [', continue_on_error: true', '', 'continue'],
    [', continue_on_error: true', 'defaults: {stop_on_error: false}\n', 'continue'],
    [', continue_on_error: false', 'defaults: {stop_on_error: false}\n', 'skip-dependents'],
  ])('knows what a failure does: %s %s', (more, defaults, expected) => {
    expect(step(more, defaults).onError).toBe(expected);
  });

  it('takes limits from the step, else from the defaults', () => {
    const defaults = 'defaults: {timeout_seconds: 60}\n';
    expect(step('', defaults)).toMatchObject({ timeoutSeconds: 60, timeoutAt: { line: 2, column: 29 } });
    expect(step(', timeout_seconds: 30', defaults)).toMatchObject({ timeoutSeconds: 30, timeoutAt: { line: 4 } });
  });

  it('knows which keys a step reads, each once', () => {
    const { reads, args } = step(
      `, condition: context.c == 1, args: {a: "{{context.x}}{{context.y}}", b: "{{context.x}} {{ context.no }} {{context.}}", c: "{{context.c}}"}`,
    );
    expect(reads.map(({ text }) => text)).toEqual(['x', 'y', 'c']);
    expect([...args.keys()]).toEqual(['a', 'b', 'c']);
  });

  it('turns dependencies into edges, once each, and finds ids in either composition', () => {
    const graph = lowered(`workflow: {name: x, version: 1.0.0}
steps:
  - {id: "caf\\u00e9", command: /a}
  - {id: b, command: /b, depends_on: ["cafe\\u0301", "caf\\u00e9"]}
`);
    expect(graph.edges.map(({ from, to }) => [from, to])).toEqual([['caf\u00e9', 'b']]);
  });

  it('merges keys, so that own ones win', () => {
    const graph = lowered(`workflow: {name: merge, description: case, version: 1.0.0}
defaults: &d {timeout_seconds: 30}
steps:
  - &base {id: a, name: a, command: /a, continue_on_error: true}
  - {<<: *base, id: b, name: b, depends_on: [a]}
`);
    expect(graph.nodes[1]).toMatchObject({ id: 'b', name: 'b', skill: { text: 'a' }, onError: 'continue' });
  });

  it('keeps arguments with names of built-in properties, and every character', () => {
    const { args } = step(`, args: {__proto__: x, constructor: y, "cl\\u00e9": "\\U0001F680 ok", z: "a\\\\b\\"c\\nd"}`);
    expect([...args]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['clé', '🚀 ok'],
      ['z', 'a\\b"c\nd'],
    ]);
  });
});
