import type { Position } from '../../ir/position.ts';
import type { Rule } from './facts.ts';

/** Seconds that a skill has in one Lambda function: its 900 less what starting and recording may take. */
const LAMBDA = 840;
const USUAL = { least: 10, most: 3600 };

/** V012: a limit is 10 to 3600 seconds. In both dialects: no longer than one Lambda function allows. */
export const timeouts: Rule = ({ graph, environment, report }) => {
  const { dialect } = graph;
  const limits = graph.nodes
    .filter(({ human }) => !human)
    .map(({ timeoutSeconds, timeoutAt }) => ({ value: timeoutSeconds, at: timeoutAt }));
  // A default is told once, where it is stated, and not for each step that has it.
  const seen = new Set<string>();
  for (const { value: seconds, at } of [...(graph.defaultTimeout ? [graph.defaultTimeout] : []), ...limits]) {
    if (seen.has(key(at))) continue;
    seen.add(key(at));
    const unusual = dialect === 'steps' && (seconds < USUAL.least || seconds > USUAL.most);
    if (seconds > LAMBDA && environment.target === 'aws') report('timeoutNotDeployable', { dialect, seconds }, at);
    else if (unusual) report('timeoutUnusual', { seconds }, at);
    else if (seconds > LAMBDA) report('timeoutOverLambda', { dialect, seconds }, at);
  }
};

function key({ line, column }: Position): string {
  return `${line}:${column}`;
}
