import { CloudFormationClient, GetTemplateCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeStateMachineForExecutionCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { stillCalled } from '../../lib/cloud/still-called.ts';

const states = mockClient(SFNClient);
const formation = mockClient(CloudFormationClient);
const clients = { stepFunctions: new SFNClient({}), cloudFormation: new CloudFormationClient({}) };
const now = new Date('2026-12-01T10:00:00Z');
const stack = { stack: 's', machine: 'arn:m' };

beforeEach(() => {
  states.reset();
  formation.reset();
});

describe('what runs in flight call', () => {
  it('is nothing where none is in flight', async () => {
    states.on(ListExecutionsCommand).resolves({ executions: [] });
    expect(await stillCalled(stack, now, clients)).toBeUndefined();
    expect(formation.calls()).toHaveLength(0);
  });

  it('is named by the definitions that they keep, whole names only', async () => {
    states.on(ListExecutionsCommand).resolves({ executions: [] });
    states.on(ListExecutionsCommand, { stateMachineArn: 'arn:m', statusFilter: 'RUNNING' }).resolves({
      executions: [{ executionArn: 'arn:e', name: 'e', stateMachineArn: 'arn:m', startDate: now, status: 'RUNNING' }],
    });
    const definition = '{"FunctionName":"arn:aws:lambda:eu-central-1:1:function:s-Skillone-A1:3","Cluster":"arn:c"}';
    states.on(DescribeStateMachineForExecutionCommand).resolves({ definition, updateDate: now });
    const resource = (LogicalResourceId: string, ResourceType: string, PhysicalResourceId: string) => ({
      ...{ LogicalResourceId, ResourceType, PhysicalResourceId },
      ...{ ResourceStatus: 'CREATE_COMPLETE' as const, LastUpdatedTimestamp: now },
    });
    formation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        resource('One', 'AWS::Lambda::Function', 's-Skillone-A1'),
        resource('Other', 'AWS::Lambda::Function', 's-Skillone-A'),
        resource('Cluster', 'AWS::ECS::Cluster', 'arn:c'),
        resource('Role', 'AWS::IAM::Role', 'arn'),
      ],
    });
    formation.on(GetTemplateCommand).resolves({ TemplateBody: '{"Resources":{}}' });
    expect(await stillCalled(stack, now, clients)).toEqual({ template: { Resources: {} }, inUse: ['One', 'Cluster'] });
  });
});
