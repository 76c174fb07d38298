import { parseConfig } from '../../lib/config/parse.ts';
import { project } from '../cli/command-line.ts';
import { modelServer } from '../skills/prompt/model-server.ts';
import { openAiCompatible } from '../skills/prompt/wire-formats.ts';
import { snippetsIn } from './snippets.ts';

describe('the page on prompt skills', () => {
  const files = snippetsIn('prompt-skills.md');

  it('has an example that runs as it says', async () => {
    const { call } = openAiCompatible;
    const replies = [
      call('1', 'write_artifact', { path: 'artifacts/summary.md', content: 'A kettle leaks.' }),
      call('2', 'ask_person', { question: 'Is it about a refund?' }),
      call('3', 'finish', { status: 'passed', label: 'a refund' }),
    ];
    const server = await modelServer((_request, index) => replies[index]!);
    const place = await project({
      ...files,
      'stepwright.yaml': files['stepwright.yaml']!.replace('http://127.0.0.1:11434', server.url),
      'letter.txt': 'The kettle leaks, and I want my money back.',
    });
    try {
      const paused = await place.run('run');
      expect(paused.code).toBe(3);
      expect(paused.stdout).toContain('Waiting for a person: sort: Is it about a refund?');
      expect(paused.stdout).toContain("stepwright approve sort --text 'your answer'");
      const { code, document } = await place.json('approve', 'sort', '--text', 'it is about a refund');
      expect([code, document.status]).toEqual([0, 'completed']);
      expect(document.state.nodes['sort']).toMatchObject({
        label: 'a refund',
        artifacts: ['artifacts/summary.md'],
        usage: { inputTokens: 3600, outputTokens: 102, usd: 0.001953, model: 'default' },
      });
      expect(place.read('artifacts/summary.md')).toBe('A kettle leaks.');
      expect(openAiCompatible.read(server.received[2]!).toolResult).toEqual([
        '2',
        expect.stringContaining('it is about a refund') as string,
      ]);
      expect((await place.run('status')).stdout).toContain('models used 3,702 tokens, $0.002');
    } finally {
      await server.close();
      await place.remove();
    }
  });

  it('shows fields that there are', () => {
    for (const file of ['models.example.yaml', 'mcp.example.yaml'])
      expect(parseConfig(files[file]!).diagnostics).toEqual([]);
  });
});
