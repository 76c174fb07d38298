import { Duration } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { workflowFunction } from './functions.ts';
import type { FunctionProps } from './functions.ts';

/** What recording an answer does with the records and artifacts. */
export const ANSWERING = {
  tableActions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  bucketActions: ['s3:PutObject'],
} as const;

export interface AnswerProps extends Pick<FunctionProps, 'description' | 'table' | 'bucket' | 'encryptionKey'> {
  readonly machine: StateMachine;
  /** Whether nodes wait for answers. */
  readonly answers: boolean;
  /** Makes the folder of the function's code. */
  readonly folder: () => string;
}

/**
 * The function by which programs answer nodes that wait; undefined where none does. Whoever may invoke it may answer.
 */
export function answerFunction(
  scope: Construct,
  { machine, answers: wanted, folder, ...props }: AnswerProps,
): LambdaFunction | undefined {
  if (!wanted) return undefined;
  const timeout = Duration.seconds(60);
  const answers = workflowFunction(scope, 'AnswerNode', { ...props, ...ANSWERING, folder: folder(), timeout });
  // A policy of its own: functions that tell others of this one come before the machine.
  new Policy(scope, 'AnswerNodePolicy', { roles: [answers.role!], statements: [telling(machine)] });
  return answers;
}

/** Lets a function tell the machine how a node that waited has ended. */
export function mayTell(answers: LambdaFunction, machine: StateMachine): void {
  answers.addToRolePolicy(telling(machine));
}

function telling({ stateMachineArn }: StateMachine): PolicyStatement {
  const actions = ['states:SendTaskSuccess', 'states:SendTaskFailure'];
  return new PolicyStatement({ actions, resources: [stateMachineArn] });
}
