import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findCdk } from '../../lib/cli/cdk.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const workflow = `name: small
version: 1.0.0
nodes: [{ id: a, skill: s, role: closeout, timeout_seconds: 900 }]
edges: []
final: a
`;

describe('stepwright deploy', () => {
  let place: Project;
  afterEach(() => place.remove());

  it('shows what keeps a workflow from being deployed, before the CDK is asked', async () => {
    place = await project({ 'workflow.yaml': workflow, 'script.yaml': 'b: {}\n' });
    const invalid = await place.json('deploy', '--mock', 'script.yaml');
    expect([invalid.code, invalid.document.status]).toEqual([1, 'invalid']);
    expect(JSON.stringify(invalid.document)).toContain('840');
    place.write('workflow.yaml', workflow.replace('900', '800'));
    expect((await place.run('deploy')).stderr).toContain('error G11');
    const misfit = await place.run('deploy', '--mock', 'script.yaml');
    expect([misfit.code, misfit.stderr]).toEqual([
      2,
      'error the script does not fit the workflow: the workflow has no node b\n',
    ]);
    expect(await place.run('deploy', '--mock', 'none.yaml')).toMatchObject({ code: 2 });
    expect(await place.run('destroy', 'other')).toMatchObject({ code: 2 });
  });

  it('takes options of the CDK for what they are, but no slip of its own', async () => {
    place = await project({ 'workflow.yaml': 'x', 'flow.yaml': 'y' });
    for (const argv of [['--stack-prefx', 'x'], ['flow.yaml', '--moc', 'x'], ['--skill-dir=x']]) {
      const { code, stderr } = await place.run('deploy', ...argv);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error unknown option '--\w.*\n\(Did you mean --/)]);
    }
    // The workflow is looked at before the CDK, which never gets to see these.
    for (const argv of [['--method=direct'], ['--method', 'direct'], ['-c', 'a=b'], ['--', '--profile', 'x']]) {
      const { code, stderr } = await place.run('deploy', ...argv);
      expect([code, stderr]).toEqual([1, expect.stringContaining('--> workflow.yaml:1:1')]);
      const named = await place.run('deploy', 'flow.yaml', ...argv);
      expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('--> flow.yaml:1:1')]);
    }
  });

  it.each([
    [[], 'deploying needs aws-cdk, aws-cdk-lib and constructs'],
    [['aws-cdk-lib', 'constructs'], 'deploying needs aws-cdk'],
    [['aws-cdk', 'constructs'], 'deploying needs aws-cdk-lib'],
  ])('says what to install where there is only %j', async (installed, message) => {
    place = await project(Object.fromEntries(installed.map((name) => [`node_modules/${name}/package.json`, '{}'])));
    expect(findCdk(place.path, place.path)).toEqual({
      refused: `${message}, which stepwright does not find; install with: npm install --save-dev aws-cdk aws-cdk-lib constructs`,
    });
  });

  it('finds the CDK of the project, and its own app', async () => {
    const names = ['aws-cdk', 'aws-cdk-lib', 'constructs'];
    place = await project(Object.fromEntries(names.map((name) => [`node_modules/${name}/package.json`, '{}'])));
    const root = realpathSync(place.path);
    expect(findCdk(root, root)).toEqual({
      cli: join(root, 'node_modules/aws-cdk/bin/cdk'),
      app: join(root, 'dist/bin/app.js'),
    });
  });
});

describe('--cloud', () => {
  it('refuses options that say how to run something here', async () => {
    const place = await project({ 'workflow.yaml': workflow });
    try {
      const resumed = await place.run('resume', '--cloud', '--mock', '--max-concurrency', '2');
      expect([resumed.code, resumed.stderr]).toEqual([
        2,
        'error --mock and --max-concurrency can be given for runs here, but not with --cloud\n',
      ]);
      const answered = await place.json('approve', 'a', '--cloud', '--state', 'x.json');
      expect(answered.document).toEqual({ error: '--state can be given for runs here, but not with --cloud' });
      expect((await place.run('status', '--cloud', 'none')).stderr).toContain('there is no workflow none');
    } finally {
      await place.remove();
    }
  });

  it('does not start a run whose options say what to keep of another one, but not from where', async () => {
    const place = await project({ 'workflow.yaml': workflow });
    try {
      const { code, stderr } = await place.run('start', '--run', 'x', '--fresh');
      expect([code, stderr]).toEqual([2, 'error --run and --fresh can be given with --from only\n']);
    } finally {
      await place.remove();
    }
  });
});
