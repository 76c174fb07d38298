import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { WorkflowTable } from '../ir/table.ts';
import { asciiName } from './ascii-name.ts';
import { functionFolder } from './function-folder.ts';
import type { FunctionProps } from './functions.ts';
import { workflowFunction } from './functions.ts';

export interface ExecutionLogProps {
  readonly machine: StateMachine;
  readonly workflow: WorkflowTable;
  readonly stores: Pick<FunctionProps, 'table' | 'bucket' | 'encryptionKey'>;
  /** Those that end runs. */
  readonly enders: readonly LambdaFunction[];
}

export interface NotionProps {
  /** The name of the secret with the token of the integration. */
  readonly secret: string;
}

/**
 * The execution log in Notion: the function is called when an execution begins, by an event, and by the functions
 * that end runs. It alone reads the token. Without `notion` there is none.
 */
export function executionLog(scope: Construct, notion: NotionProps | undefined, props: ExecutionLogProps): void {
  if (!notion) return;
  const { secret } = notion;
  const { machine, workflow, stores, enders } = props;
  const logRun = workflowFunction(scope, 'LogRun', {
    ...stores,
    description: `logs the runs of the workflow ${asciiName(workflow.name)} in Notion`,
    folder: functionFolder('log-run', { table: workflow }),
    timeout: Duration.seconds(120),
    tableActions: ['dynamodb:Query', 'dynamodb:PutItem'],
    bucketActions: [],
  });
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
