import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

export interface ExecutionLogProps {
  readonly machine: StateMachine;
  /** Writes the log; made by `workflowFunction`. */
  readonly logRun: LambdaFunction;
  /** Those that end runs. */
  readonly enders: readonly LambdaFunction[];
  /** The name of the secret with the token of the integration. */
  readonly secret: string;
}

/**
 * The execution log in Notion: the function is called when an execution begins, by an event, and by the functions
 * that end runs. It alone reads the token.
 */
export function executionLog(scope: Construct, { machine, logRun, enders, secret }: ExecutionLogProps): void {
  Secret.fromSecretNameV2(scope, 'NotionSecret', secret).grantRead(logRun);
  logRun.addEnvironment('NOTION_SECRET', secret);
  new Rule(scope, 'Begun', {
    description: 'an execution has begun',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: { status: ['RUNNING'], stateMachineArn: [machine.stateMachineArn] },
    },
    targets: [new FunctionTarget(logRun, { maxEventAge: Duration.hours(1), retryAttempts: 5 })],
  });
  for (const ender of enders) {
    ender.addEnvironment('LOG_RUN', logRun.functionName);
    new Policy(ender, 'LogPolicy', {
      roles: [ender.role!],
      statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [logRun.functionArn] })],
    });
  }
}
