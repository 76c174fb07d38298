import type { Follow, Retrier, TaskState, Template } from '../../asl/definition.ts';
import type { Analysis } from '../../ir/analysis.ts';
import type { GraphNode } from '../../ir/graph.ts';
import { isRecovery, recoveryRetries } from '../../ir/label.ts';
import { hostOf, pauses } from './host.ts';

/** How long a person has to answer when the node states no timeout: 7 days. */
export const HUMAN_TIMEOUT = 604_800;

/** Identifies an execution and each redrive of it; attempts are counted anew in each. */
const EPOCH = "{% $states.context.Execution.Name & '/' & $states.context.Execution.RedriveCount %}";

/** Names of errors that the handlers throw to end a run; nothing retries them. */
const FINAL_ERRORS = ['Stepwright.Blocked', 'Stepwright.RunStopped'];

/**
 * A person's time is up: the handler is called once more and records what that comes to. The second time is for clocks
 * that differ.
 */
const NOBODY_ANSWERED: Retrier = {
  ErrorEquals: ['States.Timeout'],
  IntervalSeconds: 1,
  MaxAttempts: 2,
  BackoffRate: 1,
};

const BAD_INPUT = 'Stepwright.BadInput';

const NEVER: Retrier = { ErrorEquals: FINAL_ERRORS, MaxAttempts: 0 };

/** Throttling and other errors of the platform are retried on top, and are never counted as an attempt. */
const PLATFORM: Retrier = {
  ErrorEquals: [
    'Lambda.ServiceException',
    'Lambda.AWSLambdaException',
    'Lambda.SdkClientException',
    'Lambda.TooManyRequestsException',
    'Lambda.ClientExecutionTimeoutException',
    'Stepwright.Unavailable',
  ],
  IntervalSeconds: 2,
  MaxAttempts: 6,
  BackoffRate: 2,
  MaxDelaySeconds: 60,
  JitterStrategy: 'FULL',
};

/** A person has answered what a skill has asked, or raised a budget: the node is executed again. It is no failure. */
const AGAIN: Retrier = { ErrorEquals: ['Stepwright.Again'], IntervalSeconds: 1, MaxAttempts: 100, BackoffRate: 1 };

/** No room for a container at the moment, or a network that is not ready: it may take a while. */
const CONTAINERS: Retrier = {
  ErrorEquals: ['ECS.AmazonECSException', 'ECS.ServerException', 'ECS.ThrottlingException', 'AmazonECS.Unknown'],
  IntervalSeconds: 10,
  MaxAttempts: 6,
  BackoffRate: 2,
  MaxDelaySeconds: 120,
  JitterStrategy: 'FULL',
};

/** Retries that this node's failures may ever get: its default, or what an edge into it grants. */
export function mostRetries(analysis: Analysis, index: number): number {
  const into = analysis.entering[index]!.map((edge) => analysis.graph.edges[edge]!);
  const granted = into.filter((edge) => isRecovery(edge.label?.text)).map((edge) => recoveryRetries(edge.label?.text));
  return Math.max(defaultRetries(analysis.graph.nodes[index]!), ...granted);
}

/** A failure is retried once in the graph dialect, never in the steps dialect; the node's own `retry` replaces that. */
export function defaultRetries(node: GraphNode): number {
  return node.retry?.max ?? (node.onError === 'block' ? 1 : 0);
}

/** Waits a second before each retry, or as the node says, twice as long each time. The service counts whole seconds. */
function attemptRetrier(analysis: Analysis, index: number): Retrier {
  const backoff = analysis.graph.nodes[index]!.retry?.backoffSeconds;
  return {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: Math.max(1, Math.ceil(backoff ?? 1)),
    BackoffRate: backoff === undefined ? 1 : 2,
    MaxAttempts: mostRetries(analysis, index) + 1,
  };
}

export function timeoutOf(node: GraphNode): number {
  const stated = node.timeoutAt !== node.at;
  return node.human && !stated ? HUMAN_TIMEOUT : node.timeoutSeconds;
}

/** The Task of one node: its handler records, runs and answers with what follows. */
export function nodeTask(analysis: Analysis, index: number, slug: string, follow: Follow): TaskState {
  const node = analysis.graph.nodes[index]!;
  const { call, waits, margin, heartbeat } = hostOf(node, {
    node: slug,
    run: '{% $run %}',
    epoch: EPOCH,
    apply: '{% [$states.input.apply] %}',
  });
  return {
    Type: 'Task',
    Comment: `node ${node.id}: ${node.description ?? node.name ?? node.skill.text}`,
    ...call,
    Output: waits ? '{% $states.result %}' : '{% $states.result.Payload %}',
    TimeoutSeconds: timeoutOf(node) + margin,
    ...(heartbeat !== undefined && { HeartbeatSeconds: heartbeat }),
    Retry: [NEVER, ...retriersOf(node), ...(node.human ? [] : [attemptRetrier(analysis, index)])],
    ...follow,
  };
}

function retriersOf(node: GraphNode): Retrier[] {
  if (node.human) return [NOBODY_ANSWERED, PLATFORM];
  if (pauses(node)) return [AGAIN, NOBODY_ANSWERED, PLATFORM];
  return node.skillFacts?.host === 'container' ? [PLATFORM, CONTAINERS] : [PLATFORM];
}

/** The Task that claims the run; an execution that loses the claim touches nothing. */
export function startTask(next: string): TaskState {
  const payload: Template = {
    start: true,
    execution: '{% $states.context.Execution.Id %}',
    name: '{% $states.context.Execution.Name %}',
    input: '{% $states.context.Execution.Input %}',
    epoch: EPOCH,
  };
  return {
    Type: 'Task',
    Comment: 'claim the run',
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: '${RunNode}', Payload: payload },
    Output: '{% $states.result.Payload %}',
    Assign: { run: '{% $states.result.Payload.run %}' },
    TimeoutSeconds: 60,
    Retry: [
      { ErrorEquals: [...FINAL_ERRORS, BAD_INPUT], MaxAttempts: 0 },
      PLATFORM,
      { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 2 },
    ],
    Next: next,
  };
}

/** The Task that verifies completion and writes the report. */
export function closeTask(): TaskState {
  return {
    Type: 'Task',
    Comment: 'verify that the run is complete and write the closeout report',
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: '${CloseRun}', Payload: { run: '{% $run %}', epoch: EPOCH } },
    Output: '{% $states.result.Payload %}',
    TimeoutSeconds: 120,
    Retry: [
      { ErrorEquals: [...FINAL_ERRORS, 'Stepwright.RunFailed'], MaxAttempts: 0 },
      PLATFORM,
      { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 2 },
    ],
    End: true,
  };
}
