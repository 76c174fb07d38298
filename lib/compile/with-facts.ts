import type { Graph, GraphNode } from '../ir/graph.ts';
import type { SkillFacts } from '../ir/skill-facts.ts';
import { timeoutAnswerOf } from '../ir/timeout-answer.ts';
import type { Environment } from './check.ts';

/** The graph with what is known of its skills; the same one where nothing is known that makes a difference. */
export function withFacts(graph: Graph, skill: Environment['skill']): Graph {
  if (!skill) return graph;
  const nodes = graph.nodes.map((node) => {
    const facts = skill(node.skill.text);
    return facts && matters(facts) ? withSkill(node, facts) : node;
  });
  return nodes.every((node, i) => node === graph.nodes[i]) ? graph : { ...graph, nodes };
}

function matters(facts: SkillFacts): boolean {
  const { kind, host, waits, timeoutSeconds, workspace } = facts;
  return host !== 'shared' || waits || kind === 'human' || timeoutSeconds !== undefined || workspace === true;
}

/** A skill that asks a person makes its node a human one; its own limit is for nodes that state none. */
function withSkill(node: GraphNode, facts: SkillFacts): GraphNode {
  const stated = node.timeoutAt !== node.at;
  return {
    ...node,
    skillFacts: facts,
    human: node.human || facts.kind === 'human',
    ...(facts.onTimeout && !node.onTimeout && { onTimeout: timeoutAnswerOf(facts.onTimeout, node.skill.at) }),
    ...(!stated &&
      facts.timeoutSeconds !== undefined && { timeoutSeconds: facts.timeoutSeconds, timeoutAt: node.skill.at }),
  };
}
