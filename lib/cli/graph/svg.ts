import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { dot } from './dot.ts';
import type { Picture } from './picture.ts';

/** The picture as SVG, laid out by Graphviz, which is built in. */
export async function svg(picture: Picture): Promise<string> {
  const graphviz = await Graphviz.load();
  const text = graphviz.layout(dot(picture), 'svg', 'dot');
  // What stands before is for readers of whole XML files, and a comment of the program that drew it.
  return `${text.slice(text.indexOf('<svg')).trimEnd()}\n`;
}
