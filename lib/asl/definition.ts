/** The part of the Amazon States Language that stepwright emits and its local engine interprets. */
export interface StateMachine extends States {
  readonly Comment?: string;
  readonly QueryLanguage: 'JSONata';
}

export interface States {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

export type State = TaskState | ChoiceState | ParallelState | SucceedState;

/** A JSON value in which a string of the form `{% … %}` is a JSONata expression. */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [key: string]: Template };

export type Follow = { readonly Next: string } | { readonly End: true };

export type TaskState = (LambdaCall | ContainerCall) & {
  readonly Type: 'Task';
  readonly Comment?: string;
  readonly Output?: Template;
  readonly Assign?: Readonly<Record<string, Template>>;
  readonly TimeoutSeconds?: number;
  /** A Task that waits for a token fails when nobody has said for so long that work on it goes on. */
  readonly HeartbeatSeconds?: number;
  readonly Retry?: readonly Retrier[];
} & Follow;

/** A Task that calls a function, and takes its answer or, with a token, the one that is sent for that. */
export interface LambdaCall {
  readonly Resource: 'arn:aws:states:::lambda:invoke' | 'arn:aws:states:::lambda:invoke.waitForTaskToken';
  readonly Arguments: { readonly FunctionName: string; readonly Payload: Template };
}

/** A Task that starts a container on Fargate, which answers by the token. */
export interface ContainerCall {
  readonly Resource: 'arn:aws:states:::ecs:runTask.waitForTaskToken';
  readonly Arguments: {
    readonly LaunchType: 'FARGATE';
    readonly Cluster: string;
    readonly TaskDefinition: string;
    readonly NetworkConfiguration: Template;
    readonly Overrides: { readonly ContainerOverrides: readonly ContainerOverride[] };
  };
}

export interface ContainerOverride {
  /** Of the container in the task definition. */
  readonly Name: string;
  readonly Environment: readonly { readonly Name: string; readonly Value: string }[];
}

export interface Retrier {
  readonly ErrorEquals: readonly string[];
  /** Seconds before the first retry, 1 by default. */
  readonly IntervalSeconds?: number;
  /** Retries, not attempts; 3 by default. */
  readonly MaxAttempts?: number;
  /** By how much the interval grows from retry to retry, 2 by default. */
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: 'FULL' | 'NONE';
}

export interface ChoiceState {
  readonly Type: 'Choice';
  readonly Comment?: string;
  readonly Choices: readonly ChoiceRule[];
  readonly Default: string;
}

export interface ChoiceRule {
  readonly Comment?: string;
  readonly Condition: string;
  readonly Output?: Template;
  readonly Next: string;
}

export type ParallelState = {
  readonly Type: 'Parallel';
  readonly Comment?: string;
  readonly Branches: readonly States[];
} & Follow;

export interface SucceedState {
  readonly Type: 'Succeed';
  readonly Comment?: string;
}
