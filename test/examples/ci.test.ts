import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { verbs } from '../../lib/cli/verbs.ts';
import { parseConfig } from '../../lib/config/parse.ts';

const folder = join(import.meta.dirname, '../../examples/ci');
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: Record<string, unknown> }[];
}

interface Actions {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

describe('the example for GitHub', () => {
  const actions = parse(textOf('github-workflow.yml')) as Actions;
  const { config, diagnostics } = parseConfig(textOf('stepwright.yaml'));
  const commands = Object.values(actions.jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run = '' }) => (run.startsWith('npx stepwright ') ? [run.split(' ').slice(2)] : [])),
  );

  it('has a project file without faults', () => {
    expect(diagnostics).toEqual([]);
    expect(Object.keys(config.stages!)).toEqual(['dev', 'prod']);
  });

  it('uses verbs and options that there are', () => {
    expect(commands.map(([verb]) => verb)).toEqual(['validate', 'compile', 'plan', 'deploy', 'deploy']);
    for (const [name, ...args] of commands) {
      const verb = verbs.find((known) => known.name === name)!;
      const known = verb.options.map(({ flags }) => /--[\w-]+/.exec(flags)![0]);
      const flags = args.filter((arg) => arg.startsWith('--'));
      // What deploying passes on is the CDK's.
      const own = flags.filter((flag) => !(verb.passesOn && flag === '--require-approval'));
      expect(known).toEqual(expect.arrayContaining(own));
    }
  });

  it('validates pull requests with annotations, and deploys main to each stage', () => {
    expect(Object.keys(actions.on)).toEqual(['pull_request', 'push']);
    expect(actions.on).toMatchObject({ push: { branches: ['main'] } });
    expect(commands[0]).toEqual(expect.arrayContaining(['--format', 'github']));
    expect(actions.jobs['validate']!.if).toBeUndefined();
    for (const [id, { if: when, needs, environment, steps }] of Object.entries(actions.jobs)) {
      if (id === 'validate') continue;
      expect([when, needs]).toEqual(["github.event_name == 'push'", environment === 'dev' ? 'validate' : 'deploy-dev']);
      const deploy = steps.find(({ run }) => run?.includes('deploy'))!.run!;
      expect(deploy).toContain(`--stage ${environment}`);
      expect(Object.keys(config.stages!)).toContain(environment);
    }
  });

  it('has no keys that last: a role for a token of the job, and the right to one only where it is deployed', () => {
    expect(actions.permissions).toEqual({ contents: 'read' });
    expect(textOf('github-workflow.yml')).not.toMatch(/secrets\.|AKIA|aws-secret/i);
    for (const [id, { permissions, steps }] of Object.entries(actions.jobs)) {
      const credentials = steps.find(({ uses }) => uses?.startsWith('aws-actions/configure-aws-credentials@'));
      expect([id, permissions?.['id-token']]).toEqual([id, id === 'validate' ? undefined : 'write']);
      expect(credentials?.with?.['role-to-assume']).toBe(id === 'validate' ? undefined : '${{ vars.DEPLOY_ROLE }}');
    }
  });
});
