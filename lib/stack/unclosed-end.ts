import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Names, Stack } from 'aws-cdk-lib';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { acknowledgeNamed } from './nag.ts';

/** Calls the function when an execution of the machine ends in any way but success. Such events are best effort. */
export function onUnclosedEnd(scope: Construct, machine: StateMachine, settleRun: LambdaFunction): Rule {
  letComeBack(scope, settleRun);
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

/** Lets the function have itself called once more, by schedules of a group of its own. */
function letComeBack(scope: Construct, settleRun: LambdaFunction): void {
  const stack = Stack.of(scope);
  const name = Names.uniqueResourceName(scope, { maxLength: 50, separator: '-', allowedSpecialCharacters: '-_.' });
  const groupName = `${name}-settle`;
  // With the group whatever is in it is deleted.
  new CfnScheduleGroup(scope, 'ComeBackGroup', { name: groupName });
  const schedules = stack.formatArn({ service: 'scheduler', resource: 'schedule', resourceName: `${groupName}/*` });
  const group = stack.formatArn({ service: 'scheduler', resource: 'schedule-group', resourceName: groupName });
  const role = new Role(scope, 'ComeBackRole', {
    description: 'lets a schedule call the function that settles runs',
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': group } },
    }),
  });
  // A policy of its own: the function knows the role, which therefore comes first.
  new Policy(scope, 'ComeBackPolicy', {
    roles: [role],
    statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [settleRun.functionArn] })],
  });
  settleRun.addToRolePolicy(new PolicyStatement({ actions: ['scheduler:CreateSchedule'], resources: [schedules] }));
  const why = 'Such a schedule is named after the execution; the group is for these alone.';
  acknowledgeNamed(settleRun.role!, 'scheduler', `schedule/${groupName}/*`, why);
  settleRun.addToRolePolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  );
  settleRun.addEnvironment('SCHEDULE_ROLE', role.roleArn);
  settleRun.addEnvironment('SCHEDULE_GROUP', groupName);
}
