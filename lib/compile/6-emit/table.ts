import type { Analysis } from '../../ir/analysis.ts';
import type { Graph, GraphNode, TimeoutAnswer } from '../../ir/graph.ts';
import type { ParameterType } from '../../ir/parameter.ts';
import { shortHash } from '../../ir/names.ts';
import type { Shape } from '../../ir/shape.ts';
import { inputsOf, regionInputs, regionItems } from '../../ir/shape.ts';
import type { Arm, FailureKind, LoopEntry, NodeEntry, ParameterEntry, WorkflowTable } from '../../ir/table.ts';
import type { Tree } from '../../ir/tree.ts';
import { changesEntries } from './changes-entries.ts';
import { contextEntries, inputEntries } from './data-entries.ts';
import { pauses } from './host.ts';
import { loopChoices } from './loop-choices.ts';
import { defaultRetries, timeoutOf } from './task.ts';
import { waitsOf } from './waits.ts';

/** Everything that the handlers know of the workflow. */
export function workflowTable(analysis: Analysis, tree: Tree, slugs: readonly string[]): WorkflowTable {
  const { graph } = analysis;
  const id = (node: number) => graph.nodes[node]!.id;
  const around = surroundings(analysis, tree);
  const waits = waitsOf(analysis);
  const context = contextEntries(analysis);
  const inputs = inputEntries(analysis);
  const intake = intakeNodes(analysis);
  const changes = changesEntries(analysis, slugs);
  const resetBy = graph.nodes.map((): number[] => []);
  analysis.loops.forEach((loop, index) => loop.resets.forEach((node) => resetBy[node]!.push(index)));
  return {
    format: 1,
    name: graph.name.text,
    version: graph.version.text,
    ...(graph.description !== undefined && { description: graph.description }),
    dialect: graph.dialect,
    ...(graph.client !== undefined && { client: graph.client }),
    ...(graph.final && { final: graph.final.text }),
    parameters: parameterEntries(graph),
    ...(graph.budget && { budget: graph.budget }),
    nodes: graph.nodes.map((node, index): NodeEntry => ({
      ...described(node),
      slug: slugs[index]!,
      hash: contentHash(analysis, index),
      timeoutSeconds: timeoutOf(node),
      inputs: inputs[index]!,
      intake: intake.has(index),
      ...analysis.outcomes[index]!,
      waits: waits[index]!,
      arms: around.arms[index]!,
      resetBy: resetBy[index]!,
      reports: around.reports[index]!.map(id),
      context: context[index]!,
      ...(changes[index] && { changes: changes[index] }),
      retries: defaultRetries(node),
      ...(node.retry?.backoffSeconds !== undefined && { backoffSeconds: node.retry.backoffSeconds }),
      ...(node.retry && node.retry.on.length > 0 && { retryOn: node.retry.on as FailureKind[] }),
    })),
    edges: graph.edges.map(({ from, to, label, kind }) => ({
      from,
      to,
      kind,
      ...(label && { label: label.text.trim() }),
    })),
    loops: loopEntries(analysis),
    regions: analysis.regions.map(({ parent, nodes }) => ({
      ...(parent !== undefined && { parent }),
      nodes: [...nodes].sort((a, b) => a - b).map(id),
    })),
    order: analysis.order.map(id),
  };
}

function parameterEntries(graph: Graph): ParameterEntry[] {
  return [...(graph.parameters ?? [])].map(([name, parameter]) => ({
    name,
    type: (parameter.type ?? 'string') as ParameterType,
    required: parameter.required,
    ...(parameter.default !== undefined && parameter.default !== null && { fallback: parameter.default }),
    ...(parameter.description !== undefined && { description: parameter.description }),
  }));
}

/** What the table takes over from a node as it is. */
function described(node: GraphNode) {
  const { guard } = node;
  return {
    id: node.id,
    skill: node.skill.text,
    ...(node.role !== undefined && { role: node.role }),
    ...(node.name !== undefined && { name: node.name }),
    ...(node.description !== undefined && { description: node.description }),
    human: node.human,
    ...(node.human && node.skillFacts?.question !== undefined && { question: node.skillFacts.question }),
    ...(node.human && node.skillFacts?.choices && { choices: node.skillFacts.choices }),
    ...(node.human && node.onTimeout && { onTimeout: timeoutAnswer(node.onTimeout) }),
    ...(node.budget && { budget: node.budget }),
    ...(pauses(node) && { pauses: true as const }),
    ...(node.prompt && { prompt: node.prompt }),
    onError: node.onError,
    args: [...node.args],
    ...(guard && {
      guard: { kind: guard.kind, source: guard.source.text, ...(guard.predicate && { predicate: guard.predicate }) },
    }),
    outputs: node.outputs.map((output) => output.text),
    ...(node.outputAs && { outputAs: node.outputAs.text }),
  };
}

