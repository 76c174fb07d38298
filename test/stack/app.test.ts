import { App, CliCredentialsStackSynthesizer, DefaultStackSynthesizer, Stage } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';
import { addWorkflowStacks } from '../../lib/stack/app.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project } from './project.ts';

const workflow = (name: string): string =>
  `name: ${JSON.stringify(name)}\nversion: 1.0.0\nnodes: [{ id: a, skill: s, role: closeout }]\nedges: []\nfinal: a\n`;

const here = process.cwd();
let folder: TemporaryFolder | undefined;

afterEach(async () => {
  process.chdir(here);
  await folder?.remove();
});

async function stacks(files: Record<string, string>, context: Record<string, string> = {}): Promise<Stack[]> {
  folder = await project({ 'script.json': '{}', ...files });
  process.chdir(folder.path);
  return addWorkflowStacks(
    new App({ builtinCloudFormationValidation: false, context: { mock: 'script.json', ...context } }),
  );
}

describe('the CDK app', () => {
  it('has a stack for each workflow, named after it', async () => {
    const made = await stacks({
      'workflow.yaml': workflow('main'),
      'workflows/one.yaml': workflow('release: v1.2 / EU (nightly)'),
      'workflows/two/workflow.yaml': workflow('two').replace('skill: s,', 'skill: s, inputs: [README.md],'),
      'README.md': 'read by the second',
      'workflows/two/skills/s/skill.yaml': 'kind: http\n',
      'workflows/two/notes.yaml': 'just: notes\n',
      'examples/workflow.yaml': workflow('example'),
    });
    expect(made.map(({ stackName }) => stackName).sort()).toEqual([
      'stepwright-main',
      expect.stringMatching(/^stepwright-release-v1-2-eu-nightly-[0-9a-f]{8}$/),
      'stepwright-two',
    ]);
  });

  it('takes one workflow and a prefix when told to', async () => {
    const files = { 'workflow.yaml': workflow('main'), 'other/flow.yaml': workflow('other') };
    const made = await stacks(files, { workflow: 'other/flow.yaml', stackPrefix: 'Team-' });
    expect(made.map(({ stackName }) => stackName)).toEqual(['Team-other']);
  });

  it('tells those who are named, or nobody', async () => {
    const types = async (notifyEmail: string) => {
      const [stack] = await stacks({ 'workflow.yaml': workflow('main') }, { notifyEmail });
      const all = Object.values(templateOf(stack!)['Resources'] as object) as { Type: string; Properties: object }[];
      return all
        .filter(({ Type }) => /^AWS::SNS::(Topic|Subscription)$/.test(Type))
        .map(({ Properties }) => Properties);
    };
    expect(await types('ada@example.org, bob@example.org')).toEqual([
      expect.objectContaining({ KmsMasterKeyId: expect.anything() }),
      expect.objectContaining({ Protocol: 'email', Endpoint: 'ada@example.org' }),
      expect.objectContaining({ Protocol: 'email', Endpoint: 'bob@example.org' }),
    ]);
    expect(await types('none')).toEqual([]);
  });

  it('tells where the runs are', async () => {
    const [stack] = await stacks({ 'workflow.yaml': workflow('main') });
    expect(Object.keys(templateOf(stack!)['Outputs']!).sort()).toEqual([
      'BucketName',
      'CloseRunName',
      'RunNodeName',
      'StateMachineArn',
      'TableName',
      'TopicArn',
    ]);
  });

  it('uses the resources of the bootstrap, or the credentials of the caller and a bucket', async () => {
    const [usual] = await stacks({ 'workflow.yaml': workflow('main') });
    expect(usual!.synthesizer).toBeInstanceOf(DefaultStackSynthesizer);
    await folder!.remove();
    const [own] = await stacks({ 'workflow.yaml': workflow('main') }, { assetBucket: 'my-assets' });
    expect(own!.synthesizer).toBeInstanceOf(CliCredentialsStackSynthesizer);
    expect(JSON.stringify(templateOf(own!))).toContain('my-assets');
  });

  it('has stacks with nothing in them when they are to be deleted', async () => {
    const [stack] = await stacks({ 'workflow.yaml': workflow('main') }, { mock: '', empty: 'true' });
    expect(stack!.stackName).toBe('stepwright-main');
    expect(templateOf(stack!)['Resources'] ?? {}).not.toHaveProperty('WorkflowMachine');
    expect(templateOf(stack!)['Outputs']).toBeUndefined();
  });

  it('looks for skills where told', async () => {
    const files = { 'flows/workflow.yaml': workflow('main'), 'our/s/index.ts': 'export default () => {};\n' };
    const only = { workflow: 'flows/workflow.yaml', mock: '' };
    await expect(stacks(files, only)).rejects.toThrow(/error G11/);
    await folder!.remove();
    expect(await stacks(files, { ...only, skillsDir: 'our' })).toHaveLength(1);
  });

  it.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['no workflow', {}, {}, /^there is no workflow here; looked for workflow\.yaml, /],
    ['none of that name', {}, { workflow: 'none.yaml' }, /^there is no workflow none\.yaml$/],
    [
      'two of the same name',
      { 'workflow.yaml': workflow('main'), 'workflows/again.yaml': workflow('main') },
      {},
      /^workflow\.yaml and workflows.again\.yaml are workflows of the same name$/,
    ],
    ['one with errors', { 'workflow.yaml': 'name: [' }, {}, /^the workflow cannot be deployed:/],
  ])('says so when there is %s', async (_, files, context, message) => {
    await expect(stacks(files, context)).rejects.toThrow(message);
  });
});

function templateOf(stack: Stack): Record<string, Record<string, unknown>> {
  const app = Stage.of(stack)!;
  return app.synth().getStackArtifact(stack.artifactId).template as Record<string, Record<string, unknown>>;
}
