import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { serviceName } from './functions.ts';

/** The parts of a workflow that are watched. */
export interface Watched {
  readonly machine: StateMachine;
  readonly table: Table;
  /** Functions by what they are called in alarms and on the dashboard. */
  readonly functions: Readonly<Record<string, LambdaFunction>>;
}

/** Over how long numbers are summed up. */
export const PERIOD = Duration.minutes(5);

/** What `lambdas/shared/progress.ts` counts of all nodes of the workflow. */
export function nodeMetric(workflow: Construct, name: string, statistic: string = Stats.SUM): Metric {
  return new Metric({
    namespace: 'Stepwright',
    metricName: name,
    dimensionsMap: { service: serviceName(workflow) },
    statistic,
    period: PERIOD,
  });
}

/** A number that the service counts of the table. */
export function tableMetric(table: Table, metricName: string): Metric {
  const dimensionsMap = { TableName: table.tableName };
  return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM, period: PERIOD });
}
