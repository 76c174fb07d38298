import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { StateMachine as Asl } from '../asl/definition.ts';
import type { Containers } from './containers.ts';
import { definitionText } from './definition-text.ts';
import { discardFolder, temporaryFolder } from './function-folder.ts';
import { workflowLogs } from './logs.ts';
import { acknowledge, acknowledgeAllResources, acknowledgeWildcard } from './nag.ts';

/** Characters of a definition that stand in the template itself; a template may have a million bytes in all. */
const inlineLimit = 200_000;

/** Functions by their names in the definition: RunNode, CloseRun, where there are prompts RunPrompt, and those of skills. */
export type MachineFunctions = Readonly<Record<string, LambdaFunction>>;

/** The state machine of a workflow. It calls published versions of the functions, which nothing changes later. */
export function workflowMachine(
  scope: Construct,
  comment: string,
  asl: Asl,
  functions: MachineFunctions,
  encryptionKey: IKey | undefined,
  containers: Containers,
): StateMachine {
  const called = Object.entries(functions);
  const substitutions = {
    ...Object.fromEntries(called.map(([name, { currentVersion }]) => [name, currentVersion.functionArn])),
    ...containers.substitutions,
  };
  const file = definitionFile(definitionText(asl, Object.keys(substitutions)));
  const machine = new StateMachine(scope, 'Machine', {
    comment,
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: file.body,
    definitionSubstitutions: substitutions,
    tracingEnabled: true,
    logs: {
      destination: workflowLogs(scope, 'MachineLogs', encryptionKey),
      level: LogLevel.ERROR,
      includeExecutionData: false,
    },
  });
  if (file.folder !== undefined) discardFolder(scope, file.folder);
  // All versions, since runs that were started before a deployment go on with theirs.
  const versions = called.map(([, { functionArn }]) => `${functionArn}:*`);
  machine.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: versions }));
  for (const [, one] of called)
    acknowledgeWildcard(machine.role, one, ':*', 'All versions of one function: see above.');
  containers.allow(machine);
  acknowledgeAllResources(machine.role, 'X-Ray and the delivery of logs have no resources to name.');
  acknowledge(machine, 'SF1', 'Errors are logged; all else is in the record, and the service keeps the history.');
  return machine;
}

/** Lets functions answer for nodes that wait. A policy of its own: the functions come before the machine. */
export function allowAnswers(scope: Construct, machine: StateMachine, by: readonly LambdaFunction[]): void {
  if (by.length === 0) return;
  new Policy(scope, 'AnswerPolicy', {
    roles: by.map(({ role }) => role!),
    statements: [
      new PolicyStatement({
        actions: ['states:SendTaskSuccess', 'states:SendTaskFailure'],
        resources: [machine.stateMachineArn],
      }),
    ],
  });
}

/** A definition that is too large for the template is a file in a folder of its own. */
function definitionFile(text: string): { readonly body: DefinitionBody; readonly folder?: string } {
  if (text.length <= inlineLimit) return { body: DefinitionBody.fromString(text) };
  const folder = temporaryFolder();
  const file = join(folder, 'definition.json');
  writeFileSync(file, text);
  return { body: DefinitionBody.fromFile(file), folder };
}
