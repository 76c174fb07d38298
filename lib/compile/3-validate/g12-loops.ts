import type { Rule } from './facts.ts';

/** G12: an edge with `loop: true` leads back to a node that comes before its source. */
export const loops: Rule = ({ sound, before, report }) => {
  for (const { from, to, loop, at } of sound) {
    if (loop && !before(to, from)) report('loopLeadsNowhere', { from, to }, at);
  }
};
