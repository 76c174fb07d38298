import { isSemanticVersion } from '../../ir/semver.ts';
import type { Rule } from './facts.ts';

/** G16 and V010: the version is a semantic one. */
export const version: Rule = ({ graph, report }) => {
  const { text, at } = graph.version;
  if (text.trim() === '' || isSemanticVersion(text)) return;
  report(graph.dialect === 'graph' ? 'graphVersion' : 'stepsVersion', { version: text }, at);
};
