import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endSpareWorker } from '../../lib/skills/code/workers.ts';
import { project } from '../cli/command-line.ts';
import { snippetsIn } from './snippets.ts';

const root = resolve(import.meta.dirname, '../..');
describe('the page about skills', () => {
  afterAll(endSpareWorker);

  it('has snippets that run together', async () => {
    const files = snippetsIn('skills.md');
    expect(Object.keys(files)).toEqual([
      'stepwright.yaml',
      'skills/count-words/index.ts',
      'workflow.yaml',
      'skills/judge-length/index.ts',
      'skills/count-words/skill.yaml',
    ]);
    const place = await project({
      ...files,
      'text.md': 'five words are in here\n',
      'catalogue/fix-build/SKILL.md': 'Fix the build.\n',
      // What the package gives to skills, from the sources.
      'node_modules/stepwright/package.json': '{"type": "module", "exports": {"./skill": "./skill.js"}}',
      'node_modules/stepwright/skill.js': `export * from ${JSON.stringify(join(root, 'lib/skill.ts'))};`,
    });
    mkdirSync(join(place.path, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'node_modules/zod'), join(place.path, 'node_modules/zod'));
    expect((await place.run('validate')).code).toBe(0);
    const { code, document } = await place.json('run');
    expect(document.state.nodes['count']).toMatchObject({ status: 'passed', note: '5 words' });
    expect(document.state.nodes['judge']).toMatchObject({ status: 'passed', note: '5 words are fine' });
    expect(code).toBe(0);
    const skills = (await place.json('skill', 'list')).document as unknown as {
      skills: { name: string; kind: string }[];
    };
    expect(skills.skills.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'count-words: code',
      'engineering-closeout: builtin',
      'fix-build: agent',
      'judge-length: code',
    ]);
    place.write('workflow.yaml', files['workflow.yaml']!.replace('most: 100', 'most: many'));
    const wrong = await place.json('run', '--fresh');
    expect(wrong.document.state.nodes['judge']!.note).toContain(
      'the arguments do not fit: most: Invalid input: expected number, received string',
    );
    await place.remove();
  });
});
