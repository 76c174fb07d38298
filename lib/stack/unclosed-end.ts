import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** Calls the function when an execution of the machine ends in any way but success. Such events are best effort. */
export function onUnclosedEnd(scope: Construct, machine: StateMachine, settleRun: LambdaFunction): Rule {
  return new Rule(scope, 'UnclosedEnd', {
    description: 'an execution ended without success',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'], stateMachineArn: [machine.stateMachineArn] },
    },
    targets: [new FunctionTarget(settleRun, { maxEventAge: Duration.hours(2), retryAttempts: 10 })],
  });
}
