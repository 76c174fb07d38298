import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { PERIOD, tableMetric } from './metrics.ts';
import type { Watched } from './metrics.ts';

interface Watch {
  readonly description: string;
  readonly metric: IMetric;
  /** The number within five minutes from which the alarm is raised. */
  readonly from: number;
}

/**
 * Alarms on runs that fail or take too long, and on services that turn the workflow away. They are told to the topic,
 * if there is one; it must take messages of CloudWatch.
 */
export function workflowAlarms(scope: Construct, watched: Watched, topic: ITopic | undefined): Alarm[] {
  return Object.entries(watches(watched)).map(([id, { description, metric, from }]) => {
    const alarm = new Alarm(scope, id, {
      alarmDescription: description,
      metric,
      threshold: from,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (topic) alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  });
}

function watches({ machine, table, functions }: Watched): Record<string, Watch> {
  const over = { period: PERIOD, statistic: Stats.SUM };
  return {
    FailedAlarm: { description: 'a run has failed', metric: machine.metricFailed(over), from: 1 },
    TimedOutAlarm: { description: 'a run has taken too long', metric: machine.metricTimedOut(over), from: 1 },
    ThrottledAlarm: {
      description: 'Step Functions holds back state transitions: the account makes too many',
      metric: machine.metricThrottled(over),
      from: 1,
    },
    ReadThrottlesAlarm: {
      description: 'DynamoDB turns reads of the record away',
      metric: tableMetric(table, 'ReadThrottleEvents'),
      from: 1,
    },
    WriteThrottlesAlarm: {
      description: 'DynamoDB turns writes of the record away',
      metric: tableMetric(table, 'WriteThrottleEvents'),
      from: 1,
    },
    ...Object.fromEntries(Object.entries(functions).flatMap(([name, each]) => ofFunction(name, each))),
  };
}

function ofFunction(name: string, each: LambdaFunction): [string, Watch][] {
  const over = { period: PERIOD, statistic: Stats.SUM };
  const turnedAway = `Lambda turns calls of ${name} away: the account runs too many functions at once`;
  return [
    [`${name}ErrorsAlarm`, { description: errorsOf(name), metric: each.metricErrors(over), from: expected[name] ?? 1 }],
    [`${name}ThrottlesAlarm`, { description: turnedAway, metric: each.metricThrottles(over), from: 1 }],
  ];
}

/** Functions that end with an error where a node fails or a run does: few of them say nothing of the function. */
const expected: Readonly<Record<string, number>> = { RunNode: 10, CloseRun: 10 };

function errorsOf(name: string): string {
  const many = expected[name] === undefined ? 'has ended with an error' : 'ends with many errors, failed nodes counted';
  return `the function ${name} ${many}`;
}
