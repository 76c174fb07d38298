import { isPublic } from '../../../lib/skills/http/addresses.ts';
import { executeHttp } from '../../../lib/skills/http/execute.ts';
import { urlOf } from '../../../lib/skills/http/prepare.ts';
import type { ManifestOf } from '../../../lib/skills/manifest/schema.ts';
import { manifestSchema } from '../../../lib/skills/manifest/schema.ts';
import type { FakeContext } from '../command/fake-context.ts';
import { fakeContext } from '../command/fake-context.ts';
import type { TestServer } from './server.ts';
import { testServer } from './server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Fields = Omit<Partial<ManifestOf<'http'>>, 'kind'> & { readonly url: string };

function execute(fields: Fields, context: FakeContext = fakeContext()) {
  const manifest = { kind: 'http' as const, allow_private: true, ...fields };
  const skill = { kind: 'http' as const, name: 'call', file: 'skill.yaml', root: '.', manifest };
  return executeHttp(skill, context, {
    projectDir: '.',
    secret: (name) => Promise.resolve({ 'crm/key': 's3cr3t-value', broken: 'a\r\nX-Evil: 1' }[name]!),
  });
}

describe('an http skill', () => {
  it('puts values where they belong: encoded in the URL, with their types in JSON, as they are in headers', async () => {
    server = await testServer((_, response) => response.end('{"id": 7}'));
    const context = fakeContext({
      args: { id: 'a/b?c#d', n: 3, on: true, list: [1], text: 'say "hi"\n' },
      context: { who: 'Zoë & co' },
      input: { a: 1 },
    });
    const result = await execute(
      {
        method: 'POST',
        url: `${server.url}/v1/{{args.id}}?who={{context.who}}&n={{ args.n }}`,
        headers: { Authorization: 'Bearer {{secrets.key}}', 'X-N': 'n={{args.n}}' },
        secrets: { key: 'crm/key' },
        body: {
          n: '{{args.n}}',
          on: '{{args.on}}',
          list: '{{args.list}}',
          all: '{{input}}',
          text: 'it is {{args.text}}',
        },
      },
      context,
    );
    expect(result).toEqual({ output: '{"id": 7}' });
    const [request] = server.received;
    expect(request!.url).toBe('/v1/a%2Fb%3Fc%23d?who=Zo%C3%AB%20%26%20co&n=3');
    expect(JSON.parse(request!.body)).toEqual({ n: 3, on: true, list: [1], all: { a: 1 }, text: 'it is say "hi"\n' });
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer s3cr3t-value',
      'x-n': 'n=3',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('sends a text body as it is, and keeps the headers that are stated', async () => {
    server = await testServer((_, response) => response.end('ok'));
    const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': 'mine' };
    const context = fakeContext({ args: { row: 'a,"b"' } });
    await execute({ method: 'POST', url: server.url, headers, body: 'x\n{{args.row}}' }, context);
    expect(server.received[0]).toMatchObject({
      body: 'x\na,"b"',
      headers: { 'content-type': 'text/csv', 'idempotency-key': 'mine' },
    });
  });

  it('takes output, label and artifact from the answer', async () => {
    const answer = '{"result": {"text": "fine", "score": 3}, "a/b": ["no", "yes"]}';
    server = await testServer((_, response) => response.end(answer));
    const { url } = server;
    expect(await execute({ url, output: '/result/text', label: '/a~1b/1', artifact: 'out.json' })).toEqual({
      output: 'fine',
      label: 'yes',
      artifacts: { 'out.json': Buffer.from(answer) },
    });
    expect(await execute({ url, output: '/result' })).toEqual({ output: '{"text":"fine","score":3}' });
    await expect(execute({ url, output: '/nothing' })).rejects.toThrow(/answers 200 OK, with nothing at \/nothing: /);
    await expect(execute({ url, label: '/result' })).rejects.toThrow('with no label at /result');
  });

  it('fails with status and first lines, and without secrets', async () => {
    server = await testServer((_, response) => {
      response.statusCode = 422;
      response.end(`no such field; your key is s3cr3t-value\n${'x'.repeat(900)}`);
    });
    const headers = { 'x-key': '{{secrets.key}}' };
    const result = await execute({ url: `${server.url}/a?q=private`, headers, secrets: { key: 'crm/key' } });
    const { port } = new URL(server.url);
    const said = `GET http://127.0.0.1:${port}/a answers 422 Unprocessable Entity: no such field; your key is [secret crm/key]`;
    const { status, note } = result as { status: string; note: string };
    expect([status, note.startsWith(said), note.length < 700, note.endsWith('x…')]).toEqual([
      'failed',
      true,
      true,
      true,
    ]);
    expect(server.received).toHaveLength(1);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('sends it again after %d, with the same key', async (status) => {
    server = await testServer((_, response, before) => {
      response.statusCode = before === 0 ? status : 201;
      response.end(before === 0 ? 'later' : 'made');
    });
    expect(await execute({ method: 'POST', url: server.url, body: { a: 1 } })).toEqual({ output: 'made' });
    const [first, second] = server.received;
    expect(second).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  });

  it('waits as long as the server says, and gives up after as many times as it may', async () => {
    const times: number[] = [];
    server = await testServer((_, response) => {
      times.push(performance.now());
      response.writeHead(503, { 'retry-after': '1' }).end('busy');
    });
    expect(await execute({ url: server.url, retries: 1 })).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/answers 503 Service Unavailable: busy$/),
    });
    expect(times).toHaveLength(2);
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
  });

  it('sends it again where the connection breaks, and says so where that does not help', async () => {
    server = await testServer((_, response, before) => (before === 0 ? response.destroy() : response.end('there')));
    expect(await execute({ url: server.url })).toEqual({ output: 'there' });
    const { url } = server;
    await server.close();
    await expect(execute({ url, retries: 0 })).rejects.toThrow(/^GET http:\/\/127\.0\.0\.1:\d+\/ got no answer: /);
  });

  it('follows redirects so far as it may, and leaves secrets behind where they lead elsewhere', async () => {
    const other = await testServer((_, response) => response.end('other'));
    server = await testServer(({ url }, response) => {
      const to = url === '/near' ? '/far' : url === '/far' ? `${other.url}/x` : '/loop';
      response.writeHead(url === '/far' ? 303 : 302, { location: to }).end();
    });
    const stated = { headers: { 'x-key': '{{secrets.key}}' }, secrets: { key: 'crm/key' } };
    expect(await execute({ method: 'POST', url: `${server.url}/near`, body: 'a', ...stated })).toEqual({
      output: 'other',
    });
    expect(server.received[1]).toMatchObject({ method: 'GET', body: '', headers: { 'x-key': 's3cr3t-value' } });
    expect(other.received[0]!.headers).not.toHaveProperty('x-key');
    await expect(execute({ url: `${server.url}/loop` })).rejects.toThrow('redirects more than 5 times');
    await expect(execute({ url: `${server.url}/near`, redirects: 0 })).rejects.toThrow('redirects more than 0 times');
    await other.close();
  });

  it.each([
    [307, 'http://localhost:9/x', 'redirects to another host, which is not sent the request'],
    [302, 'file:///etc/passwd', 'redirects to something that is no address of the web'],
    [302, 'http://user:pw@127.0.0.1/', 'redirects to something that is no address of the web'],
  ])('follows no %d to %s', async (status, location, evidence) => {
    server = await testServer((_, response) => response.writeHead(status, { location }).end());
    await expect(execute({ method: 'POST', url: server.url, body: 'a' })).rejects.toThrow(evidence);
  });

  it.each(['http://localhost:9/x', 'http://169.254.169.254/latest/meta-data', 'http://[::1]:9/x'])(
    'follows none to %s, since only the host of the manifest may be private',
    async (location) => {
      server = await testServer((_, response) => response.writeHead(302, { location }).end());
      await expect(execute({ url: server.url })).rejects.toThrow(
        'is no public address; allow_private lets a skill reach the host that its manifest names',
      );
    },
  );

  it('says that an answer broke off', async () => {
    server = await testServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('abc');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(execute({ url: `${server.url}/half`, retries: 1 })).rejects.toThrow(
      /half got no answer: the connection broke off in the middle of it$/,
    );
  });

  it('ends when its time is over', async () => {
    server = await testServer(() => undefined);
    const context = fakeContext();
    const executed = execute({ url: server.url }, context);
    setTimeout(() => context.abort.abort(new Error('timed out after 1s')), 200);
    await expect(executed).rejects.toThrow('timed out after 1s');
  });

  it('refuses an answer that is too long, and one that is no JSON where it has to be', async () => {
    server = await testServer((_, response) => response.end('0123456789'));
    await expect(execute({ url: server.url, max_bytes: 9 })).rejects.toThrow('answers with more than 9 bytes');
    expect(await execute({ url: server.url, max_bytes: 10 })).toEqual({ output: '0123456789' });
    await server.close();
    server = await testServer((_, response) => response.end('<html>'));
    await expect(execute({ url: server.url, output: '/a' })).rejects.toThrow('answers 200 OK, and no JSON: <html>');
  });

  it.each([
    [{ headers: { 'x-a': '{{args.a}}' } }, { a: 'b\r\nX-Evil: 1' }, 'the header x-a would hold a line break'],
    [
      { headers: { 'x-a': '{{secrets.key}}' }, secrets: { key: 'broken' } },
      {},
      'the header x-a would hold a line break',
    ],
    [{ headers: { 'x-a': '{{secrets.key}}' } }, {}, 'the skill names no secret key: it has to stand under secrets'],
    [{ headers: { 'x-a': '{{args.b}}' } }, {}, 'the skill needs the argument b'],
    [{ url: 'http://127.0.0.1/{{args.a}}/b' }, { a: '..' }, 'empty or only dots'],
    [{ url: 'http://127.0.0.1/{{secrets.key}}' }, {}, 'that is no argument, context key or input'],
  ])('sends nothing where %j does not fit', async (fields, args, evidence) => {
    await expect(execute({ url: 'http://127.0.0.1:9/', ...fields }, fakeContext({ args }))).rejects.toThrow(evidence);
  });

  it('keeps its host, whatever is put in', () => {
    const url = urlOf(
      'https://api.example.com/x/{{args.a}}?b={{args.a}}',
      fakeContext({ args: { a: '@evil.com//../\\' } }),
    );
    expect([url.host, url.pathname]).toEqual(['api.example.com', '/x/%40evil.com%2F%2F..%2F%5C']);
  });

  it.each(['https://{{args.host}}/x', 'ftp://a/x', 'https://user@a/x', '/x', 'https://a{{args.b}}.com/'])(
    'is no skill with the URL %s',
    (url) => {
      expect(manifestSchema.safeParse({ kind: 'http', url }).success).toBe(false);
    },
  );
});

describe('addresses', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1', '224.0.0.1'],
    ...['255.255.255.255', '::1', '::', 'fe80::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'],
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(['1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it('are refused unless the skill allows them: as they are, dressed up, and by name', async () => {
    server = await testServer((_, response) => response.end('secret of this machine'));
    const { port } = new URL(server.url);
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '169.254.169.254']) {
      await expect(execute({ url: `http://${host}:${port}/`, allow_private: false })).rejects.toThrow(
        'is no public address; allow_private lets a skill reach the host that its manifest names',
      );
    }
    expect(server.received).toEqual([]);
  });
});
