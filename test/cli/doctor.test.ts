import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

const chain = `name: chain
version: 1.0.0
nodes:
  - {id: A, skill: s, role: intake}
  - {id: B, skill: s, role: closeout}
edges:
  - {from: A, to: B}
final: B
`;

describe('doctor', () => {
  let place: Project;

  afterEach(() => place.remove());

  it('finds nothing wrong with the records of runs', async () => {
    place = await project({ 'workflow.yaml': chain, 'script.yaml': 'B: {error: boom}\n' });
    const run = (await place.json('run', '--mock', 'script.yaml')).document.run;
    const { code, stdout } = await place.run('doctor');
    expect([code, stdout]).toEqual([0, `✓ ${run}\n`]);
    expect((await place.run('doctor', '--run', 'none')).code).toBe(2);
  });

  it('tells what somebody has changed in a record', async () => {
    place = await project({ 'workflow.yaml': chain });
    const run = (await place.json('run', '--mock')).document.run;
    const journal = `.workflow/runs/${run}/journal.jsonl`;
    place.write(journal, place.read(journal).replace('"status":"passed"', '"status":"skipped"'));
    const { code, stdout } = await place.run('doctor', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      runs: [{ run, problems: ['A is skipped, but ended with next'] }],
    });
    place.write(journal, `nonsense\n${place.read(journal)}`);
    expect((await place.run('doctor')).stdout).toContain('line 1 is damaged');
  });
});
