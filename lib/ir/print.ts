import type { Analysis } from './analysis.ts';
import type { GraphEdge, GraphNode } from './graph.ts';
import type { Tree } from './tree.ts';

/** The graph and what analysis says of it as stable text: nodes, edges, order without an edge, regions. */
export function printGraph(analysis: Analysis): string {
  const { graph, loops, orders, regions } = analysis;
  const id = (node: number) => name(graph.nodes[node]!.id);
  const loopOf = new Map(loops.map((loop) => [loop.edge, loop]));
  const lines = [`${graph.dialect} ${name(graph.name.text)} ${name(graph.version.text)}`];
  if (graph.final) lines.push(`final ${name(graph.final.text)}`);
  lines.push('nodes', ...graph.nodes.map((node) => `  ${nodeLine(node)}`));
  if (graph.edges.length > 0) lines.push('edges');
  graph.edges.forEach((edge, i) => {
    const loop = loopOf.get(i);
    const back = loop ? `, back at most ${loop.bound} times, region ${loop.region}` : '';
    lines.push(`  ${edgeLine(edge)}${back}`);
  });
  if (orders.length > 0)
    lines.push('order', ...orders.map(({ from, to, why }) => `  ${id(from)} before ${id(to)}: ${why}`));
  if (regions.length > 0) lines.push('regions');
  regions.forEach(({ parent, nodes, loops: own }, i) => {
    const inside = parent === undefined ? '' : ` in ${parent}`;
    const back = own.map((loop) => `${id(loops[loop]!.from)} → ${id(loops[loop]!.to)}`).join(', ');
    lines.push(
      `  ${i}${inside}: ${[...nodes]
        .sort((a, b) => a - b)
        .map(id)
        .join(' ')}; loops ${back}`,
    );
  });
  lines.push(`resolved ${analysis.order.map(id).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

/** The tree as stable text, a line for each part and each arm, two blanks a level. */
export function printTree(analysis: Analysis, tree: Tree): string {
  return `${treeLines(analysis, tree).join('\n')}\n`;
}

function treeLines(analysis: Analysis, tree: Tree): string[] {
  const id = (node: number) => name(analysis.graph.nodes[node]!.id);
  const inner = (part: Tree) => treeLines(analysis, part).map((line) => `  ${line}`);
  switch (tree.kind) {
    case 'node':
      return [id(tree.node)];
    case 'sequence':
      return ['sequence', ...tree.items.flatMap(inner)];
    case 'parallel':
      return ['parallel', ...tree.branches.flatMap(inner)];
    case 'choice':
      return [
        `choice after ${id(tree.router)}`,
        ...tree.arms.flatMap((arm) => [
          `  ${arm.outcomes.map((slug) => outcomeText(analysis, tree.router, slug)).join(' or ')}`,
          ...inner(arm.body).map((line) => `  ${line}`),
        ]),
      ];
    case 'region': {
      const loops = analysis.regions[tree.region]!.loops.map((loop) => analysis.loops[loop]!);
      const bounds = loops.map(({ from, to, bound }) => `${id(from)} → ${id(to)} at most ${bound} times`);
      return [`region ${tree.region}: ${bounds.join(', ')}`, ...inner(tree.body)];
    }
  }
}

/** An outcome by its label, or by what it is where it has none. */
function outcomeText(analysis: Analysis, router: number, slug: string): string {
  const outcome = analysis.outcomes[router]!.outcomes.find((one) => one.slug === slug)!;
  const { label, kind } = outcome;
  return label === undefined || kind !== 'pass' ? `${kind} (${slug})` : `label ${JSON.stringify(label)}`;
}

function nodeLine(node: GraphNode): string {
  const { guard, inputs, outputs } = node;
  const paths = (texts: GraphNode['inputs']) => texts.map(({ text }) => name(text)).join(' ');
  const parts = [
    name(node.id),
    `skill ${name(node.skill.text)}`,
    ...(node.role === undefined ? [] : [node.role]),
    ...(node.independent ? ['independent'] : []),
    ...(node.human ? ['human'] : []),
    ...(node.split ? [`split ${node.split.value}`] : []),
    ...(guard ? [`${guard.kind} ${JSON.stringify(guard.source.text)}`] : []),
    ...(inputs.length > 0 ? [`reads ${paths(inputs)}`] : []),
    ...(outputs.length > 0 ? [`writes ${paths(outputs)}`] : []),
    ...(node.outputAs ? [`output as ${node.outputAs.text}`] : []),
    `on error ${node.onError}`,
    `${node.timeoutSeconds} s`,
  ];
  return parts.join(', ');
}

function edgeLine({ from, to, label, kind }: GraphEdge): string {
  const said = label ? ` ${JSON.stringify(label.text)}` : '';
  return `${name(from)} → ${name(to)}${kind === 'normal' ? '' : ` ${kind}`}${said}`;
}

/** A text as it is where nothing in it can be mistaken, else in quotes. */
function name(text: string): string {
  return /^[\p{L}\p{N}._/-]+$/u.test(text) ? text : JSON.stringify(text);
}
