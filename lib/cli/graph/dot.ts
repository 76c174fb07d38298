import type { Picture, PictureEdge, PictureNode } from './picture.ts';

const shapes = { box: 'box', choice: 'hexagon', person: 'parallelogram', end: 'oval' };

/** For Graphviz. */
export function dot({ title, nodes, edges }: Picture): string {
  const lines = [
    `label=${quoted(title)}; labelloc=t; fontname="Helvetica"; fontsize=16; rankdir=TB; nodesep=0.35; ranksep=0.5`,
    'node [fontname="Helvetica", fontsize=11, style="filled,rounded", margin="0.16,0.08"]',
    'edge [fontname="Helvetica", fontsize=9, color="#475569", fontcolor="#334155", arrowsize=0.7]',
    ...nodes.map(nodeText),
    ...edges.map(edgeText),
  ];
  return `digraph workflow {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function nodeText({ key, lines, shape, colours }: PictureNode): string {
  const { fill, line, text } = colours;
  // Rounded corners are for boxes alone.
  const style = shape === 'box' ? '' : ', style=filled';
  return `${key} [label=${quoted(lines.join('\n'))}, shape=${shapes[shape]}, fillcolor="${fill}", color="${line}", fontcolor="${text}"${style}]`;
}

function edgeText({ from, to, label, back, failure }: PictureEdge): string {
  const attributes = [
    ...(label === '' ? [] : [`label=${quoted(label)}`]),
    ...(back ? ['style=dashed', 'constraint=false'] : []),
    ...(failure ? ['color="#b91c1c"', 'fontcolor="#b91c1c"'] : []),
  ];
  return `${from} -> ${to}${attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
