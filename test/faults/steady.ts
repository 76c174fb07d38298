import type { ScriptedOutcome } from '../../lib/skills/scripted.ts';
import type { RunSkill } from '../../lib/node/deps.ts';
import { runScripted } from '../../lib/skills/scripted.ts';
import type { Ways } from '../reference/choice.ts';
import { decide, defaultLabel, waysOut } from '../reference/choice.ts';
import type { Case } from '../reference/generated.ts';
import { yamlOf } from '../reference/generated.ts';
import { check } from '../../lib/compile/check.ts';

/** More attempts than faults may take away. */
const RETRIES = 12;

/**
 * The same case made such that its outcome does not hang on how often a skill is executed in one round: whoever may
 * fail otherwise than by a gate's verdict does the same every time. Nobody waits for a person.
 */
export function steady(example: Case): Case {
  const graph = check(yamlOf(example)).graph!;
  const ways = new Map(graph.nodes.map((node) => [node.id, waysOut(node, graph)]));
  const script = Object.entries(example.script).map(([id, list]) => {
    // Outputs are all written, so that a node does not fail for one that an outcome leaves out.
    const calm = list.map(({ wait: _wait, artifacts: _artifacts, ...outcome }) => outcome);
    const failing = calm.find((outcome) => fails(outcome, ways.get(id)!));
    return [id, failing ? [failing] : calm];
  });
  return { ...example, script: Object.fromEntries(script) as Case['script'] };
}

function fails({ error, timeout, fail, label }: ScriptedOutcome, ways: Ways): boolean {
  if (error !== undefined || timeout === true) return true;
  if (fail !== undefined) return !ways.onFailure;
  return decide(ways, label ?? defaultLabel(ways)).kind === 'bad label';
}

/** The same workflow, each node of which may be attempted so often that lost attempts do not end it. */
export function patient({ workflow }: Case): string {
  const retry = { retry: { max: RETRIES } };
  return yamlOf({
    workflow:
      'nodes' in workflow
        ? { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, ...retry })) }
        : { ...workflow, steps: workflow.steps.map((step) => ({ ...step, ...retry })) },
  });
}

/**
 * Skills that go by the rounds in which they are executed: the first such round gets the first outcome, whatever is
 * lost or repeated. What they write says in which execution it was written.
 */
export function skillsByRound({ script }: Case): RunSkill {
  const rounds = new Map<string, number[]>();
  return async (node, context, execution) => {
    const seen = rounds.get(node.id) ?? [];
    if (!seen.includes(context.round))
      rounds.set(
        node.id,
        [...seen, context.round].sort((a, b) => a - b),
      );
    const nth = rounds.get(node.id)!.indexOf(context.round) + 1;
    const content = `execution ${execution}`;
    const artifacts = { ...context.artifacts, write: (path: string) => context.artifacts.write(path, content) };
    const outcomes = new Map(Object.entries(script));
    const result = await runScripted(outcomes, node, { ...context, artifacts }, nth);
    const written = Object.keys(result.artifacts ?? {}).map((path) => [path, content] as const);
    return { ...result, ...(written.length > 0 && { artifacts: Object.fromEntries(written) }) };
  };
}
