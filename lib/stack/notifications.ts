import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

export interface NotificationProps {
  /**
   * Who is told that a run waits for an answer or has failed. By default the workflow has a topic of its own, to which
   * anybody may be subscribed; `false` for none.
   */
  readonly notifications?: NotificationOptions | false;
}

export interface NotificationOptions {
  /** Addresses that get mail, each once they have confirmed it. */
  readonly email?: string | readonly string[];
  /** A topic to use in place of one of the workflow's own. */
  readonly topic?: ITopic;
}

/** Tells people what happens to runs. */
export interface Notifications {
  readonly topic: ITopic;
  /** Lets a function tell, and tells it where to. */
  allow(teller: LambdaFunction): void;
}

/** What notices name: flags for commands (`commandFlags`), and the address of the HTTP endpoint if there is one. */
export interface NoticePlace {
  readonly flags: string;
  readonly url: string | undefined;
}

/**
 * The topic of a workflow: encrypted, and only for messages that come encrypted. Undefined where nobody is to be told.
 * CloudWatch's alarms may be told there too, which takes a key with a policy of its own: without `encryptionKey` the
 * topic has one.
 */
export function workflowNotifications(
  scope: Construct,
  { notifications: options = {} }: NotificationProps,
  encryptionKey: IKey | undefined,
  place: NoticePlace,
): Notifications | undefined {
  if (options === false) return undefined;
  const { topic: given, email = [] } = options;
  const key = given ? undefined : topicKey(scope, encryptionKey);
  const topic = given ?? ownTopic(scope, key!);
  for (const address of [email].flat()) topic.addSubscription(new EmailSubscription(address));
  return {
    topic,
    allow(teller) {
      if (key) allowPublish(teller, topic, key);
      else topic.grantPublish(teller);
      teller.addEnvironment('NOTIFY_TOPIC', topic.topicArn);
      teller.addEnvironment('NOTIFY_FLAGS', place.flags);
      if (place.url !== undefined) teller.addEnvironment('NOTIFY_URL', place.url);
    },
  };
}

function topicKey(scope: Construct, given: IKey | undefined): IKey {
  const key =
    given ??
    new Key(scope, 'NotificationsKey', {
      description: 'encrypts what people are told of runs',
      enableKeyRotation: true,
      // What it has encrypted was delivered within seconds: nothing is lost with it.
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  return key;
}

function ownTopic(scope: Construct, masterKey: IKey): Topic {
  const topic = new Topic(scope, 'Notifications', { masterKey, enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowAlarms',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  return topic;
}

function allowPublish(teller: LambdaFunction, topic: ITopic, key: IKey): void {
  teller.addToRolePolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] }));
  teller.addToRolePolicy(
    new PolicyStatement({ actions: ['kms:GenerateDataKey', 'kms:Decrypt'], resources: [key.keyArn] }),
  );
}
