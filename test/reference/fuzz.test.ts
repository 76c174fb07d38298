import { fuzz } from './fuzz.ts';
import { anyWorkflow } from './generate.ts';

describe('generated workflows', () => {
  it('run on the compiled machine as the reference says', async () => {
    expect(await fuzz(anyWorkflow, 150, 1)).toBeUndefined();
  }, 60_000);
});