function timeoutAnswer({ label, text, fail }: TimeoutAnswer) {
  return {
    ...(label && { label: label.text.trim() }),
    ...(text !== undefined && { text }),
    ...(fail !== undefined && { fail }),
  };
}

function loopEntries(analysis: Analysis): LoopEntry[] {
  const ids = analysis.graph.nodes.map((node) => node.id);
  const plain = analysis.loops.map(({ from, to }) => `${ids[from]}→${ids[to]}`);
  return analysis.loops.map(({ edge, from, to, bound, region }, i) => {
    const label = analysis.graph.edges[edge]!.label?.text.trim();
    const alone = plain.filter((key) => key === plain[i]).length === 1;
    return {
      key: alone ? plain[i]! : `${plain[i]!} (${label ?? ''})`,
      from: ids[from]!,
      to: ids[to]!,
      ...(label !== undefined && { label }),
      bound,
      region,
    };
  });
}

/** For each node the arms around it, and the sources whose asks it reports. */
function surroundings(analysis: Analysis, root: Tree): { arms: (readonly Arm[])[]; reports: number[][] } {
  const arms: (readonly Arm[])[] = analysis.graph.nodes.map(() => []);
  const reports = analysis.graph.nodes.map((): number[] => []);
  const visit = (tree: Tree, inside: readonly Arm[], input: Shape): void => {
    switch (tree.kind) {
      case 'node':
        arms[tree.node] = inside;
        return;
      case 'sequence':
        visitAll(tree.items, inside, inputsOf(tree.items, input));
        return;
      case 'parallel':
        for (const branch of tree.branches) visit(branch, inside, input);
        return;
      case 'choice': {
        const router = analysis.graph.nodes[tree.router]!.id;
        for (const arm of tree.arms) visit(arm.body, [...inside, { router, outcomes: arm.outcomes }], input);
        return;
      }
      case 'region':
        visitAll(regionItems(tree), inside, regionInputs(tree, input));
        for (const { loop, reporters } of loopChoices(analysis, tree, input).flatMap((choice) => choice.backs)) {
          for (const node of reporters)
            if (!reports[node]!.includes(analysis.loops[loop]!.from)) reports[node]!.push(analysis.loops[loop]!.from);
        }
    }
  };
  const visitAll = (items: readonly Tree[], inside: readonly Arm[], inputs: readonly Shape[]) => {
    items.forEach((item, i) => visit(item, inside, inputs[i]!));
  };
  visit(root, [], { kind: 'open' });
  return { arms, reports };
}

/** The run's input goes to every entry node with role intake, or to all entry nodes when there is none. */
function intakeNodes(analysis: Analysis): Set<number> {
  const { nodes } = analysis.graph;
  const entered = new Set(analysis.forward.map((edge) => analysis.ends[edge]![1]));
  const entries = [...nodes.keys()].filter((node) => !entered.has(node) || nodes[node]!.independent);
  const intake = entries.filter((node) => nodes[node]!.role === 'intake');
  return new Set(intake.length > 0 ? intake : entries);
}

/** A hash of all that a node is, but for descriptions: its fields and the edges that enter it. */
function contentHash(analysis: Analysis, index: number): string {
  const { graph } = analysis;
  const node = graph.nodes[index]!;
  const entering = analysis.entering[index]!.map((edge) => {
    const { from, label, kind, loop } = graph.edges[edge]!;
    return JSON.stringify([from, label?.text ?? null, kind, loop]);
  });
  const fields = [
    graph.dialect,
    node.skill.text,
    node.role,
    node.inputs.map((t) => t.text),
    node.outputs.map((t) => t.text),
    node.independent,
    node.split?.value,
    node.human,
    node.guard?.source.text,
    [...node.args],
    node.timeoutSeconds,
    node.onError,
    node.outputAs?.text,
    node.retry && [node.retry.max, node.retry.backoffSeconds ?? null, node.retry.on],
    graph.final?.text === node.id,
    entering.sort(),
    // A field that came later stands only where it is used: what was hashed before keeps its hash.
    ...(node.onTimeout ? [timeoutAnswer(node.onTimeout)] : []),
    ...(node.prompt ? [node.prompt] : []),
  ];
  return shortHash(JSON.stringify(fields.map((field) => field ?? null)), 12);
}
