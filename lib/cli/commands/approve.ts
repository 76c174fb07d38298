import type { LocalResult } from '../../local/machine.ts';
import type { RecordedRun } from '../../local/records.ts';
import type { NodeDeps } from '../../node/deps.ts';
import { BLOCKED } from '../../node/failures.ts';
import type { PersonAnswer } from '../../node/human.ts';
import { answerNode } from '../../node/human.ts';
import { settleRun } from '../../node/settle-run.ts';
import { chooseRun, workflowOf } from '../choose-run.ts';
import type { Command, Refused } from '../io.ts';
import { isRefused, refuse } from '../io.ts';
import { badAnswer, givenAnswer, whyNoAnswer } from '../person-answer.ts';
import { prepareRun } from '../prepare-run.ts';
import type { SkillOptions } from '../run-options.ts';
import { chooseScript } from '../run-options.ts';
import { sayInvalid } from '../say-invalid.ts';
import { workOnRun } from '../work-on-run.ts';

interface Options extends SkillOptions, PersonAnswer {
  readonly run?: string;
  readonly cloud?: boolean;
}

/** Answers a node that waits for a person, and goes on with the run. */
export const approve: Command<Options> = async (call) => {
  const { io, args, options } = call;
  const bad = badAnswer(options);
  if (bad !== undefined) return refuse(call, { refused: bad });
  if (options.cloud) return (await import('./cloud/approve.ts')).approve(call);
  const [given, workflow] = args;
  const node = given!.normalize('NFC');
  // The latest run that has such a node: where that has been answered, an older run's node is not meant.
  const prefer = (recorded: RecordedRun) => recorded.state.nodes.has(node);
  const recorded = await chooseRun(io.cwd, { workflow, run: options.run, prefer });
  if (isRefused(recorded)) return refuse(call, recorded);
  if (recorded.state.nodes.get(node)?.waiting === undefined)
    return refuse(call, { refused: whyNoAnswer(recorded, node) });
  const file = workflowOf(io.cwd, workflow, recorded);
  if (isRefused(file)) return refuse(call, file);
  const chosen = await chooseScript(io.cwd, options, recorded.run);
  if (isRefused(chosen)) return refuse(call, chosen);
  const prepared = prepareRun(io.cwd, file, { ...chosen, skillsDir: options.skillsDir });
  if (prepared.kind === 'invalid') return sayInvalid(call, prepared);
  return workOnRun(call, {
    prepared,
    run: recorded.run,
    goesOn: true,
    answers: true,
    before: (deps) => answer(recorded.run, node, options, deps),
    finished: (meanwhile) => refuse(call, { refused: whyNoAnswer(meanwhile, node) }),
  });
};

/** Records the answer. A failure that nothing explains ends the run. */
async function answer(
  run: string,
  node: string,
  options: PersonAnswer,
  deps: NodeDeps,
): Promise<LocalResult | Refused | undefined> {
  try {
    const answered = await answerNode(run, node, givenAnswer(options), deps);
    return answered.kind === 'refused' ? { refused: answered.why } : undefined;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== BLOCKED) throw error;
    const { state, done } = await settleRun({ run, cancelled: false }, deps);
    return { status: 'failed', state, completion: done, transitions: 0 };
  }
}
