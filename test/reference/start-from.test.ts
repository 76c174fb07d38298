import { fuzz } from './fuzz.ts';
import { stepsWorkflows } from './generate.ts';
import { startedAt } from './generate-continued.ts';
import { compareFrom } from './start-from.ts';

describe('generated runs of steps that start at one', () => {
  it('run as the reference says where no step was run before', async () => {
    const cases = startedAt(stepsWorkflows).map((example) => ({ ...example, fresh: true }));
    expect(await fuzz(cases, 60, 1, compareFrom)).toBeUndefined();
  }, 60_000);

  it('keep the steps of an earlier run as the reference says', async () => {
    const cases = startedAt(stepsWorkflows).map((example) => ({ ...example, fresh: false }));
    expect(await fuzz(cases, 60, 1, compareFrom)).toBeUndefined();
  }, 60_000);
});
