import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

export interface Document {
  readonly title: string;
  readonly sections: { title: string; text: string }[];
}

/** A small document system: it keeps documents in memory, and offers tools by the Model Context Protocol over HTTP. */
export function documentServer(documents: Map<string, Document>, url: string): Server {
  return createServer((request, response) => {
    // Every request stands for itself: there are no sessions to lose.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = tools(documents, url);
    response.on('close', () => void server.close());
    // The transport's types are not made for exact optional properties.
    void server
      .connect(transport as Parameters<typeof server.connect>[0])
      .then(() => transport.handleRequest(request, response));
  });
}

function tools(documents: Map<string, Document>, url: string): McpServer {
  const server = new McpServer({ name: 'documents', version: '1.0.0' });
  const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });
  const found = (id: string): Document => {
    const document = documents.get(id);
    if (!document) throw new Error(`there is no document ${id}`);
    return document;
  };
  server.registerTool(
    'create_document',
    { description: 'Creates an empty document.', inputSchema: { title: z.string() } },
    ({ title }) => {
      const id = `doc-${documents.size + 1}`;
      documents.set(id, { title, sections: [] });
      return text({ id, url: `${url}/${id}` });
    },
  );
  server.registerTool(
    'append_section',
    {
      description: 'Adds a section at the end of a document.',
      inputSchema: { id: z.string(), title: z.string(), text: z.string() },
    },
    ({ id, ...section }) => {
      found(id).sections.push(section);
      return text({ id, sections: found(id).sections.length });
    },
  );
  server.registerTool(
    'delete_document',
    { description: 'Deletes a document.', inputSchema: { id: z.string() } },
    ({ id }) => text({ deleted: documents.delete(id) }),
  );
  return server;
}

// Started as a program: node documents/server.ts [port]
if (process.argv[1] === import.meta.filename) {
  const port = Number(process.argv[2] ?? 7700);
  const url = `http://127.0.0.1:${port}`;
  documentServer(new Map(), url).listen(port, '127.0.0.1');
}
