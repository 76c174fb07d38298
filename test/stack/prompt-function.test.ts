import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { handlerCode } from '../../lib/stack/bundle.ts';
import { Workflow } from '../../lib/stack/workflow.ts';
import type { TemporaryFolder } from '../store/temporary-folder.ts';
import { project } from './project.ts';

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

const workflow = `
name: prompts
version: 1.0.0
final: end
nodes:
  - { id: draft, skill: draft, role: executor, outputs: [draft.md] }
  - { id: check, skill: check, role: validator, inputs: [draft.md], prompt: { model: eu.anthropic.claude-x-v1:0 }, budget: 1000 }
  - { id: end, skill: end, role: closeout, budget: { seconds: 60 } }
edges:
  - { from: draft, to: check }
  - { from: check, to: end }
`;

const files = {
  'workflow.yaml': workflow,
  'stepwright.yaml': `
models:
  default: { provider: anthropic, model: claude-x, apiKey: 'prod/anthropic#key' }
  other: { model: amazon.unused-v1:0 }
mcp:
  docs: { url: 'https://docs.example/mcp', headers: { Authorization: 'Bearer {{secrets.docs-token}}' } }
  unused: { url: 'https://unused.example/mcp', headers: { Authorization: '{{secrets.unused}}' } }
`,
  'skills/draft/SKILL.md': '---\nname: draft\ndescription: d\nallowed-tools: mcp__docs__create\n---\nDraft it.\n',
  'skills/draft/references/style.md': 'brief',
  'skills/check/SKILL.md': 'Check it.\n',
  'skills/end/index.mjs': 'export default () => {};\n',
};

async function synthesise(given: Readonly<Record<string, string>>) {
  const folder = await project(given);
  folders.push(folder);
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Test', { env: { account: '123456789012', region: 'eu-west-1' } });
  const made = new Workflow(stack, 'W', { definition: join(folder.path, 'workflow.yaml'), projectDir: folder.path });
  const template = Template.fromStack(stack);
  const { directory } = app.synth();
  return { made, template, directory };
}

/** What the role of a function may do besides its stores and logs. */
function rightsOf(template: Template, role: string): string[] {
  const policies = Object.values(template.findResources('AWS::IAM::Policy'));
  const own = policies.filter(({ Properties }) =>
    (Properties.Roles as { Ref: string }[]).some(({ Ref }) => Ref.startsWith(role)),
  );
  const statements = own.flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[],
  );
  return statements
    .map(({ Action, Resource }) => `${[Action].flat().join(' ')}: ${JSON.stringify(Resource)}`)
    .filter((text) => /^(bedrock|secretsmanager|states):?/.test(text));
}

describe('the function for prompts', () => {
  it('may call the models in use, read their secrets, and answer by token', async () => {
    const { template, directory } = await synthesise(files);
    const rights = rightsOf(template, 'WRunPromptRole').map((text) => text.replace(/"Ref":"[^"]+"/g, '"Ref":"…"'));
    expect(rights).toEqual([
      expect.stringMatching(
        /^bedrock:InvokeModel: .*bedrock:eu-west-1:123456789012:inference-profile\/eu\.anthropic\.claude-x-v1:0.*bedrock:\*::foundation-model\/anthropic\.claude-x-v1:0/,
      ),
      expect.stringMatching(
        /^secretsmanager:GetSecretValue secretsmanager:DescribeSecret: .*secret:docs-token-\?\?\?\?\?\?/,
      ),
      expect.stringMatching(
        /^secretsmanager:GetSecretValue secretsmanager:DescribeSecret: .*secret:prod\/anthropic-\?\?\?\?\?\?/,
      ),
      expect.stringMatching(/^states:SendTaskSuccess states:SendTaskFailure: /),
    ]);
    expect(JSON.stringify(rights)).not.toContain('unused');
    expect(rightsOf(template, 'WRunNodeRole').filter((text) => !text.startsWith('states:'))).toEqual([]);

    const [, fn] = Object.entries(template.findResources('AWS::Lambda::Function')).find(([id]) =>
      id.startsWith('WRunPrompt'),
    )!;
    const folder = join(directory, `asset.${basename(fn.Properties.Code.S3Key as string, '.zip')}`);
    expect(readFileSync(join(folder, 'skills/draft/references/style.md'), 'utf8')).toBe('brief');
    const laid = JSON.parse(readFileSync(join(folder, 'prompts.json'), 'utf8')) as object;
    expect(laid).toMatchObject({ models: { default: { apiKey: 'prod/anthropic#key' } }, mcp: { docs: {} } });
    expect(Object.keys((laid as { mcp: object }).mcp)).toEqual(['docs']);
    expect(JSON.stringify(template.toJSON())).not.toContain('prod/anthropic#key');
  });

  it('is called by the machine, and waits where a budget or a question may pause it', async () => {
    const { made, template } = await synthesise(files);
    const tasks = Object.values(made.definition.asl.States).filter((state) => state.Comment?.startsWith('node '));
    expect(
      tasks.map((task) =>
        task.Type === 'Task' ? [task.Resource, JSON.stringify(task.Arguments).includes('${RunPrompt}')] : [],
      ),
    ).toEqual([
      ['arn:aws:states:::lambda:invoke.waitForTaskToken', true],
      ['arn:aws:states:::lambda:invoke.waitForTaskToken', true],
      ['arn:aws:states:::lambda:invoke.waitForTaskToken', false],
    ]);
    const [machine] = Object.values(template.findResources('AWS::StepFunctions::StateMachine'));
    expect(Object.keys(machine!.Properties.DefinitionSubstitutions as object)).toEqual([
      'RunNode',
      'RunPrompt',
      'CloseRun',
    ]);
  });

  it('is there only where there are prompts, and the others stay small', async () => {
    const { made } = await synthesise({
      ...files,
      'workflow.yaml':
        'name: w\nversion: 1.0.0\nfinal: end\nnodes: [{ id: end, skill: end, role: closeout }]\nedges: []\n',
    });
    expect(made.runPrompt).toBeUndefined();
    const ordinary = handlerCode('run-node');
    expect(ordinary.length).toBeLessThan(1_500_000);
    for (const word of ['anthropic-version', 'bedrock-runtime', 'modelcontextprotocol'])
      expect(ordinary).not.toContain(word);
    expect(handlerCode('run-prompt').length).toBeLessThan(4_000_000);
  });

  it('is refused where it could not work', async () => {
    const { 'stepwright.yaml': _config, ...without } = files;
    await expect(synthesise(without)).rejects.toThrow('draft cannot be deployed: the skill draft needs a model');
    const program = {
      ...files,
      'stepwright.yaml': files['stepwright.yaml'].replace(/docs: .*/, 'docs: { command: [node, server.js] }'),
    };
    await expect(synthesise(program)).rejects.toThrow(
      'the MCP server docs, a program: in the cloud it must have a url',
    );
    const unknown = { ...files, 'stepwright.yaml': files['stepwright.yaml'].replace('docs:', 'notes:') };
    await expect(synthesise(unknown)).rejects.toThrow('the MCP server docs, which stepwright.yaml does not name');
  });
});
