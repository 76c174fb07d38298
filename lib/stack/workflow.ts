import { dirname } from 'node:path';
import { Annotations, Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { loadConfig } from '../config/index.ts';
import { readScript } from '../skills/read-script.ts';
import type { Script } from '../skills/scripted.ts';
import { answerFunction } from './answers.ts';
import { commandFlags } from './command-flags.ts';
import { compileDefinition } from './compile-definition.ts';
import type { Definition, DefinitionOptions } from './compile-definition.ts';
import { workflowContainers } from './containers.ts';
import type { ContainerProps } from './containers.ts';
import { allowLogs } from './encryption.ts';
import { executionLog } from './execution-log.ts';
import { functionFolder, projectPaths } from './function-folder.ts';
import { workflowFunction } from './functions.ts';
import { httpEndpoint, httpRoutes } from './http-api.ts';
import { allowAnswers, workflowMachine } from './machine.ts';
import { workflowNotifications } from './notifications.ts';
import type { NotificationProps, Notifications } from './notifications.ts';
import { allowNextStart, workflowSchedule } from './schedule.ts';
import type { ScheduleProps, WorkflowSchedule } from './schedule.ts';
import { promptFunction } from './prompt-function.ts';
import { skillFunctions, skillsOn } from './skill-function.ts';
import { onUnclosedEnd } from './unclosed-end.ts';
import { artifactsBucket, runsTable } from './storage.ts';
import type { StorageProps } from './storage.ts';
import { eventTriggers } from './triggers.ts';
import type { EventTriggers } from './triggers.ts';
import { UserError } from './user-error.ts';
import { watchWorkflow } from './watch.ts';
import type { WatchProps } from './watch.ts';

export interface WorkflowProps
  extends Omit<DefinitionOptions, 'script'>, StorageProps, NotificationProps, WatchProps, ContainerProps {
  /** Path of a script that stands for the skills of all nodes (see `run --mock`). */
  readonly mock?: string;
  /** Whether there is an HTTP endpoint, whatever the file says. */
  readonly http?: boolean;
  /** Replaces what the file says of the schedule. */
  readonly schedule?: ScheduleProps;
  /** The execution log in Notion: the name of the secret with the integration's token. */
  readonly notion?: { readonly secret: string };
}

/**
 * A workflow in the cloud: a state machine that runs it, the functions that execute its nodes, a table of its runs and
 * a bucket of their artifacts. Throws, with the frames of `validate`, when the workflow has errors.
 */
export class Workflow extends Construct {
  readonly stateMachine: StateMachine;
  /** Executes nodes; skills run in it. */
  readonly runNode: LambdaFunction;
  /** Executes nodes whose skill is a prompt, where there are such nodes. */
  readonly runPrompt: LambdaFunction | undefined;
  readonly closeRun: LambdaFunction;
  readonly table: Table;
  readonly bucket: Bucket;
  /** What starts runs by itself, where the workflow has a schedule. */
  readonly schedule: WorkflowSchedule | undefined;
  /** Tells people that a run waits or has failed, unless that is switched off. */
  readonly notifications: Notifications | undefined;
  /** By which programs answer nodes that wait, where there are such nodes. */
  readonly answerNode: LambdaFunction | undefined;
  /** Starts, shows and answers runs, where the workflow is to have an endpoint. */
  readonly httpApi: HttpApi | undefined;
  /** What starts runs when events come. */
  readonly triggers: EventTriggers | undefined;
  /** What the workflow was compiled to. */
  readonly definition: Definition;

  constructor(scope: Construct, id: string, props: WorkflowProps) {
    super(scope, id);
    const script = props.mock === undefined ? undefined : scriptIn(props.mock);
    this.definition = compileDefinition({ ...props, ...(script && { script }) });
    const { asl, table, skills, projectDir, warnings } = this.definition;
    for (const { code, message, at } of warnings) {
      Annotations.of(this).addWarningV2(
        `stepwright:${code}:${at.line}:${at.column}`,
        `${code} line ${at.line}: ${message}`,
      );
    }

    this.table = runsTable(this, props);
    this.bucket = artifactsBucket(this, props);
    const { encryptionKey } = props;
    allowLogs(this, encryptionKey);
    const stores = { table: this.table, bucket: this.bucket, ...(encryptionKey && { encryptionKey }) };
    const project = { root: projectDir, paths: projectPaths(table) };
    this.runNode = workflowFunction(this, 'RunNode', {
      ...stores,
      description: `runs the nodes of the workflow ${ascii(table.name)}`,
      folder: functionFolder('run-node', {
        table,
        skills: skillsOn('shared', skills),
        project,
        ...(script && { script }),
      }),
      timeout: Duration.seconds(900),
      tableActions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
      bucketActions: ['s3:GetObject', 's3:PutObject'],
    });
    this.closeRun = workflowFunction(this, 'CloseRun', {
      ...stores,
      description: `closes the runs of the workflow ${ascii(table.name)}`,
      folder: functionFolder('close-run', { table }),
      timeout: Duration.seconds(120),
      tableActions: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      bucketActions: ['s3:GetObject', 's3:PutObject'],
    });
    this.runPrompt = promptFunction(this, {
      ...stores,
      description: `asks models for the workflow ${ascii(table.name)}`,
      content: { table, project, ...(script && { script }) },
      skills,
      definition: props.definition,
    });
    const skillRunners = skillFunctions(this, skillsOn('own', skills), { table, project }, stores);
    const agent = loadConfig(dirname(props.definition)).config.agent;
    const containers = workflowContainers(
      this,
      skills,
      { table, project, projectDir, agent },
      { ...stores, vpc: props.vpc },
    );
    const { graph } = this.definition;
    const waits = JSON.stringify(asl).includes('.waitForTaskToken');
    this.httpApi = httpEndpoint(this, props.http ?? graph.triggers?.http ?? false, {
      name: `workflow ${ascii(table.name)}`,
      encryptionKey,
    });
    this.notifications = workflowNotifications(this, props, encryptionKey, {
      flags: commandFlags({
        stack: Stack.of(this).stackName,
        workflow: table.name,
        file: props.definition,
        projectDir,
      }),
      url: this.httpApi?.apiEndpoint,
    });
    const nodeRunners = [this.runNode, ...(this.runPrompt ? [this.runPrompt] : []), ...Object.values(skillRunners)];
    for (const teller of [...(waits ? [...nodeRunners, ...containers.definitions] : []), this.closeRun])
      this.notifications?.allow(teller);
    const functions = {
      RunNode: this.runNode,
      CloseRun: this.closeRun,
      ...(this.runPrompt && { RunPrompt: this.runPrompt }),
      ...skillRunners,
    };
    const comment = `workflow ${ascii(table.name)}`;
    this.stateMachine = workflowMachine(this, comment, asl, functions, encryptionKey, containers);
    const settleRun = workflowFunction(this, 'SettleRun', {
      ...stores,
      description: `settles the runs of the workflow ${ascii(table.name)} that end before they are closed`,
      folder: functionFolder('settle-run', { table }),
      timeout: Duration.seconds(120),
      tableActions: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      bucketActions: ['s3:PutObject'],
    });
    onUnclosedEnd(this, this.stateMachine, settleRun);
    this.notifications?.allow(settleRun);
    const answering = { ...stores, machine: this.stateMachine, answers: waits };
    this.answerNode = answerFunction(this, {
      ...answering,
      description: `answers nodes of the workflow ${ascii(table.name)} that wait`,
      folder: () => functionFolder('answer-node', { table }),
    });
    httpRoutes(this, this.httpApi, {
      ...answering,
      description: `the HTTP endpoint of the workflow ${ascii(table.name)}`,
      folder: () => functionFolder('http-api', { table }),
    });
    this.triggers = eventTriggers(this, {
      triggers: graph.triggers,
      machine: this.stateMachine,
      workflow: ascii(table.name),
      encryptionKey,
      alarmTopic: props.alarms !== false && (props.alarmTopic ?? this.notifications?.topic),
    });
    this.schedule = workflowSchedule(this, {
      graph,
      parameters: table.parameters,
      machine: this.stateMachine,
      props: props.schedule,
      encryptionKey,
      alarmTopic: props.alarms !== false && (props.alarmTopic ?? this.notifications?.topic),
    });
    if (this.schedule && (props.schedule?.overlap ?? graph.schedule?.overlap) === 'queue')
      allowNextStart(this, this.stateMachine, [this.closeRun, settleRun]);
    if (props.notion && graph.outputFormat !== 'chat') {
      const logRun = workflowFunction(this, 'LogRun', {
        ...stores,
        description: `logs the runs of the workflow ${ascii(table.name)} in Notion`,
        folder: functionFolder('log-run', { table }),
        timeout: Duration.seconds(120),
        tableActions: ['dynamodb:Query', 'dynamodb:PutItem'],
        bucketActions: [],
      });
      executionLog(this, { machine: this.stateMachine, logRun, enders: [this.closeRun, settleRun], ...props.notion });
    }
    // Also where no node waits any more: in a run that an earlier deployment has started, one may.
    allowAnswers(this, this.stateMachine, waits ? nodeRunners : [this.runNode]);
    const watched = {
      machine: this.stateMachine,
      table: this.table,
      functions: { ...functions, SettleRun: settleRun },
    };
    watchWorkflow(this, watched, props, this.notifications?.topic);
  }
}

function scriptIn(file: string): Script {
  const script = readScript('.', file);
  if ('refused' in script) throw new UserError(script.refused);
  return script;
}

/** Descriptions of resources take few characters. */
function ascii(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._-]+/g, '-').slice(0, 128);
}
