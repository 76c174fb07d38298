import type { Picture, PictureEdge, PictureNode } from './picture.ts';

/** A flowchart that GitHub and others draw in Markdown. */
export function mermaid({ nodes, edges }: Picture): string {
  const classes = new Map<string, string>();
  const lines = nodes.map((node) => `  ${nodeText(node)}:::${className(classes, node)}`);
  lines.push(...edges.map((edge) => `  ${edgeText(edge)}`));
  lines.push(...[...classes].map(([style, name]) => `  classDef ${name} ${style}`));
  return `flowchart TD\n${lines.join('\n')}\n`;
}

function nodeText({ key, lines, shape }: PictureNode): string {
  const text = `"${lines.map(quoted).join('<br>')}"`;
  switch (shape) {
    case 'box':
      return `${key}[${text}]`;
    case 'choice':
      return `${key}{{${text}}}`;
    case 'person':
      return `${key}[/${text}/]`;
    case 'end':
      return `${key}([${text}])`;
  }
}

function edgeText({ from, to, label, back, failure }: PictureEdge): string {
  const line = back || failure ? '-.->' : '-->';
  return label === '' ? `${from} ${line} ${to}` : `${from} ${line}|"${quoted(label)}"| ${to}`;
}

function className(classes: Map<string, string>, { colours }: PictureNode): string {
  const style = `fill:${colours.fill},stroke:${colours.line},color:${colours.text}`;
  const name = classes.get(style) ?? `c${classes.size}`;
  classes.set(style, name);
  return name;
}

/** Everything that means something to Mermaid or to HTML, as entities. */
function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,:;!?()+*/=_-]/gu, (character) => `#${character.codePointAt(0)!};`);
}
