import type { Made } from './people.ts';
import { only, resources, rightsOf, stackOf } from './people.ts';

const routesOf = (made: Made): string[] =>
  resources(made, 'AWS::ApiGatewayV2::Route')
    .map(([, { RouteKey }]) => RouteKey as string)
    .sort();

describe('the HTTP endpoint of a stack', () => {
  let made: Made;
  beforeAll(async () => {
    made = await stackOf('triggers: { http: true }', undefined, ', human: true');
  });

  it('is off unless the file or the stack says so', async () => {
    expect(resources(await stackOf('triggers: { http: false }'), 'AWS::ApiGatewayV2::Api')).toEqual([]);
    expect(
      resources(await stackOf('triggers: { http: true }', () => ({ http: false })), 'AWS::ApiGatewayV2::Api'),
    ).toEqual([]);
    expect(resources(await stackOf('', () => ({ http: true })), 'AWS::ApiGatewayV2::Api')).toHaveLength(1);
  });

  it('has its four routes, each of which takes signed requests only', () => {
    expect(routesOf(made)).toEqual([
      'GET /runs',
      'GET /runs/{run}',
      'POST /runs',
      'POST /runs/{run}/nodes/{node}/answer',
    ]);
    for (const [, { AuthorizationType }] of resources(made, 'AWS::ApiGatewayV2::Route'))
      expect(AuthorizationType).toBe('AWS_IAM');
  });

  it('takes so many requests, and logs each with who has signed it', () => {
    const [, stage] = only(made, 'AWS::ApiGatewayV2::Stage');
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    });
    const [logs] = only(made, 'AWS::Logs::LogGroup', 'HttpLogs');
    expect(stage.AccessLogSettings.DestinationArn).toEqual({ 'Fn::GetAtt': [logs, 'Arn'] });
    expect(JSON.parse(stage.AccessLogSettings.Format)).toMatchObject({
      requestId: '$context.requestId',
      caller: '$context.identity.userArn',
      status: '$context.status',
    });
  });

  it('has a function with the rights that its routes need', async () => {
    const reading = ['dynamodb:BatchGetItem Runs', 'dynamodb:Query Runs', 'dynamodb:Query Runs'];
    expect(rightsOf(made, 'HttpApi')).toEqual([
      reading[0],
      'dynamodb:PutItem Runs',
      ...reading.slice(1),
      's3:PutObject Artifacts',
      'states:SendTaskFailure Machine',
      'states:SendTaskSuccess Machine',
      'states:StartExecution Machine',
    ]);
    const none = await stackOf('triggers: { http: true }');
    expect(rightsOf(none, 'HttpApi')).toEqual([...reading, 'states:StartExecution Machine']);
    expect(routesOf(none)).toEqual(['GET /runs', 'GET /runs/{run}', 'POST /runs']);
  });

  it('is named in what people are told', () => {
    const [api] = only(made, 'AWS::ApiGatewayV2::Api');
    const address = { 'Fn::GetAtt': [api, 'ApiEndpoint'] };
    expect(only(made, 'AWS::Lambda::Function', 'RunNode')[1].Environment.Variables.NOTIFY_URL).toEqual(address);
    made.template.hasOutput('HttpEndpoint', { Value: address });
  });
});
