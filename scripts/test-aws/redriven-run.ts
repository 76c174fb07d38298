/** A command line, run to its end. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
}

export type RunCommand = (...argv: string[]) => Promise<Answer>;

/** A workflow of two nodes, the second of which is blocked in the first execution and passes in the next. */
export const workflow = `name: stepwright-test-aws
version: 1.0.0
description: Is deleted when the test ends.
nodes:
  - { id: first, skill: s, role: intake }
  - { id: second, skill: s, role: closeout }
edges:
  - { from: first, to: second }
final: second
`;
export const script = 'second: [{ fail: on purpose }, { fail: on purpose }, {}]\n';

interface Shown {
  readonly status?: string;
  readonly state?: { readonly run?: string };
}

/**
 * Deploys the workflow, lets a run of it fail, resumes that, and takes everything away, whatever happens. Returns what
 * went wrong; nothing if all went as it should.
 */
export async function redrivenRun(stepwright: RunCommand, place: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  try {
    const deployed = await stepwright('deploy', '--mock', 'script.yaml', ...place, '--require-approval', 'never');
    if (deployed.code !== 0) {
      wrong.push('it could not be deployed');
      return wrong;
    }
    const failed = shown(await stepwright('start', ...place, '--wait', '--json'));
    if (failed.status !== 'failed') wrong.push(`the first execution should fail, and the run is ${failed.status}`);
    const resumed = shown(await stepwright('resume', '--cloud', ...place, '--wait', '--json'));
    if (resumed.status !== 'completed') wrong.push(`redriven, the run should complete, and is ${resumed.status}`);
    if (failed.state?.run !== resumed.state?.run) wrong.push('another run was resumed than the one that had failed');
    return wrong;
  } finally {
    const { code } = await stepwright('destroy', ...place, '--delete-data', '--', '--force');
    if (code !== 0) wrong.push('the stack could not be deleted: delete it by hand');
  }
}

function shown({ stdout }: Answer): Shown {
  try {
    return JSON.parse(stdout) as Shown;
  } catch {
    return {};
  }
}
