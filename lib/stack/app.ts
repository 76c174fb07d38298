import { delimiter, dirname } from 'node:path';
import { existsSync, globSync, readFileSync } from 'node:fs';
import type { App, IStackSynthesizer, StackProps } from 'aws-cdk-lib';
import { CliCredentialsStackSynthesizer, Stack } from 'aws-cdk-lib';
import { workflowName } from '../compile/workflow-name.ts';
import { loadConfig } from '../config/index.ts';
import type { Carried } from './carry-over.ts';
import { carryOver } from './carry-over.ts';
import type { NotificationProps } from './notifications.ts';
import { STACK_PREFIX, stackName } from './stack-name.ts';
import { UserError } from './user-error.ts';
import { WorkflowStack } from './workflow-stack.ts';

/** Where workflows are looked for, as the command line does. */
const places = ['workflow.yaml', '.workflow/workflow.yaml', 'workflows/*.yaml', 'workflows/*/workflow.yaml'];

/**
 * Adds a stack for each workflow of the project. Context: `workflow` (a path: only that one), `stackPrefix`,
 * `account` and `region` (where the stacks are; else where the credentials are), `skillsDir` (with the
 * platform's delimiter between several), `notifyEmail` (addresses of those who are told of runs, with commas between
 * them, or `none`), `mock` (a script that stands for all skills), `assetBucket` (a bucket that takes the code, with the
 * credentials of the caller, in place of the resources of `cdk bootstrap`), `carried` (a file that tells what runs in
 * flight call, with `workflow`) and `empty` (stacks with nothing in them:
 * all that deleting them needs, whatever is wrong with the workflow by now). Throws when there is no workflow.
 */
export function addWorkflowStacks(app: App): Stack[] {
  const text = (key: string): string | undefined => {
    const value: unknown = app.node.tryGetContext(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const only = text('workflow');
  const files = only === undefined ? globSync(places).sort() : [only];
  if (files.length === 0) throw new UserError(`there is no workflow here; looked for ${places.join(', ')}`);
  const [skillsDir, mock, assetBucket] = [text('skillsDir'), text('mock'), text('assetBucket')];
  const stacks = new Map<string, string>();
  const made = files.map((file) => {
    if (!existsSync(file)) throw new UserError(`there is no workflow ${file}`);
    // What is wrong with a workflow, its stack will tell.
    const workflow = workflowName(readFileSync(file)) ?? file;
    const name = stackName(text('stackPrefix') ?? STACK_PREFIX, workflow);
    if (stacks.has(name)) throw new UserError(`${stacks.get(name)!} and ${file} are workflows of the same name`);
    stacks.set(name, file);
    const props = {
      ...environment(text('account'), text('region')),
      ...(assetBucket !== undefined && { synthesizer: callersSynthesizer(assetBucket) }),
    };
    if (text('empty') !== undefined) return new Stack(app, name, props);
    const { notion } = loadConfig(dirname(file)).config;
    const stack = new WorkflowStack(app, name, {
      definition: file,
      ...(notion && { notion }),
      ...(skillsDir !== undefined && { skillsDir: skillsDir.split(delimiter) }),
      ...(mock !== undefined && { mock }),
      ...notifications(text('notifyEmail')),
      ...(text('alarms') === 'false' && { alarms: false, dashboard: false }),
      ...props,
    });
    const carried = text('carried');
    if (carried !== undefined) carryOver(stack, JSON.parse(readFileSync(carried, 'utf8')) as Carried);
    return stack;
  });
  startedComeFirst(made);
  return made;
}

/** A workflow that others start is deployed before these, where it is deployed along with them. */
function startedComeFirst(stacks: readonly Stack[]): void {
  for (const stack of stacks) {
    if (!(stack instanceof WorkflowStack)) continue;
    const { startedStacks } = stack.workflow;
    for (const started of stacks) if (startedStacks.includes(started.stackName)) stack.addStackDependency(started);
  }
}

/** Addresses with commas between them; `none` for no topic at all. */
function notifications(email: string | undefined): NotificationProps {
  if (email === undefined) return {};
  return { notifications: email !== 'none' && { email: email.split(',').map((address) => address.trim()) } };
}

/** With an account, the CDK refuses to deploy with the credentials of another one. */
function environment(account: string | undefined, region: string | undefined): Pick<StackProps, 'env'> {
  if (account === undefined && region === undefined) return {};
  return { env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) } };
}

/** The types of the CDK are not made for exact optional properties. */
function callersSynthesizer(assetBucket: string): IStackSynthesizer {
  return new CliCredentialsStackSynthesizer({ fileAssetsBucketName: assetBucket }) as IStackSynthesizer;
}
