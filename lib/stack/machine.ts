import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { StateMachine as Asl } from '../asl/definition.ts';
import { definitionText } from './definition-text.ts';
import { temporaryFolder } from './function-folder.ts';
import { workflowLogs } from './logs.ts';
import { acknowledge, acknowledgeAllResources, acknowledgeWildcard } from './nag.ts';

/** Characters of a definition that stand in the template itself; a template may have a million bytes in all. */
const inlineLimit = 200_000;

export interface MachineFunctions {
  readonly RunNode: LambdaFunction;
  readonly CloseRun: LambdaFunction;
}

/** The state machine of a workflow. It calls published versions of the functions, which nothing changes later. */
export function workflowMachine(
  scope: Construct,
  comment: string,
  asl: Asl,
  functions: MachineFunctions,
  encryptionKey?: IKey,
): StateMachine {
  const names = Object.keys(functions) as (keyof MachineFunctions)[];
  const machine = new StateMachine(scope, 'Machine', {
    comment,
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: definitionBody(definitionText(asl, names)),
    definitionSubstitutions: Object.fromEntries(
      names.map((name) => [name, functions[name].currentVersion.functionArn]),
    ),
    tracingEnabled: true,
    logs: {
      destination: workflowLogs(scope, 'MachineLogs', encryptionKey),
      level: LogLevel.ERROR,
      includeExecutionData: false,
    },
  });
  // All versions, since runs that were started before a deployment go on with theirs.
  const versions = names.map((name) => `${functions[name].functionArn}:*`);
  machine.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: versions }));
  for (const name of names)
    acknowledgeWildcard(machine.role, functions[name], ':*', 'All versions of one function: see above.');
  acknowledgeAllResources(machine.role, 'X-Ray and the delivery of logs have no resources to name.');
  acknowledge(machine, 'SF1', 'Errors are logged; all else is in the record, and the service keeps the history.');
  return machine;
}

/** Lets the function answer for nodes that wait. A policy of its own: the function comes before the machine. */
export function allowAnswers(scope: Construct, machine: StateMachine, by: LambdaFunction): void {
  new Policy(scope, 'AnswerPolicy', {
    roles: [by.role!],
    statements: [
      new PolicyStatement({
        actions: ['states:SendTaskSuccess', 'states:SendTaskFailure'],
        resources: [machine.stateMachineArn],
      }),
    ],
  });
}

function definitionBody(text: string): DefinitionBody {
  if (text.length <= inlineLimit) return DefinitionBody.fromString(text);
  const file = join(temporaryFolder(), 'definition.json');
  writeFileSync(file, text);
  return DefinitionBody.fromFile(file);
}
