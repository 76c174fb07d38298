import type { GraphNode } from '../../ir/graph.ts';
import type { Position } from '../../ir/position.ts';
import type { SkillFacts } from '../../ir/skill-facts.ts';
import type { Rule } from './facts.ts';

/** Seconds that a skill has in one Lambda function: its 900 less what starting and recording may take. */
const LAMBDA = 840;
const USUAL = { least: 10, most: 3600 };

/** V012: a limit is 10 to 3600 seconds. In both dialects: no longer than one Lambda function allows. */
export const timeouts: Rule = ({ graph, environment, report }) => {
  const { dialect } = graph;
  const nodes = graph.nodes.map((node) => {
    const facts = environment.skill?.(node.skill.text);
    return { ...limitOf(node, facts), inLambda: endsWithLambda(facts), human: node.human || facts?.kind === 'human' };
  });
  const limits = nodes.filter(({ human }) => !human);
  const inLambda = new Set(limits.filter((limit) => limit.inLambda).map(({ at }) => key(at)));
  const fallback = graph.defaultTimeout;
  // A default that no step has is meant for those to come.
  if (fallback && !nodes.some(({ at }) => key(at) === key(fallback.at))) inLambda.add(key(fallback.at));
  // A default is told once, where it is stated, and not for each step that has it.
  const seen = new Set<string>();
  for (const { value: seconds, at } of [...(fallback ? [fallback] : []), ...limits]) {
    if (seen.has(key(at))) continue;
    seen.add(key(at));
    const tooLong = seconds > LAMBDA && inLambda.has(key(at));
    const unusual = dialect === 'steps' && (seconds < USUAL.least || seconds > USUAL.most);
    if (tooLong && environment.target === 'aws') report('timeoutNotDeployable', { dialect, seconds }, at);
    else if (unusual) report('timeoutUnusual', { seconds }, at);
    else if (tooLong) report('timeoutOverLambda', { dialect, seconds }, at);
  }
};

/** The node's own limit, else that of its skill. */
function limitOf(node: GraphNode, facts: SkillFacts | undefined): { value: number; at: Position } {
  const stated = node.timeoutAt !== node.at;
  if (stated || facts?.timeoutSeconds === undefined) return { value: node.timeoutSeconds, at: node.timeoutAt };
  return { value: facts.timeoutSeconds, at: node.skill.at };
}

/** A container works for as long as it takes; so does what is done elsewhere and answered later. */
function endsWithLambda(facts: SkillFacts | undefined): boolean {
  if (!facts) return true;
  if (facts.host === 'container') return false;
  return !(facts.waits && (facts.kind === 'lambda' || facts.kind === 'workflow' || facts.kind === 'human'));
}

function key({ line, column }: Position): string {
  return `${line}:${column}`;
}
