import { check } from '../../lib/compile/check.ts';
import { isCertain } from './certain-inputs.ts';
import type { Case, GraphFile, StepsFile } from './generated.ts';
import { yamlOf } from './generated.ts';

/**
 * Takes away from a case what it does not need to stay remarkable: nodes, edges, fields, outcomes. Shrinking the numbers
 * that a case is built from gives a smaller one; this works on the file itself and gives the smallest.
 */
export async function minimise(example: Case, isRemarkable: (smaller: Case) => Promise<boolean>): Promise<Case> {
  for (const smaller of smallerCases(example)) {
    if (isFit(smaller) && (await isRemarkable(smaller))) return minimise(smaller, isRemarkable);
  }
  return example;
}

function isFit({ workflow, script }: Case): boolean {
  if (!check(yamlOf({ workflow })).graph) return false;
  if ('steps' in workflow) return true;
  return workflow.nodes.every(({ id, inputs = [], outputs = [] }) => {
    const files = (script[id] ?? []).flatMap(({ artifacts }) => Object.keys(artifacts ?? {}));
    return (
      inputs.every((input) => isCertain(input, id, workflow)) &&
      files.every((file) => outputs.some((path) => path === file || (path.endsWith('/') && file.startsWith(path))))
    );
  });
}

function* smallerCases(example: Case): Generator<Case> {
  for (const smaller of withoutFields(example, ['workflow', 'script'])) yield smaller;
  for (const id of Object.keys(example.second ?? {})) yield { ...example, second: omit(example.second!, id) };
  for (const answers of without(example.answers ?? [])) yield { ...example, answers };
  for (const workflow of 'nodes' in example.workflow
    ? smallerGraphs(example.workflow)
    : smallerSteps(example.workflow)) {
    const items = 'nodes' in workflow ? workflow.nodes : workflow.steps;
    const kept = Object.entries(example.script).filter(([id]) => items.some((item) => item.id === id));
    yield { ...example, workflow, script: Object.fromEntries(kept) };
  }
  for (const [id, list] of Object.entries(example.script)) {
    const { [id]: _gone, ...others } = example.script;
    yield { ...example, script: others };
    for (const shorter of without(list))
      if (shorter.length > 0) yield { ...example, script: { ...example.script, [id]: shorter } };
    for (const [at, outcome] of list.entries()) {
      if (Object.keys(outcome).length > 0) yield { ...example, script: { ...example.script, [id]: list.with(at, {}) } };
    }
  }
}

function* smallerGraphs(file: GraphFile): Generator<GraphFile> {
  for (const smaller of withoutFields(file, ['name', 'version', 'nodes', 'edges', 'final'])) yield smaller;
  for (const node of file.nodes) {
    if (node.id === file.final) continue;
    const edges = file.edges.filter(({ from, to }) => from !== node.id && to !== node.id);
    const nodes = file.nodes.filter((other) => other !== node);
    yield { ...file, nodes, edges };
    // Its followers may also come right after its predecessors.
    const before = file.edges.filter(({ to, loop }) => to === node.id && !loop);
    const after = file.edges.filter(({ from, loop }) => from === node.id && !loop);
    yield { ...file, nodes, edges: [...edges, ...before.flatMap((edge) => after.map(({ to }) => ({ ...edge, to })))] };
  }
  for (const edges of without(file.edges)) yield { ...file, edges };
  for (const [at, edge] of file.edges.entries()) {
    const pair = file.edges.filter((other) => other.from === edge.from && other.kind !== undefined);
    if (pair.includes(edge)) yield { ...file, edges: file.edges.filter((other) => !pair.includes(other)) };
    for (const smaller of withoutFields(edge, ['from', 'to', 'kind']))
      yield { ...file, edges: file.edges.with(at, smaller) };
  }
  for (const nodes of smallerItems(file.nodes, ['id', 'skill', 'role'])) yield { ...file, nodes };
}

function* smallerSteps(file: StepsFile): Generator<StepsFile> {
  for (const steps of without(file.steps)) {
    yield { ...file, steps };
    const ids = steps.map((step) => step.id);
    const kept = steps.map((step) => {
      const dependsOn = step.depends_on?.filter((id) => ids.includes(id));
      return { ...step, ...(dependsOn && { depends_on: dependsOn }) };
    });
    yield { ...file, steps: kept };
  }
  for (const steps of smallerItems(file.steps, ['id', 'command'])) yield { ...file, steps };
}

function* smallerItems<T extends object>(items: readonly T[], needed: readonly string[]): Generator<T[]> {
  for (const [at, item] of items.entries()) {
    for (const smaller of withoutFields(item, needed)) yield items.with(at, smaller);
  }
}

function* withoutFields<T extends object>(item: T, needed: readonly string[]): Generator<T> {
  for (const field of Object.keys(item)) {
    if (needed.includes(field)) continue;
    yield Object.fromEntries(Object.entries(item).filter(([name]) => name !== field)) as T;
  }
}

function omit<T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
}

function without<T>(list: readonly T[]): T[][] {
  return list.map((_item, at) => list.toSpliced(at, 1));
}
