import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';

export const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import';
export type Source = 'markdown' | 'html' | 'zip';
/** The content of a path: a text, or bytes with headers. */
export type ServedContent =
  string | Uint8Array | { content: string | Uint8Array; headers: OutgoingHttpHeaders } | (() => Promise<string>);

/** A change request to import into, and a server with content to import. */
export interface Importing extends Docs {
  origin: string;
  id: string;
  /** Returns the input that imports from a path of the server. */
  input(path: string, source: string): Input;
  /** Returns the content of the change request. */
  content(): ReturnType<typeof contentOf>;
}

interface Input {
  spaceId: string;
  changeRequestId: string;
  body: { url: string; source: Source };
}

export async function openImporting(served: Record<string, ServedContent>): Promise<Importing> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const source = served[request.url ?? ''];
    const reply = typeof source === 'function' ? await source() : source;
    const isBare = typeof reply === 'string' || reply instanceof Uint8Array;
    const { content, headers } = isBare || !reply ? { content: reply, headers: {} } : reply;
    response.writeHead(content === undefined ? 404 : 200, headers).end(content);
  };
  // A rejection is unhandled, and so fails the test.
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => server.close(resolve)));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const docs = await openDocs({ 'README.md': 'Start.' });
  const { id } = await docs.propose([]);
  return {
    ...docs,
    origin,
    id,
    input: (path, source) => ({
      spaceId,
      changeRequestId: id,
      body: { url: `${origin}${path}`, source: source as Source },
    }),
    content: () => contentOf(docs, id),
  };
}

async function contentOf(docs: Docs, changeRequestId: string) {
  return docs.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/content', { spaceId, changeRequestId });
}

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
