import { Duration, Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { EventTrigger, Triggers } from '../ir/graph.ts';
import { alarmOnFirst, deadLetterQueue, LOOKING } from './dead-letters.ts';

/** Fields that an event has, besides its details, under which a run finds them. */
const FIELDS = ['id', 'source', 'detail-type', 'time', 'account', 'region', 'resources', 'detail'] as const;

export interface TriggerProps {
  readonly triggers: Triggers | undefined;
  readonly machine: StateMachine;
  /** The workflow's name, for people. */
  readonly workflow: string;
  readonly encryptionKey: IKey | undefined;
  /** Where it is told that an event could not be delivered; `false` for no alarm. */
  readonly alarmTopic: ITopic | false | undefined;
}

export interface EventTriggers {
  readonly rules: readonly Rule[];
  /** Holds the events that could not be delivered. */
  readonly deadLetters: Queue;
}

/**
 * Rules by which events start runs. An event may be delivered more than once; each start bears the event's id as its
 * key, by which the handler of the start tells them. Undefined where nothing is to be started so.
 */
export function eventTriggers(scope: Construct, props: TriggerProps): EventTriggers | undefined {
  const { triggers, machine, workflow } = props;
  const events = triggers?.events ?? [];
  if (events.length === 0) return undefined;
  const place = new Construct(scope, 'Triggers');
  const deadLetters = deadLetterQueue(place, props.encryptionKey);
  if (props.alarmTopic !== false) alarmOn(deadLetters, place, workflow, props.alarmTopic);
  const role = startingRole(place);
  const rules = events.map(
    (event, index) =>
      new Rule(place, `Event${index + 1}`, {
        description: `starts runs of the workflow ${workflow}`,
        eventPattern: patternOf(event),
        targets: [
          new SfnStateMachine(machine, {
            role,
            input: RuleTargetInput.fromObject(inputOf(event)),
            deadLetterQueue: deadLetters,
            maxEventAge: Duration.hours(24),
            retryAttempts: 185,
          }),
        ],
      }),
  );
  return { rules, deadLetters };
}

/** Whom rules of this account alone may start the machine as. One rule cannot be named: it names the role itself. */
function startingRole(scope: Construct): Role {
  const { account } = Stack.of(scope);
  const rules = Stack.of(scope).formatArn({ service: 'events', resource: 'rule', resourceName: '*' });
  return new Role(scope, 'Role', {
    description: 'lets events start the machine of a workflow',
    assumedBy: new ServicePrincipal('events.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': account }, ArnLike: { 'aws:SourceArn': rules } },
    }),
  });
}

/** The types of the CDK have other names for fields, and know no matchers. */
function patternOf({ pattern }: EventTrigger): EventPattern {
  const { 'detail-type': detailType, ...others } = pattern;
  return { ...others, ...(detailType !== undefined && { detailType }) } as EventPattern;
}

function inputOf({ input }: EventTrigger): object {
  const taken = input
    ? [...input].map(([name, { text }]) => [name, EventField.fromPath(`$.${text}`)] as const)
    : [['event', Object.fromEntries(FIELDS.map((field) => [field, EventField.fromPath(`$.${field}`)]))] as const];
  const fields = Object.fromEntries<unknown>(taken);
  return { ...fields, stepwright: { key: EventField.fromPath('$.id'), trigger: 'event' } };
}

function alarmOn(queue: Queue, scope: Construct, workflow: string, topic: ITopic | undefined): void {
  const metric = queue.metricApproximateNumberOfMessagesVisible({ period: LOOKING, statistic: 'Maximum' });
  const alarmDescription = `events could not start runs of the workflow ${workflow}; they lie in a queue`;
  alarmOnFirst(scope, 'UndeliveredAlarm', { alarmDescription, metric }, topic);
}
