import { Duration } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { ANSWERING, mayTell } from './answers.ts';
import { workflowFunction } from './functions.ts';
import type { FunctionProps } from './functions.ts';
import { workflowLogs } from './logs.ts';
import { RUNS_INDEX } from '../store/dynamodb.ts';

/** Requests that are taken in a second in the long run, and at once. */
const THROTTLE = { rateLimit: 20, burstLimit: 40 };

const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    caller: '$context.identity.userArn',
    ip: '$context.identity.sourceIp',
    bytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    error: '$context.error.message',
  }),
);

/**
 * The HTTP endpoint of a workflow, without routes so far: what tells people its address comes before what answers it.
 * Each request has to be signed by an identity that IAM lets invoke the API. Undefined where none is wanted.
 */
export function httpEndpoint(
  scope: Construct,
  wanted: boolean,
  { name, encryptionKey }: { readonly name: string; readonly encryptionKey: IKey | undefined },
): HttpApi | undefined {
  if (!wanted) return undefined;
  const httpApi = new HttpApi(scope, 'Http', {
    apiName: name,
    description: `starts, shows and answers runs of the ${name}`,
    createDefaultStage: false,
    defaultAuthorizer: new HttpIamAuthorizer(),
  });
  new HttpStage(scope, 'HttpStage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    throttle: THROTTLE,
    accessLogSettings: {
      destination: new LogGroupLogDestination(workflowLogs(scope, 'HttpLogs', encryptionKey)),
      format: ACCESS_LOG,
    },
  });
  return httpApi;
}

export interface EndpointProps extends Pick<FunctionProps, 'description' | 'table' | 'bucket' | 'encryptionKey'> {
  /** Makes the folder of the function's code. */
  readonly folder: () => string;
  readonly machine: StateMachine;
  /** Whether nodes wait for answers. */
  readonly answers: boolean;
}

/** Makes the function behind the endpoint, with the rights that its routes need and no others. */
export function httpRoutes(
  scope: Construct,
  httpApi: HttpApi | undefined,
  { machine, answers, folder, ...props }: EndpointProps,
): void {
  if (!httpApi) return;
  const { table } = props;
  const handler = workflowFunction(scope, 'HttpApi', {
    ...props,
    folder: folder(),
    timeout: Duration.seconds(29),
    tableActions: ['dynamodb:BatchGetItem', 'dynamodb:Query', ...(answers ? ['dynamodb:PutItem'] : [])],
    bucketActions: answers ? ANSWERING.bucketActions : [],
  });
  handler.addEnvironment('MACHINE', machine.stateMachineArn);
  handler.addToRolePolicy(
    new PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/${RUNS_INDEX}`] }),
  );
  handler.addToRolePolicy(
    new PolicyStatement({ actions: ['states:StartExecution'], resources: [machine.stateMachineArn] }),
  );
  const integration = new HttpLambdaIntegration('Integration', handler);
  const route = (method: HttpMethod, path: string) => httpApi.addRoutes({ path, methods: [method], integration });
  route(HttpMethod.POST, '/runs');
  route(HttpMethod.GET, '/runs');
  route(HttpMethod.GET, '/runs/{run}');
  if (answers) {
    mayTell(handler, machine);
    route(HttpMethod.POST, '/runs/{run}/nodes/{node}/answer');
  }
}
