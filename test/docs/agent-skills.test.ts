import { parse } from 'yaml';
import { parseConfig } from '../../lib/config/parse.ts';
import { manifestSchema } from '../../lib/skills/manifest/schema.ts';
import { project } from '../cli/command-line.ts';
import { commitAll } from '../skills/agent/repository.ts';
import { snippetsIn } from './snippets.ts';

describe('the page on agent skills', () => {
  const files = snippetsIn('agent-skills.md');

  it('has an example that runs as it says', async () => {
    const place = await project({ ...files, 'greeting.txt': 'Hallo, world\n' });
    const git = commitAll(place.path);
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([0, 'completed']);
    expect(document.state.nodes['correct']).toMatchObject({
      note: 'one word was wrong; changed greeting.txt',
      artifacts: ['artifacts/correct.patch', 'report.md'],
    });
    git('apply', 'artifacts/correct.patch');
    expect(place.read('greeting.txt')).toBe('Hello, world\n');
    await place.remove();
  });

  it('shows fields that there are', () => {
    const manifest = manifestSchema.safeParse(parse(files['command.example.yaml']!));
    expect(manifest.error?.issues ?? []).toEqual([]);
    for (const file of ['agent.example.yaml', 'secrets.example.yaml'])
      expect(parseConfig(files[file]!).diagnostics).toEqual([]);
  });
});
