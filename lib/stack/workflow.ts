import { Annotations, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Graph } from '../ir/graph.ts';
import { readScript } from '../skills/read-script.ts';
import type { Script } from '../skills/scripted.ts';
import { asciiName } from './ascii-name.ts';
import { answerFunction } from './answers.ts';
import { childRuns, importChildren } from './child-workflows.ts';
import { commandFlags } from './command-flags.ts';
import { compileDefinition } from './compile-definition.ts';
import type { Definition, DefinitionOptions } from './compile-definition.ts';
import type { ContainerProps } from './containers.ts';
import { allowLogs } from './encryption.ts';
import { executionLog } from './execution-log.ts';
import type { NotionProps } from './execution-log.ts';
import { functionFolder } from './function-folder.ts';
import { httpEndpoint, httpRoutes } from './http-api.ts';
import { allowAnswers, workflowMachine } from './machine.ts';
import { nodeRunners } from './node-runners.ts';
import { workflowNotifications } from './notifications.ts';
import type { NotificationProps, Notifications } from './notifications.ts';
import { closeFunction, settleFunction } from './run-ends.ts';
import { allowNextStart, workflowSchedule } from './schedule.ts';
import type { ScheduleProps, WorkflowSchedule } from './schedule.ts';
import { onUnclosedEnd } from './unclosed-end.ts';
import { allowServices } from './services.ts';
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
  readonly notion?: NotionProps;
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
  /** Names of the stacks of the workflows that this one starts: they have to be there before. */
  readonly startedStacks: readonly string[];
  /** What the workflow was compiled to. */
  readonly definition: Definition;

  constructor(scope: Construct, id: string, props: WorkflowProps) {
    super(scope, id);
    const script = props.mock === undefined ? undefined : scriptIn(props.mock);
    this.definition = compileDefinition({ ...props, ...(script && { script }) });
    const { graph, asl, table, projectDir, warnings } = this.definition;
    tellWarnings(this, warnings);

    this.table = runsTable(this, props);
    this.bucket = artifactsBucket(this, props);
    const { encryptionKey } = props;
    allowLogs(this, encryptionKey);
    const stores = { table: this.table, bucket: this.bucket, ...(encryptionKey && { encryptionKey }) };

    const { definition, vpc } = props;
    const compiled = this.definition;
    const runners = nodeRunners(this, { compiled, script, stores, ...(vpc && { vpc }) });
    this.runNode = runners.runNode;
    this.runPrompt = runners.runPrompt;
    this.closeRun = closeFunction(this, table, stores);
    const functions = { ...runners.functions, CloseRun: this.closeRun };
    const comment = `workflow ${asciiName(table.name)}`;
    const machine = workflowMachine(this, comment, asl, functions, encryptionKey, runners.containers);
    this.stateMachine = machine;
    const settleRun = settleFunction(this, table, stores);
    onUnclosedEnd(this, machine, settleRun);
    const enders = [this.closeRun, settleRun];

    const { triggers, outputFormat } = graph;
    this.httpApi = httpEndpoint(this, props.http ?? triggers?.http ?? false, { name: comment, encryptionKey });
    this.notifications = workflowNotifications(this, props, encryptionKey, {
      flags: commandFlags({ stack: Stack.of(this).stackName, workflow: table.name, file: definition, projectDir }),
      url: this.httpApi?.apiEndpoint,
    });
    const waits = JSON.stringify(asl).includes('.waitForTaskToken');
    const executing = Object.values(runners.functions);
    for (const teller of [...(waits ? [...executing, ...runners.containers.definitions] : []), ...enders])
      this.notifications?.allow(teller);
    // Also where no node waits any more: in a run that an earlier deployment has started, one may.
    allowAnswers(this, machine, waits ? executing : [this.runNode]);
    const answering = { ...stores, machine, answers: waits };
    this.answerNode = answerFunction(this, {
      ...answering,
      description: `answers nodes of the ${comment} that wait`,
      folder: () => functionFolder('answer-node', { table }),
    });
    const { skills } = compiled;
    const children = importChildren(this, skills, { table, projectDir });
    const { answerNode } = this;
    allowServices(this, { skills, functions: runners.functions, answerNode, children });
    const description = `hears of the workflows that the ${comment} starts`;
    childRuns(this, children, { table, skills, machine, stores, description });
    this.startedStacks = [...new Set([...children.values()].map(({ stack }) => stack))];
    httpRoutes(this, this.httpApi, {
      ...answering,
      description: `the HTTP endpoint of the ${comment}`,
      folder: () => functionFolder('http-api', { table }),
    });

    const alarmTopic = props.alarms !== false && (props.alarmTopic ?? this.notifications?.topic);
    const starting = { machine, encryptionKey, alarmTopic };
    this.triggers = eventTriggers(this, { ...starting, triggers, workflow: asciiName(table.name) });
    const { parameters } = table;
    this.schedule = workflowSchedule(this, { ...starting, graph, parameters, props: props.schedule });
    if (this.schedule && queues(props, graph)) allowNextStart(this, machine, enders);
    if (outputFormat !== 'chat') executionLog(this, props.notion, { machine, enders, stores, workflow: table });
    const watched = { machine, table: this.table, functions: { ...functions, SettleRun: settleRun } };
    watchWorkflow(this, watched, props, this.notifications?.topic);
  }
}

function tellWarnings(scope: Construct, warnings: readonly Diagnostic[]): void {
  for (const { code, message, at } of warnings) {
    const id = `stepwright:${code}:${at.line}:${at.column}`;
    Annotations.of(scope).addWarningV2(id, `${code} line ${at.line}: ${message}`);
  }
}

/** Whether a tick that comes while another run goes on waits for its end. */
function queues({ schedule }: WorkflowProps, graph: Graph): boolean {
  return (schedule?.overlap ?? graph.schedule?.overlap) === 'queue';
}

function scriptIn(file: string): Script {
  const script = readScript('.', file);
  if ('refused' in script) throw new UserError(script.refused);
  return script;
}
