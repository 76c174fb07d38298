import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Duration, Fn, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { ChildPlace } from '../cloud/child-workflows.ts';
import { namedWorkflows } from '../cli/find-workflow.ts';
import { workflowName } from '../compile/workflow-name.ts';
import type { WorkflowTable } from '../ir/table.ts';
import type { FoundSkill, SkillOf } from '../skills/resolved.ts';
import { ANSWERING, mayTell } from './answers.ts';
import { functionFolder } from './function-folder.ts';
import { workflowFunction } from './functions.ts';
import { acknowledge, acknowledgeNamed } from './nag.ts';
import type { FunctionProps } from './functions.ts';
import { STACK_PREFIX, stackName } from './stack-name.ts';
import { UserError } from './user-error.ts';

/** What of a workflow's stack others import, by the names of its outputs. */
export const EXPORTED = ['StateMachineArn', 'TableName', 'BucketName'] as const;

/** The name under which an output of a stack is exported. */
export function exportName(stack: string, output: (typeof EXPORTED)[number]): string {
  return `${stack}-${output}`;
}

/** The workflows that skills start, by what their manifests call them. */
export type ImportedChildren = ReadonlyMap<string, ChildPlace & { readonly stack: string }>;

/** Imports what has to be known of the workflows that skills start: these have stacks of their own, deployed before. */
export function importChildren(
  scope: Construct,
  skills: ReadonlyMap<string, FoundSkill>,
  { table, projectDir }: { readonly table: WorkflowTable; readonly projectDir: string },
): ImportedChildren {
  const own = Stack.of(scope).stackName;
  const name = stackName('', table.name);
  const prefix = own.endsWith(name) ? own.slice(0, own.length - name.length) : STACK_PREFIX;
  const starters = [...skills.values()].filter((skill): skill is SkillOf<'workflow'> => skill.kind === 'workflow');
  return new Map(
    starters.map(({ name: skill, manifest: { workflow } }) => {
      const child = nameOf(projectDir, workflow);
      if (child === undefined)
        throw new UserError(`the skill ${skill} starts the workflow ${workflow}, which is not there`);
      if (child === table.name)
        throw new UserError(`the skill ${skill} starts the workflow that it stands in, ${child}`);
      const stack = stackName(prefix, child);
      const [machine, runs, bucket] = EXPORTED.map((output) => Fn.importValue(exportName(stack, output)));
      return [workflow, { stack, machine: machine!, table: runs!, bucket: bucket! }];
    }),
  );
}

/** A workflow is found as the command line finds it: by its file, or by its name in `workflows/`. */
function nameOf(projectDir: string, wanted: string): string | undefined {
  const named = namedWorkflows(projectDir).find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const file = resolve(projectDir, wanted);
  const found = existsSync(file) ? file : named?.path;
  return found === undefined ? undefined : workflowName(readFileSync(found));
}

/** Lets a function start one of these workflows and read what has become of that. */
export function allowChildren(runner: LambdaFunction, workflow: string, children: ImportedChildren): void {
  const child = children.get(workflow)!;
  tellPlaces(runner, children);
  explain(runner, child);
  for (const statement of [
    new PolicyStatement({ actions: ['states:StartExecution'], resources: [child.machine] }),
    new PolicyStatement({ actions: ['states:DescribeExecution'], resources: [executionsOf(runner, child)] }),
    ...reading(runner, child),
  ])
    runner.addToRolePolicy(statement);
}

export interface ChildRunsProps {
  readonly table: WorkflowTable;
  readonly skills: ReadonlyMap<string, FoundSkill>;
  readonly machine: StateMachine;
  readonly stores: Pick<FunctionProps, 'table' | 'bucket' | 'encryptionKey'>;
  /** What the function is, for people. */
  readonly description: string;
}

/**
 * The function that hears of the ends of the workflows that this one starts, and answers the nodes that wait for them;
 * and of this one's cancels, which it passes on. Undefined where no workflow is started.
 */
export function childRuns(
  scope: Construct,
  children: ImportedChildren,
  { table, skills, machine, stores, description }: ChildRunsProps,
): LambdaFunction | undefined {
  if (children.size === 0) return undefined;
  const starters = [...skills.values()].filter(({ kind }) => kind === 'workflow');
  const made = workflowFunction(scope, 'ChildRuns', {
    ...{ ...stores, ...ANSWERING, description, timeout: Duration.seconds(120) },
    folder: functionFolder('child-runs', { table, skills: starters }),
  });
  mayTell(made, machine);
  tellPlaces(made, children);
  for (const child of children.values()) {
    explain(made, child);
    for (const statement of reading(made, child)) made.addToRolePolicy(statement);
    const resources = [executionsOf(made, child)];
    made.addToRolePolicy(new PolicyStatement({ actions: ['states:StopExecution'], resources }));
  }
  const on = (id: string, description_: string, detail: Record<string, unknown>) =>
    new Rule(scope, id, {
      description: description_,
      eventPattern: { source: ['aws.states'], detailType: ['Step Functions Execution Status Change'], detail },
      targets: [new FunctionTarget(made, { maxEventAge: Duration.hours(24), retryAttempts: 30 })],
    });
  on('ChildEnd', 'a workflow that was started by another one has ended', {
    status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
    stateMachineArn: [...new Set([...children.values()].map((child) => child.machine))],
  });
  on('ParentCancelled', 'a run was cancelled that may have started others', {
    status: ['ABORTED'],
    stateMachineArn: [machine.stateMachineArn],
  });
  return made;
}

/** Why there are wildcards in the rights to a child's runs. */
function explain(runner: LambdaFunction, { stack }: { readonly stack: string }): void {
  const role = runner.role!;
  const machine = { 'Fn::ImportValue': exportName(stack, 'StateMachineArn') };
  const name = JSON.stringify({ 'Fn::Select': [6, { 'Fn::Split': [':', machine] }] });
  acknowledgeNamed(
    role,
    'states',
    `execution:${name}:*`,
    'The executions of one machine: one of them works on the run.',
  );
  const files = `arn:<AWS::Partition>:s3:::${exportName(stack, 'BucketName')}/runs/*`;
  acknowledge(role, `IAM5[Resource::${files}]`, 'What a run writes is named by its id, which is not known before.');
}

function tellPlaces(runner: LambdaFunction, children: ImportedChildren): void {
  const places = [...children].map(([workflow, { machine, table, bucket }]) => [workflow, { machine, table, bucket }]);
  runner.addEnvironment('CHILD_WORKFLOWS', Stack.of(runner).toJsonString(Object.fromEntries(places)));
}

/** Reading records and artifacts of runs, and nothing else that lies beside them. */
function reading(scope: Construct, { table, bucket }: ChildPlace): PolicyStatement[] {
  const stack = Stack.of(scope);
  const records = stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: table });
  const files = `arn:${stack.partition}:s3:::${bucket}/runs/*`;
  return [
    new PolicyStatement({ actions: ['dynamodb:Query'], resources: [records] }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [files] }),
  ];
}

function executionsOf(scope: Construct, { machine }: ChildPlace): string {
  const { partition, region, account } = Stack.of(scope);
  const name = Fn.select(6, Fn.split(':', machine));
  return `arn:${partition}:states:${region}:${account}:execution:${name}:*`;
}
