import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { ProgressEvent } from '../../lib/node/deps.ts';
import { log } from './log.ts';

/** One dimension, `service`, the workflow: runs and nodes would make a metric of each, which are paid for singly. */
const metrics = new Metrics({ namespace: 'Stepwright' });

/** Logs and counts what happens to a node. Of a failure the evidence stays in the record. */
export function tellProgress(run: string, event: ProgressEvent): void {
  const { kind, node } = event;
  const attempt = event.kind === 'started' && { attempt: event.attempt, round: event.round };
  const again = event.kind === 'failed' && { again: event.again };
  log('info', kind, { run, node: node.id, ...attempt, ...again });
  const name = metricOf(event);
  if (name !== undefined) metrics.addMetric(name, MetricUnit.Count, 1);
  if ('seconds' in event) metrics.addMetric('NodeSeconds', MetricUnit.Seconds, event.seconds);
}

/** Sends what was counted since the last time, as a line of the log that the platform understands. */
export function publishMetrics(): void {
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}

function metricOf(event: ProgressEvent): string | undefined {
  switch (event.kind) {
    case 'started':
      return undefined;
    case 'passed':
      return 'NodePassed';
    case 'skipped':
      return 'NodeSkipped';
    case 'failed':
      return event.again ? 'NodeRetried' : 'NodeFailed';
    case 'waiting':
      return 'NodeWaiting';
    case 'put-off':
      return 'NodePutOff';
  }
}
