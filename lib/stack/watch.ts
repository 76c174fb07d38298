import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { workflowAlarms } from './alarms.ts';
import { workflowDashboard } from './dashboard.ts';
import type { Watched } from './metrics.ts';

export interface WatchProps {
  /** Whether alarms are raised when runs fail or services turn the workflow away; yes by default. */
  readonly alarms?: boolean;
  /** Whether there is a dashboard in CloudWatch; yes by default. */
  readonly dashboard?: boolean;
  /** Where alarms are told, in place of the workflow's own topic. It must take messages of CloudWatch. */
  readonly alarmTopic?: ITopic;
}

/** Lets CloudWatch watch a workflow; `topic` is the workflow's own, if it has one. */
export function watchWorkflow(scope: Construct, watched: Watched, props: WatchProps, topic: ITopic | undefined): void {
  if (props.alarms !== false) workflowAlarms(scope, watched, props.alarmTopic ?? topic);
  if (props.dashboard !== false) workflowDashboard(scope, watched);
}
