import { covers } from '../../ir/paths.ts';
import { fillJson } from '../command/fill.ts';
import type { SkillEnvironment, WorkflowEnd } from '../environment.ts';
import { leaveBehind } from '../left-work.ts';
import type { SkillOf } from '../resolved.ts';
import type { SkillContext, SkillOutcome, SkillResult } from '../skill.ts';
import { childRun } from './child-run.ts';

/**
 * Starts another workflow, waits for its end, and hands over those of its artifacts that the node declares as outputs.
 * Another attempt goes on with the same run. Throws where that cannot be started.
 */
export async function executeWorkflow(
  skill: SkillOf<'workflow'>,
  context: SkillContext,
  { workflows }: SkillEnvironment,
): Promise<SkillResult> {
  const { run, node, round, signal, host } = context;
  const { workflow } = skill.manifest;
  if (!workflows) throw new Error('no other workflow can be started here');
  const child = childRun(run, node, round);
  const request = { workflow, input: inputOf(skill, context), run: child, signal };
  if (workflows.kind === 'here') {
    const running = workflows.run(request);
    // After a timeout or a cancel nobody waits for it, but this process does before it ends.
    leaveBehind(running);
    return outcomeOf(await running, child, context);
  }
  const end = await workflows.ended(request);
  if (end) return outcomeOf(end, child, context);
  if (!host?.handOver) throw new Error('no other workflow can be waited for here');
  return host.handOver(`the run ${child} of ${workflow}`, () => workflows.start(request, { run, node, round }));
}

function inputOf({ manifest }: SkillOf<'workflow'>, context: SkillContext): unknown {
  if (manifest.input !== undefined) return fillJson(manifest.input, context);
  return Object.keys(context.args).length > 0 ? { ...context.args } : context.input;
}

async function outcomeOf(end: WorkflowEnd, run: string, { outputs, host }: SkillContext): Promise<SkillOutcome> {
  if (end.status === 'paused') {
    const why = `the run ${run} waits for a person: ${end.note ?? ''}`;
    if (host?.pauseBehind) host.pauseBehind(why);
    throw new Error(why);
  }
  return workflowOutcome(end, run, outputs);
}

/** What the end of another workflow's run means for the node that has started it. */
export async function workflowOutcome(
  end: WorkflowEnd,
  run: string,
  outputs: readonly string[],
): Promise<SkillOutcome> {
  if (end.status === 'failed') return { status: 'failed', note: `the run ${run} has failed: ${end.note ?? ''}` };
  const wanted = [...end.artifacts].filter(([path]) => outputs.some((output) => covers(output, path)));
  const artifacts = await Promise.all(wanted.map(async ([path, read]) => [path, await read()] as const));
  const note = `the run ${run} is ${end.status}`;
  return { output: note, note, artifacts: Object.fromEntries(artifacts) };
}
