import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { WorkflowProps } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project, small } from './project.ts';

let folder: TemporaryFolder;
beforeAll(async () => (folder = await project(small)));
afterAll(() => folder.remove());

function templateWith(props: (stack: Stack) => Partial<WorkflowProps> = () => ({}), id = 'Workflow'): Template {
  const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'stepwright-small');
  new Workflow(stack, id, {
    definition: join(folder.path, 'workflow.yaml'),
    projectDir: folder.path,
    ...props(stack),
  });
  return Template.fromStack(stack);
}

interface AlarmOf {
  readonly MetricName: string;
  readonly Threshold: number;
}

describe('alarms', () => {
  it('watch runs, and services that turn the workflow away', () => {
    const found = templateWith().findResources('AWS::CloudWatch::Alarm');
    const alarms = Object.values(found).map(({ Properties }) => Properties as AlarmOf);
    const told = alarms.map(({ MetricName, Threshold }) => `${MetricName} ${Threshold}`);
    const once = ['ExecutionsFailed 1', 'ExecutionsTimedOut 1', 'ExecutionThrottled 1'];
    expect(told).toEqual(expect.arrayContaining([...once, 'ReadThrottleEvents 1', 'WriteThrottleEvents 1']));
    // Failed attempts and runs count as errors of two of the functions.
    expect(told.filter((text) => text.startsWith('Errors')).sort()).toEqual(['Errors 1', 'Errors 10', 'Errors 10']);
    expect(told.filter((text) => text === 'Throttles 1')).toHaveLength(3);
    for (const alarm of alarms)
      expect(alarm).toMatchObject({
        TreatMissingData: 'notBreaching',
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        AlarmDescription: expect.any(String),
      });
  });

  it('are told to a topic', () => {
    const template = templateWith((stack) => ({ alarmTopic: new Topic(stack, 'Mine') }));
    const topic = Object.keys(template.findResources('AWS::SNS::Topic')).find((id) => id.startsWith('Mine'))!;
    for (const { Properties } of Object.values(template.findResources('AWS::CloudWatch::Alarm')))
      expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
  });

  it('and the dashboard can be left out', () => {
    const template = templateWith(() => ({ alarms: false, dashboard: false }));
    template.resourceCountIs('AWS::CloudWatch::Alarm', 0);
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
  });
});

describe('the dashboard', () => {
  const bodyOf = (template: Template) =>
    JSON.stringify(Object.values(template.findResources('AWS::CloudWatch::Dashboard'))[0]!.Properties.DashboardBody);

  it('shows runs, nodes, what goes wrong and what is paid for', () => {
    const body = bodyOf(templateWith());
    for (const name of [
      'ExecutionsStarted',
      'ExecutionsFailed',
      'ExecutionTime',
      'NodePassed',
      'NodeFailed',
      'NodeSeconds',
      'Throttles',
      'ExecutionThrottled',
      'WriteThrottleEvents',
      'Invocations',
      'ConsumedWriteCapacityUnits',
    ])
      expect(body).toContain(name);
  });

  it('shows the numbers under the name that the functions give them', () => {
    for (const [id, service] of [
      ['Workflow', 'stepwright-small'],
      ['Second', 'stepwright-small-Second'],
    ] as const) {
      const template = templateWith(undefined, id);
      expect(bodyOf(template)).toContain(`\\"service\\",\\"${service}\\"`);
      for (const { Properties } of Object.values(template.findResources('AWS::Lambda::Function')))
        expect(Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME).toBe(service);
    }
  });
});
