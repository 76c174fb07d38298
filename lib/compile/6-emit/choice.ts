import type { ChoiceRule, ChoiceState } from '../../asl/definition.ts';
import type { Analysis } from '../../ir/analysis.ts';
import { loopName } from '../../ir/table.ts';
import type { TreeArm } from '../../ir/tree.ts';
import type { LoopBack } from './loop-choices.ts';

/**
 * A rule that enters an arm when the router's answer is one of the arm's outcomes. Slugs alone stand in conditions;
 * labels are the user's text and stand in the comment.
 */
export function armRule(analysis: Analysis, router: number, arm: TreeArm, path: string, next: string): ChoiceRule {
  const labels = arm.outcomes.map(
    (slug) => analysis.outcomes[router]!.outcomes.find((o) => o.slug === slug)?.label ?? slug,
  );
  const take = `$states.input${path}.take`;
  const [only, ...others] = arm.outcomes;
  const test =
    others.length === 0 ? `${take} = ${quoted(only!)}` : `${take} in [${arm.outcomes.map(quoted).join(', ')}]`;
  return { Comment: `label: ${labels.join(' | ')}`, Condition: `{% ${test} %}`, Next: next };
}

/**
 * A rule that goes back when a loop was asked for within its bound. The first handler there counts it, if the region is
 * still in the turn in which this was decided.
 */
export function loopRule(analysis: Analysis, back: LoopBack, region: string, next: string): ChoiceRule {
  const { from, edge, bound } = analysis.loops[back.loop]!;
  const label = analysis.graph.edges[edge]!.label?.text;
  return {
    Comment: label === undefined ? `loop at most ${bound} times` : `loop at most ${bound} times: ${label}`,
    Condition: `{% ${back.path === undefined ? reported(back.loop, bound) : answered(analysis, back, from, back.path, bound)} %}`,
    Output: { apply: { [region]: `{% $max([$states.input.turns.${region}]) %}` } },
    Next: next,
  };
}

function answered(analysis: Analysis, back: LoopBack, from: number, path: string, bound: number): string {
  const slug = analysis.outcomes[from]!.outcomes.find((outcome) => outcome.asks === back.loop)!.slug;
  const at = `$states.input${path}`;
  return `${at}.take = ${quoted(slug)} and ${at}.round <= ${bound}`;
}

/** The ask stands in some result of a list, or of a node behind the source. */
function reported(loop: number, bound: number): string {
  const asked = `$max([0, $states.input.asks.${loopName(loop)}])`;
  return `${asked} > 0 and ${asked} <= ${bound}`;
}

export function choiceState(comment: string, rules: readonly ChoiceRule[], otherwise: string): ChoiceState {
  return { Type: 'Choice', Comment: comment, Choices: rules, Default: otherwise };
}

function quoted(slug: string): string {
  return `"${slug}"`;
}
