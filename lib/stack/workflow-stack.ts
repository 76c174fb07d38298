import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EXPORTED, exportName } from './child-workflows.ts';
import { Workflow } from './workflow.ts';
import type { WorkflowProps } from './workflow.ts';

/** A stack with one workflow; its outputs tell the command line where the runs are. */
export class WorkflowStack extends Stack {
  readonly workflow: Workflow;

  constructor(scope: Construct, id: string, props: WorkflowProps & StackProps) {
    super(scope, id, props);
    this.workflow = new Workflow(this, 'Workflow', props);
    const { stateMachine, table, bucket, runNode, closeRun, schedule, notifications, answerNode, httpApi } =
      this.workflow;
    const outputs = {
      StateMachineArn: stateMachine.stateMachineArn,
      TableName: table.tableName,
      BucketName: bucket.bucketName,
      RunNodeName: runNode.functionName,
      CloseRunName: closeRun.functionName,
      ...(schedule && { ScheduleGroupName: schedule.group.scheduleGroupName }),
      ...(notifications && { TopicArn: notifications.topic.topicArn }),
      ...(answerNode && { AnswerNodeName: answerNode.functionName }),
      ...(httpApi && { HttpEndpoint: httpApi.apiEndpoint }),
    };
    // Other workflows may start this one: by these they find it.
    const exported = (name: string) => {
      const known = EXPORTED.find((one) => one === name);
      return known && { exportName: exportName(this.stackName, known) };
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value, ...exported(name) });
  }
}
