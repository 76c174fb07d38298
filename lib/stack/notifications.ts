import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { TaskDefinition } from 'aws-cdk-lib/aws-ecs';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IRole } from 'aws-cdk-lib/aws-iam';
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

/** What executes nodes, or closes and settles runs. */
export type Teller = LambdaFunction | TaskDefinition;

/** Tells people what happens to runs. */
export interface Notifications {
  readonly topic: ITopic;
  /** Lets a function or a container tell, and tells it where to. */
  allow(teller: Teller): void;
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
      const role = 'taskRole' in teller ? teller.taskRole : teller.role!;
      if (key) allowPublish(role, topic, key);
      else topic.grantPublish(role);
      const variables = { NOTIFY_TOPIC: topic.topicArn, NOTIFY_FLAGS: place.flags, NOTIFY_URL: place.url };
      for (const [name, value] of Object.entries(variables)) if (value !== undefined) setVariable(teller, name, value);
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

function setVariable(teller: Teller, name: string, value: string): void {
  if ('taskRole' in teller) teller.defaultContainer!.addEnvironment(name, value);
  else teller.addEnvironment(name, value);
}

function allowPublish(role: IRole, topic: ITopic, key: IKey): void {
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] }));
  role.addToPrincipalPolicy(
    new PolicyStatement({ actions: ['kms:GenerateDataKey', 'kms:Decrypt'], resources: [key.keyArn] }),
  );
}
