import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import { project } from './command-line.ts';

describe('what a skill prints', () => {
  afterAll(endSpareWorker);

  it('stands on lines of its own between those of the nodes', async () => {
    const place = await project({
      'workflow.yaml':
        'name: prints\nversion: 1.0.0\nnodes:\n  - {id: a, skill: say, role: executor}\nedges: []\nfinal: a\n',
      'skills/say/index.mjs': "export default () => { console.log('one\\ntwo'); console.error('three'); };\n",
    });
    try {
      const { stdout, stderr } = await place.run('run');
      expect(stdout).toMatch(/Running: a\.\.\.\none\ntwo\n\[Step 1\/1\] Running: a\.\.\. ✓ /);
      expect(stderr).toBe('three\n');
      const { stdout: document, stderr: said } = await place.run('run', '--fresh', '--json');
      expect((JSON.parse(document) as { status: string }).status).toBe('completed');
      expect(said).toMatch(/Running: a\.\.\.\none\ntwo\n/);
    } finally {
      await place.remove();
    }
  });
});
