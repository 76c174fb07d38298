import { answerDeps } from '../../../cloud/deployed.ts';
import { sendReply } from '../../../cloud/executions.ts';
import type { CloudRun } from '../../../cloud/runs.ts';
import { readCloudRun } from '../../../cloud/runs.ts';
import type { Answered } from '../../../node/answer-and-tell.ts';
import { answerAndTell } from '../../../node/answer-and-tell.ts';
import type { PersonAnswer } from '../../../node/human.ts';
import { exitCode } from '../../exit-codes.ts';
import { followRun } from '../../follow-run.ts';
import type { CloudOptions } from '../../in-cloud.ts';
import { chooseCloudRun, inCloud } from '../../in-cloud.ts';
import type { Command } from '../../io.ts';
import { isRefused, refuse } from '../../io.ts';
import { givenAnswer, whyNoAnswer } from '../../person-answer.ts';
import { resultJson } from '../../print-result.ts';

type Refused = Extract<Answered, { kind: 'refused' }>;

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
    const answered = await answerAndTell(
      { run, node, answer: givenAnswer(options) },
      answerDeps(deployed, io.now),
      (reply) => sendReply(deployed.stepFunctions, reply),
    );
    if (answered.kind === 'refused') return refuse(call, { refused: whyRefused(answered, recorded, node) });
    if (!answered.told)
      io.stderr(`${io.colours.yellow('warning')} no execution waits for it; stepwright resume${about} goes on\n`);
    // Where no execution waits for it, nothing happens that could be shown.
    if (options.wait && answered.told) return followRun(call, place, { run, execution: header.owner });
    const { status, state } = (await readCloudRun(deployed, run))!;
    if (options.json) io.stdout(resultJson({ status, state, transitions: null }, []));
    else io.stdout(`${node} of the run ${run} is answered.\nLook at it with: stepwright status${about} --run ${run}\n`);
    return exitCode.done;
  });

/** Where nothing was there to be answered, what might have been meant instead. */
function whyRefused({ reason, why }: Refused, recorded: CloudRun, node: string): string {
  return reason === 'unknown' || reason === 'not-waiting' ? whyNoAnswer(recorded, node) : why;
}
