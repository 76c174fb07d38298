import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

// A server that is started as a program: it says which variables it sees.
const server = new McpServer({ name: 'variables', version: '1.0.0' });
server.registerTool('names', { description: 'Names of the environment.' }, () => ({
  content: [{ type: 'text', text: Object.keys(process.env).sort().join(' ') }],
}));
server.registerTool('picture', { description: 'No text.' }, () => ({
  content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
}));
await server.connect(new StdioServerTransport());
