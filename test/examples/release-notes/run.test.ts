import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Document } from '../../../examples/release-notes/documents/server.ts';
import { documentServer } from '../../../examples/release-notes/documents/server.ts';
import { loadConfig } from '../../../lib/config/index.ts';
import type { Sent, Turn } from '../../skills/prompt/fake-model.ts';
import { finish, lastAnswers, modelThat, sentText } from '../../skills/prompt/fake-model.ts';
import { environmentOf } from '../../skills/prompt/fake-skill.ts';
import { promptRun } from '../../skills/prompt/run-prompts.ts';

const folder = join(import.meta.dirname, '../../../examples/release-notes');

describe('the example release-notes', () => {
  const documents = new Map<string, Document>();
  const server = documentServer(documents, 'https://documents.example');
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  });
  beforeEach(() => documents.clear());
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function begin(play: (call: Sent, step: number) => Turn) {
    const { config, diagnostics } = loadConfig(folder);
    expect(diagnostics).toEqual([]);
    let step = 0;
    const model = modelThat((call) => play(call, step++));
    const run = promptRun(readFileSync(join(folder, 'workflow.yaml'), 'utf8'), {
      source: { dirs: [join(folder, 'skills')] },
      environment: environmentOf({ model, models: config.models!, mcp: { ...config.mcp, documents: { url } } }),
      project: { 'changes.md': readFileSync(join(folder, 'changes.md'), 'utf8') },
    });
    return { run, model };
  }

  const turns: readonly ((call: Sent) => Turn)[] = [
    () => ({ calls: [['read_reference', { path: 'references/style.md' }]] }),
    () => ({ calls: [['mcp__documents__create_document', { title: 'Release 2.4' }]] }),
    (call) => {
      const { id } = JSON.parse(/\{.*\}/.exec(lastAnswers(call)[0]!)![0]) as { id: string };
      const section = (title: string, text: string) => ['mcp__documents__append_section', { id, title, text }] as const;
      return {
        calls: [
          section('New', 'Restore a snapshot into any folder.'),
          section('Fixed', 'Interrupted snapshots are marked.'),
        ],
      };
    },
    () =>
      finish({
        status: 'passed',
        output: { id: 'doc-1', url: 'https://documents.example/doc-1', sections: ['New', 'Fixed'] },
      }),
  ];

  it('drafts a document by the tools of another system', async () => {
    const { run, model } = begin((call, step) => turns[step]!(call));
    const result = await run.go();
    expect([result.status, ...result.completion.reasons]).toEqual(['completed']);
    expect(documents.get('doc-1')).toEqual({
      title: 'Release 2.4',
      sections: [
        { title: 'New', text: 'Restore a snapshot into any folder.' },
        { title: 'Fixed', text: 'Interrupted snapshots are marked.' },
      ],
    });
    expect(result.state.nodes.get('check')!.note).toBe('https://documents.example/doc-1 has 2 sections');
    expect(await run.artifact(result, 'draft', 'artifacts/draft.json')).toMatch(/^\{"id":"doc-1"/);
    const [first, second] = model.doGenerateCalls;
    expect(first!.tools!.map(({ name }) => name).filter((name) => name.startsWith('mcp__'))).toEqual([
      'mcp__documents__create_document',
      'mcp__documents__append_section',
    ]);
    expect(sentText(first!)).toContain('delete all documents');
    expect(lastAnswers(second!)[0]).toContain('No numbers of issues.');
    expect(first!.temperature).toBe(0.3);
  });

  it('reaches no tool that the skill does not name, whatever its material says', async () => {
    documents.set('doc-0', { title: 'Old', sections: [] });
    const { run } = begin(() => ({ calls: [['mcp__documents__delete_document', { id: 'doc-0' }]] }));
    const result = await run.go();
    expect(result.state.nodes.get('draft')).toMatchObject({ status: 'blocked', artifacts: [] });
    expect(result.state.nodes.get('draft')!.note).toMatch(/mcp__documents__delete_document/);
    expect([...documents.keys()]).toEqual(['doc-0']);
  });

  it('is told what a tool says went wrong', async () => {
    const { run, model } = begin((_call, step) =>
      step === 0
        ? { calls: [['mcp__documents__append_section', { id: 'doc-9', title: 'New', text: 'x' }]] }
        : finish({ status: 'failed', note: 'no document' }),
    );
    await run.go();
    expect(lastAnswers(model.doGenerateCalls[1]!)[0]).toContain('there is no document doc-9');
  });

  it('fails where the system cannot be reached, or has no such tool', async () => {
    const good = url;
    url = good.replace(/:\d+/, ':1');
    const gone = await begin(() => finish({ status: 'passed' })).run.go();
    expect(gone.state.nodes.get('draft')!.note).toMatch(/the MCP server documents cannot be reached: /);
    url = good;
  });
});
