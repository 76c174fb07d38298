import type { GraphNode, TimeoutAnswer } from '../../ir/graph.ts';
import { isSkipLabel } from '../../ir/label.ts';
import type { SkillFacts } from '../../ir/skill-facts.ts';
import { timeoutAnswerOf } from '../../ir/timeout-answer.ts';
import type { Facts, Rule } from './facts.ts';

/** The answer that counts when nobody gives one is one that a person could have given. */
export const timeoutAnswers: Rule = (facts) => {
  for (const node of facts.graph.nodes) {
    const skill = askingSkill(node, facts);
    if (skill?.choices) checkChoices(node, skill.choices, facts);
    if (!node.onTimeout && skill?.onTimeout) checkAnswer(node, timeoutAnswerOf(skill.onTimeout, node.skill.at), facts);
    if (!node.onTimeout) continue;
    if (node.human || skill) checkAnswer(node, node.onTimeout, facts);
    else facts.report('timeoutAnswerIdle', { id: node.id }, node.onTimeout.at);
  }
};

/** What is known of a node's skill that asks a person. */
function askingSkill(node: GraphNode, { environment }: Facts): SkillFacts | undefined {
  const skill = environment.skill?.(node.skill.text);
  return skill?.kind === 'human' ? skill : undefined;
}

function checkChoices(node: GraphNode, choices: readonly string[], facts: Facts): void {
  const { offered } = choiceOf(node, facts);
  const unknown = offered.length === 0 ? [] : choices.filter((choice) => !offered.includes(choice.trim()));
  for (const choice of unknown) facts.report('choiceUnknown', { id: node.id, choice, offered }, node.skill.at);
}

function checkAnswer(node: GraphNode, { label, text, fail, at }: TimeoutAnswer, facts: Facts): void {
  const { report } = facts;
  const { id } = node;
  if (fail !== undefined) {
    if (label || text !== undefined) report('timeoutAnswerBoth', { id }, at);
    return;
  }
  if (!label && text === undefined) report('timeoutAnswerEmpty', { id }, at);
  const { offered: labels, mayNameNone } = choiceOf(node, facts);
  const offered = askingSkill(node, facts)?.choices ?? labels;
  if (!label) {
    if (!mayNameNone) report('timeoutLabelMissing', { id, offered }, at);
  } else if (!offered.includes(label.text.trim()))
    report('timeoutLabelUnknown', { id, label: label.text, offered }, label.at);
}

/** The labels that an answer may choose from, and whether it need not (semantics: which edges are taken). */
function choiceOf(node: GraphNode, { graph, outgoing }: Facts): { offered: string[]; mayNameNone: boolean } {
  const edges = outgoing(node.id);
  const normal = edges.filter(({ kind }) => kind === 'normal');
  const ways = normal.filter(({ loop, label }) => !loop && !(node.guard && isSkipLabel(label?.text)));
  const loops = normal.filter(({ loop }) => loop);
  const isFinal = graph.final?.text === node.id;
  // A node whose only way is back takes it without being told.
  if (loops.length === 1 && edges.length === 1 && !isFinal) return { offered: [], mayNameNone: true };
  const captions = [...new Set(ways.flatMap(({ label }) => (label ? [label.text] : [])))];
  const chooses = node.split?.value !== 'all' && (loops.length > 0 || captions.length > 1);
  const labels = chooses ? captions : [];
  const offered = [...labels, ...loops.flatMap(({ label }) => (label ? [label.text] : []))];
  const gate = edges.some(({ kind }) => kind === 'on_pass');
  const mayNameNone = !chooses || isFinal || ways.some(({ label }) => !label) || (gate && captions.length === 0);
  return { offered, mayNameNone };
}
