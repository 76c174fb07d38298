import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'yaml';
import { readAnswer } from '../../lib/node/read-answer.ts';
import type { FunctionRequest } from '../../lib/skills/lambda/request.ts';
import { requestText } from '../../lib/skills/lambda/request.ts';
import { manifestSchema } from '../../lib/skills/manifest/schema.ts';
import { project } from '../cli/command-line.ts';
import { fakeContext } from '../skills/command/fake-context.ts';
import { snippetsIn } from './snippets.ts';

describe('the page on service skills', () => {
  const files = snippetsIn('service-skills.md');

  it('has an example that runs as it says', async () => {
    let received: unknown;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received = [request.url, request.headers.authorization, JSON.parse(body)];
        response.end('{"price": 80, "kind": "dear"}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    process.env['SHOP_PRICE_KEY'] = 'k3y-of-shop';
    const place = await project({
      ...files,
      'skills/price/skill.yaml': files['skills/price/skill.yaml']!.replace('8080', String(port)),
    });
    const { code, document } = await place.json('run');
    delete process.env['SHOP_PRICE_KEY'];
    server.close();
    expect([code, document.status]).toEqual([3, 'paused']);
    expect(received).toEqual([
      '/prices/blue%20chair',
      'Bearer k3y-of-shop',
      { count: 2, for: `order ${document.run}` },
    ]);
    expect(document.state.nodes['decide']!.note).toBe('waiting for a person: Send the offer for blue chair?');
    expect(place.read('artifacts/offer.md')).toBe('We offer you: blue chair\n');
    const approved = await place.json('approve', 'decide', '--label', 'send');
    expect([approved.code, approved.document.state.nodes['send']!.status]).toEqual([0, 'passed']);
    await place.remove();
  });

  it('shows what functions are given, and how they answer', async () => {
    expect(manifestSchema.safeParse(parse(files['lambda.example.yaml']!)).success).toBe(true);
    const shown = JSON.parse(files['request.example.json']!) as FunctionRequest;
    const sent = JSON.parse(await requestText(fakeContext())) as FunctionRequest;
    expect(Object.keys(shown)).toEqual(Object.keys(sent));
    const { answer } = JSON.parse(files['callback.example.json']!) as Required<FunctionRequest>;
    const { run, node, ...given } = JSON.parse(files['answer.example.json']!) as Record<string, unknown>;
    expect({ function: '…', run, node, ticket: given['ticket'] }).toEqual(answer);
    expect(readAnswer(given)).toEqual(given);
  });
});
