import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../lib/compile/index.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

describe.each(['docs-review', 'morning-report'])('the example %s', (name) => {
  const folder = join(EXAMPLES, name);

  it.each(['local', 'aws'] as const)('is valid without a warning for %s', (target) => {
    const { compiled, diagnostics } = compile(readFileSync(join(folder, 'workflow.yaml')), {
      target,
      fileExists: (path) => existsSync(join(folder, path)),
      skillExists: (skill) => skill === 'engineering-closeout' || existsSync(join(folder, 'skills', skill, 'index.ts')),
    });
    expect(diagnostics).toEqual([]);
    expect(compiled).toBeDefined();
  });
});
