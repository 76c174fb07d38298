import type { Deployed } from '../../../cloud/deployed.ts';
import { answerDeps } from '../../../cloud/deployed.ts';
import { sendReply } from '../../../cloud/executions.ts';
import type { CloudRun } from '../../../cloud/runs.ts';
import { readCloudRun } from '../../../cloud/runs.ts';
import { BLOCKED, isNamed } from '../../../node/failures.ts';
import type { PersonAnswer } from '../../../node/human.ts';
import { answerNode, recordedReply } from '../../../node/human.ts';
import { exitCode } from '../../exit-codes.ts';
import { followRun } from '../../follow-run.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { chooseCloudRun, inCloud } from '../../in-cloud.ts';
import type { Command, Refused } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { givenAnswer, whyNoAnswer } from '../../person-answer.ts';
import { resultJson } from '../../print-result.ts';

interface Options extends CloudOptions, PersonAnswer {
  readonly run?: string;
  readonly wait?: boolean;
}

/** Answers a node of a deployed workflow that waits for a person. The answer is recorded, then the machine is told. */
export const approve: Command<Options> = (call) =>
  inCloud(call, call.args[1], async (place) => {
    const { io, args, options } = call;
    const { deployed, about } = place;
    const node = args[0]!.normalize('NFC');
    const waits = ({ state }: CloudRun) => state.nodes.get(node)?.waiting !== undefined;
    const recorded = await chooseCloudRun(deployed, options.run, waits);
    if (isRefused(recorded)) return refuse(call, recorded);
    const { run, header } = recorded;
    const refused = waits(recorded)
      ? await record(deployed, run, node, { answer: givenAnswer(options), now: io.now })
      : { refused: whyNoAnswer(recorded, node) };
    const told = deployed.workflow.byId.has(node) && (await tellMachine(deployed, run, node));
    if (refused) return refuse(call, refused);
    if (!told)
      io.stderr(`${io.colours.yellow('warning')} no execution waits for it; stepwright resume${about} goes on\n`);
    if (options.wait) return followRun(call, place, { run, execution: header.owner });
    const { status, state } = (await readCloudRun(deployed, run))!;
    if (options.json) io.stdout(resultJson({ status, state, transitions: null }, []));
    else io.stdout(`${node} of the run ${run} is answered.\nLook at it with: stepwright status${about} --run ${run}\n`);
    return exitCode.done;
  });

interface Answering {
  readonly answer: PersonAnswer;
  readonly now: () => Date;
}

async function record(
  deployed: Deployed,
  run: string,
  node: string,
  { answer, now }: Answering,
): Promise<Refused | undefined> {
  try {
    const answered = await answerNode(run, node, answer, answerDeps(deployed, now));
    return answered.kind === 'refused' ? { refused: answered.why } : undefined;
  } catch (error) {
    // The answer was a failure that nothing explains: it is recorded, and the machine hears of it.
    if (isNamed(error, BLOCKED)) return undefined;
    throw error;
  }
}

/** Sends what is recorded, also after a refused answer: whoever gave the first one may have got no further. */
async function tellMachine(deployed: Deployed, run: string, node: string): Promise<boolean> {
  const reply = await recordedReply(run, node, deployed);
  return reply !== undefined && (await sendReply(deployed.stepFunctions, reply));
}
