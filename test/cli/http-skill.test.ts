import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '../skills/http/server.ts';
import { testServer } from '../skills/http/server.ts';
import type { Project } from './command-line.ts';
import { project } from './command-line.ts';

let server: TestServer;
let place: Project;
/** What the service answers. */
let answer: { status: number; body: string };

beforeAll(async () => {
  server = await testServer((_, response) => response.writeHead(answer.status).end(answer.body));
});
afterAll(() => server.close());
beforeEach(() => {
  process.env['SHOP_KEY'] = 'k3y-of-the-shop';
  server.received.splice(0);
});
afterEach(async () => {
  delete process.env['SHOP_KEY'];
  await place.remove();
});

const node = '{id: call, skill: call, role: validator, retry: {max: 0}, outputs: [artifacts/answer.json]}';
const end = '{id: end, skill: engineering-closeout, role: closeout}';
const plain = `name: calls
version: 1.0.0
nodes: [${node}, ${end}]
edges: [{from: call, to: end}]
final: end
`;
const gate = `name: calls
version: 1.0.0
nodes: [${node}, {id: mend, skill: mend, role: executor}, ${end}]
edges:
  - {from: call, to: end, kind: on_pass}
  - {from: call, to: mend, kind: on_failure}
  - {from: mend, to: end}
final: end
`;

function files(workflow: string, manifest = '') {
  const more = manifest === '' ? 'allow_private: true' : manifest;
  return project({
    'workflow.yaml': workflow,
    'skills/call/skill.yaml': `kind: http\nurl: ${server.url}/x\nretries: 0\nheaders: {X-Key: '{{secrets.key}}'}\nsecrets: {key: shop/key}\nartifact: artifacts/answer.json\n${more}\n`,
    'skills/mend/index.mjs': 'export default () => {};\n',
  });
}

describe('a request that fails', () => {
  it.each([
    [
      'is refused',
      { status: 401, body: 'bad key k3y-of-the-shop' },
      '',
      /^blocked after 1 attempt: GET http:\/\/127\.0\.0\.1:\d+\/x answers 401 Unauthorized: bad key \[secret shop\/key\]$/,
    ],
    ['breaks the service', { status: 500, body: '' }, '', /answers 500 Internal Server Error$/],
    [
      'is too much',
      { status: 200, body: 'x'.repeat(50) },
      'allow_private: true\nmax_bytes: 20',
      /answers with more than 20 bytes$/,
    ],
    [
      'leads to a private address',
      { status: 200, body: '{}' },
      'allow_private: false',
      /127\.0\.0\.1 is no public address; allow_private lets a skill reach the host that its manifest names$/,
    ],
    [
      'brings no JSON',
      { status: 200, body: '<p>' },
      'allow_private: true\noutput: /a',
      /answers 200 OK, and no JSON: <p>$/,
    ],
  ])('because it %s leaves evidence, no output and no secret', async (_, given, manifest, note) => {
    answer = given;
    place = await files(plain, manifest);
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([1, 'failed']);
    expect(document.state.nodes['call']).toMatchObject({
      status: 'blocked',
      artifacts: [],
      note: expect.stringMatching(note),
    });
    expect(existsSync(join(place.path, 'artifacts/answer.json'))).toBe(false);
    for (const file of [
      '.workflow/state.json',
      `.workflow/runs/${document.run}/journal.jsonl`,
      `.workflow/runs/${document.run}/run.log`,
    ])
      expect(place.read(file)).not.toContain('k3y-of-the-shop');
  });

  it('is the verdict of a gate', async () => {
    answer = { status: 503, body: 'down' };
    place = await files(gate);
    const { code, document } = await place.json('run');
    expect([code, document.status]).toEqual([0, 'completed']);
    expect(document.state.nodes).toMatchObject({ call: { status: 'failed', attempt: 1 }, mend: { status: 'passed' } });
    expect(server.received.map(({ headers }) => headers['x-key'])).toEqual(['k3y-of-the-shop']);
  });

  it('passes otherwise, and keeps the answer', async () => {
    answer = { status: 200, body: '{"a": 1}' };
    place = await files(plain);
    expect((await place.json('run')).code).toBe(0);
    expect(place.read('artifacts/answer.json')).toBe('{"a": 1}');
  });
});
