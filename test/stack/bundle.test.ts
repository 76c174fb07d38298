import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleSkills } from '../../lib/stack/bundle.ts';
import { project } from './project.ts';

describe('the bundle of a skill', () => {
  it.each(['stepwright', 'stepwright/skill'])(
    'holds what it needs of %s, where that is not installed',
    async (name) => {
      const folder = await project({
        'index.ts': `import { defineSkill } from '${name}';\nexport default defineSkill({ run: () => ({ note: 'ran' }) });\n`,
      });
      try {
        bundleSkills(new Map([['it.mjs', join(folder.path, 'index.ts')]]), join(folder.path, 'out'));
        const code = readFileSync(join(folder.path, 'out/it.mjs'), 'utf8');
        expect(code).toContain('"ran"');
        expect(code).not.toContain('"stepwright');
        expect(code.length).toBeLessThan(5000);
      } finally {
        await folder.remove();
      }
    },
  );
});
