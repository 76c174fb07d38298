import { isOfType, PARAMETER_TYPES } from '../../ir/parameter.ts';
import type { Rule } from './facts.ts';
import { RESERVED_KEYS } from './reserved-keys.ts';

/** Declared inputs are context keys, and their defaults are of their types. */
export const parameters: Rule = ({ graph, report }) => {
  for (const [name, { type = 'string', default: initial, at }] of graph.parameters ?? []) {
    const { dialect } = graph;
    if (!/^[A-Za-z0-9_]+$/.test(name) || RESERVED_KEYS.includes(name)) report('badInputName', { dialect, name }, at);
    const known = PARAMETER_TYPES.find((word) => word === type);
    if (known && initial !== undefined && initial !== null && !isOfType(initial, known)) {
      report('badInputDefault', { dialect, name, type }, at);
    }
  }
};
