import { project } from '../../stack/project.ts';
import { modelThat } from './fake-model.ts';
import { environmentOf } from './fake-skill.ts';
import { promptRun } from './run-prompts.ts';
import { expectedRuns, nodes, skillFiles, softwareAgent, workflow } from './software-agent.ts';

describe('the workflow of 22 nodes with 22 prompts', () => {
  it('goes through its router, both loops and the gate', async () => {
    const folder = await project(skillFiles);
    try {
      const model = modelThat(softwareAgent());
      const run = promptRun(workflow, {
        source: { dirs: [folder.path] },
        environment: environmentOf({ model }),
        input: 'mend the start page',
      });
      const result = await run.go();
      expect([result.status, result.cause, ...result.completion.reasons]).toEqual(['completed', undefined]);
      expect(nodes).toHaveLength(22);
      const runs = [...result.state.nodes].flatMap(([id, { runs: count }]) =>
        count === undefined ? [] : [[id, count]],
      );
      expect(Object.fromEntries(runs)).toEqual(expectedRuns);
      const calls = Object.values(expectedRuns).reduce((sum, count) => sum + count, 0);
      expect(model.doGenerateCalls).toHaveLength(calls);
      expect(result.state.usage).toMatchObject({ inputTokens: 100 * calls, outputTokens: 10 * calls });
      expect(await run.artifact(result, 'S01', 'artifacts/00-requirements.md')).toBe('by S01');
      expect(result.state.nodes.get('S16')).toMatchObject({ status: 'passed', runs: 2, round: 2 });
    } finally {
      await folder.remove();
    }
  });
});
