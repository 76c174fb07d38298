import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { documentServer } from '../../../examples/release-notes/documents/server.ts';
import { executePrompt } from '../../../lib/skills/prompt/execute.ts';
import { allowedTools, serverTools } from '../../../lib/skills/prompt/mcp.ts';
import { finish, lastAnswers, modelOfTurns } from './fake-model.ts';
import { environmentOf, promptContext, promptSkill } from './fake-skill.ts';

const signal = new AbortController().signal;

describe('the tools that a prompt may call', () => {
  it('are those of its manifest, else of its front matter', () => {
    const named = ['Read', 'Bash(git add:*)', 'mcp__docs__create', 'mcp__docs__add', 'mcp__notes', 'mcp__mail__*'];
    expect(allowedTools(promptSkill({ allowedTools: named }))).toEqual(
      new Map([
        ['docs', ['create', 'add']],
        ['notes', ['*']],
        ['mail', ['*']],
      ]),
    );
    expect(allowedTools(promptSkill({ allowedTools: named, manifest: { mcp: { docs: ['read'] } } }))).toEqual(
      new Map([['docs', ['read']]]),
    );
    expect(allowedTools(promptSkill())).toEqual(new Map());
  });

  it('come from a program on a laptop, which sees no more variables than it is given', async () => {
    const command = [process.execPath, fileURLToPath(new URL('./stdio-server.ts', import.meta.url))];
    const mcp = { local: { command, env: { TOKEN: 'x' } } };
    process.env['STEPWRIGHT_TEST_SECRET'] = 'not to be seen';
    const environment = { ...environmentOf({ mcp, processes: true }), projectDir: import.meta.dirname };
    const { tools, close } = await serverTools(new Map([['local', ['*']]]), environment, signal);
    try {
      expect(Object.keys(tools)).toEqual(['mcp__local__names', 'mcp__local__picture']);
      const names = String(await tools['mcp__local__names']!.run({}, signal)).split(' ');
      expect(names).toEqual(expect.arrayContaining(['PATH', 'TOKEN']));
      expect(names).not.toContain('STEPWRIGHT_TEST_SECRET');
      expect(await tools['mcp__local__picture']!.run({}, signal)).toBe('(image)');
    } finally {
      delete process.env['STEPWRIGHT_TEST_SECRET'];
      await close();
    }
    await expect(serverTools(new Map([['local', ['*']]]), environmentOf({ mcp }), signal)).rejects.toThrow(
      'the MCP server local cannot be reached: local is a program, and programs are started on a laptop only',
    );
  });

  describe('of a program that goes wrong', () => {
    const environment = (fault: string) => {
      const command = [process.execPath, fileURLToPath(new URL('./odd-server.ts', import.meta.url)), fault];
      return { ...environmentOf({ mcp: { odd: { command } }, processes: true }), projectDir: import.meta.dirname };
    };
    const all = new Map([['odd', ['*']]]);

    it('are none when it has ended', async () => {
      await expect(serverTools(all, environment('ends'), signal)).rejects.toThrow(
        /^the MCP server odd cannot be reached: /,
      );
    });

    it('are waited for until the node is over, and no longer', async () => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error('timed out after 1s')), 1000);
      await expect(serverTools(all, environment('silent'), abort.signal)).rejects.toThrow(/^timed out after 1s$/);
    });

    it('are told as much as a model can read', async () => {
      const { context } = promptContext();
      const model = modelOfTurns({ calls: [['mcp__odd__tell', {}]] }, finish({ status: 'passed' }));
      const skill = promptSkill({ manifest: { mcp: { odd: ['tell'] } } });
      const { prompts, ...others } = environment('talks');
      await executePrompt(skill, context, { ...others, prompts: { ...prompts!, model } });
      const [said] = lastAnswers(model.doGenerateCalls[1]!);
      expect(said!.length).toBeLessThan(100_500);
      expect(said).toContain('(cut off: these are the first 100000 of 3000000 characters)');
    });
  });

  it('come over HTTP with the headers that the project states, secrets in them', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const inner = documentServer(new Map(), 'https://documents.example');
    const server = createServer((request, response) => {
      seen.push(request.headers);
      inner.emit('request', request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const mcp = { docs: { url, headers: { Authorization: 'Bearer {{secrets.docs/token#key}}' } } };
    try {
      const { tools, close } = await serverTools(
        new Map([['docs', ['create_document']]]),
        environmentOf({ mcp }),
        signal,
      );
      expect(Object.keys(tools)).toEqual(['mcp__docs__create_document']);
      await close();
      expect(seen.every(({ authorization }) => authorization === 'Bearer value of docs/token#key')).toBe(true);
      await expect(serverTools(new Map([['docs', ['publish']]]), environmentOf({ mcp }), signal)).rejects.toThrow(
        'the MCP server docs has no tool publish; it has create_document, append_section, delete_document',
      );
      await expect(serverTools(new Map([['notes', ['*']]]), environmentOf({ mcp }), signal)).rejects.toThrow(
        'the project has no MCP server notes',
      );
    } finally {
      server.close();
    }
  });
});
