import { createInterface } from 'node:readline';

// A server that speaks the protocol by hand, and goes wrong as its argument says.
interface Message {
  readonly id?: number;
  readonly method: string;
}

const fault = process.argv[2];
if (fault === 'ends') process.exit(3);
const answer = (id: number | undefined, result: object) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line) as Message;
  switch (method) {
    case 'initialize':
      answer(id, {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'odd', version: '1' },
      });
      return;
    case 'tools/list':
      if (fault !== 'silent') answer(id, { tools: [{ name: 'tell', inputSchema: { type: 'object' } }] });
      return;
    case 'tools/call':
      answer(id, { content: [{ type: 'text', text: 'm'.repeat(3_000_000) }] });
  }
});
