import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './nag.ts';

/** A queue that holds for two weeks what could not be delivered: encrypted, and only for what comes encrypted. */
export function deadLetterQueue(scope: Construct, encryptionKey: IKey | undefined): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    retentionPeriod: Duration.days(14),
    enforceSSL: true,
    ...(encryptionKey
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: encryptionKey }
      : { encryption: QueueEncryption.SQS_MANAGED }),
  });
  acknowledge(queue, 'SQS3', 'It is itself the queue for what could not be delivered.');
  return queue;
}

/** How often it is looked whether something was lost. */
export const LOOKING = Duration.minutes(5);

/** An alarm on a number of things that should never happen, raised by the first one. */
export function alarmOnFirst(
  scope: Construct,
  id: string,
  what: { readonly alarmDescription: string; readonly metric: IMetric },
  topic: ITopic | false | undefined,
): Alarm {
  const alarm = new Alarm(scope, id, {
    ...what,
    threshold: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  if (topic) alarm.addAlarmAction(new SnsAction(topic));
  return alarm;
}
