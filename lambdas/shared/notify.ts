import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { Asked } from '../../lib/node/deps.ts';
import type { Notice, Whereabouts } from '../../lib/node/notice.ts';
import { notifyOnce } from '../../lib/node/notify-once.ts';
import { endNotice } from '../../lib/node/notify-end.ts';
import { waitingNotice } from '../../lib/node/notify-waiting.ts';
import type { HandlerDeps } from './deps.ts';

/** What tells people through the stack's topic; nothing where the function has none. */
export interface Notifier {
  readonly onWaiting?: (asked: Asked) => Promise<void>;
  /** Tells that the run has failed, if it has. */
  readonly onEnd: (run: string, timedOut?: boolean) => Promise<void>;
}

/** The environment of a function that notifies (see the stack's `notifications`). */
export function notifier(deps: HandlerDeps): Notifier {
  const { NOTIFY_TOPIC: topic, NOTIFY_FLAGS: flags = '', NOTIFY_URL: url, BUCKET: bucket } = process.env;
  if (topic === undefined || topic === '') return { onEnd: () => Promise.resolve() };
  const where: Whereabouts = { flags, url, bucket };
  // Most invocations have nothing to tell.
  let client: SNSClient | undefined;
  const tell = async (run: string, notice: Notice | undefined) => {
    if (notice) await notifyOnce(run, notice, deps, (told) => publish((client ??= new SNSClient()), topic, told));
  };
  return {
    onWaiting: (asked) => tell(asked.run, waitingNotice(deps.workflow.table, asked, where)),
    onEnd: async (run, timedOut = false) => {
      const items = await deps.state.readAll(run);
      await tell(run, endNotice(deps.workflow, items, timedOut, where));
    },
  };
}

async function publish(client: SNSClient, topic: string, { subject, text, about }: Notice): Promise<void> {
  const attributes = Object.entries(about).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, { DataType: 'String', StringValue: value }] as const],
  );
  await client.send(
    new PublishCommand({
      TopicArn: topic,
      Subject: subject,
      Message: text,
      MessageAttributes: Object.fromEntries(attributes),
    }),
  );
}
