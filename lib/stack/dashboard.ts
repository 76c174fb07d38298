import { Dashboard, GraphWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { nodeMetric, PERIOD, tableMetric } from './metrics.ts';
import type { Watched } from './metrics.ts';

/** What the workflow does, how long that takes, what goes wrong, and what is paid for. */
export function workflowDashboard(scope: Construct, { machine, table, functions }: Watched): Dashboard {
  const over = { period: PERIOD, statistic: Stats.SUM };
  const each = Object.entries(functions);
  const node = (name: string) => nodeMetric(scope, name);
  return new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        graph('Runs', [
          machine.metricStarted(over),
          machine.metricSucceeded(over),
          machine.metricFailed(over),
          machine.metricTimedOut(over),
          machine.metricAborted(over),
        ]),
        graph(
          'Duration of runs',
          [50, 95].map((percent) => machine.metricTime({ statistic: Stats.percentile(percent) })),
        ),
      ],
      [
        graph('Nodes', ['NodePassed', 'NodeSkipped', 'NodeRetried', 'NodeFailed', 'NodeWaiting'].map(node)),
        graph(
          'Duration of nodes',
          [50, 95].map((percent) => nodeMetric(scope, 'NodeSeconds', Stats.percentile(percent))),
        ),
      ],
      [
        graph(
          'Errors of functions',
          each.map(([label, one]) => one.metricErrors({ ...over, label })),
        ),
        graph('Turned away', [
          machine.metricThrottled({ ...over, label: 'Step Functions' }),
          ...each.map(([label, one]) => one.metricThrottles({ ...over, label })),
          tableMetric(table, 'ReadThrottleEvents'),
          tableMetric(table, 'WriteThrottleEvents'),
        ]),
      ],
      [
        graph(
          'Paid for: invocations',
          each.map(([label, one]) => one.metricInvocations({ ...over, label })),
        ),
        graph(
          'Paid for: milliseconds of functions',
          each.map(([label, one]) => one.metricDuration({ ...over, label })),
        ),
        graph('Paid for: units of the table', [
          tableMetric(table, 'ConsumedReadCapacityUnits'),
          tableMetric(table, 'ConsumedWriteCapacityUnits'),
        ]),
      ],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8 });
}
