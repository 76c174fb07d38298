import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Document, Project } from './command-line.ts';
import { project } from './command-line.ts';

describe('the command line as a process', () => {
  let place: Project;

  beforeEach(async () => {
    place = await project({
      'workflow.yaml': 'workflow: {name: noisy, version: 1.0.0}\nsteps:\n  - {id: a, command: /noisy}\n',
      'rejecting.yaml': 'workflow: {name: rejecting, version: 1.0.0}\nsteps:\n  - {id: a, command: /rejecting}\n',
      'skills/rejecting/index.ts': `export default async (): Promise<void> => {
  void Promise.reject(new Error('left behind'));
  await new Promise((resolve) => setTimeout(resolve, 50));
};
`,
      'skills/noisy/index.ts': `export default async (): Promise<void> => {
  console.log('printed by the skill');
  setInterval(() => {}, 1000);
  await new Promise((resolve) => setTimeout(resolve, 50));
};
`,
    });
  });

  afterEach(() => place.remove());

  it('keeps stdout for the document, whatever skills print and keep going', async () => {
    const { code, stdout, stderr } = await place.spawn('run', '--json').ended;
    expect([code, (JSON.parse(stdout) as Document).status]).toEqual([0, 'completed']);
    expect(stderr).toContain('printed by the skill\n');
    const shown = await place.spawn('run', '--fresh').ended;
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('printed by the skill\n')]);
    // No colours where nobody looks.
    expect(shown.stdout).not.toContain('\u001B');
  });

  it('fails the node whose skill leaves an error behind, and nothing else', async () => {
    const { code, stdout } = await place.spawn('run', 'rejecting.yaml', '--json').ended;
    const { status, state } = JSON.parse(stdout) as Document;
    expect([code, status, state.nodes['a']!.status]).toEqual([1, 'failed', 'failed']);
    expect(state.nodes['a']!.note).toContain('left behind');
  });

  it('ends quietly when nobody reads its output any more', () => {
    const command = `${process.execPath} ${join(import.meta.dirname, '../../bin/stepwright.ts')} schema | head -c 10`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '{\n  "$sche', '']);
  });
});
