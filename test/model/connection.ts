import { Client } from '../../src/api/client.ts';
import type { Http, HttpRequest } from '../../src/api/http.ts';
import type { Connection } from '../../src/model/session/connection.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';

/** A connection to a sandbox without a network. With `limit`, lists have that many items a page. */
export function connectTo(sandbox: Sandbox, limit?: string): Connection {
  const http = httpOf(sandbox, limit);
  const api = new Client({ url: 'http://sandbox.test', token: sandbox.token, http: async () => http });
  return { id: 'sandbox', account: 'sandbox', label: 'Sandbox', api, user: { id: 'mira' }, isStored: false };
}

function httpOf(sandbox: Sandbox, limit: string | undefined): Http {
  return {
    async send({ method, url, headers, body }: HttpRequest) {
      const address = new URL(url);
      if (limit !== undefined && address.searchParams.has('limit')) address.searchParams.set('limit', limit);
      const reply = await sandbox.fetch(
        new Request(address, { method, ...(headers && { headers }), ...(body && { body }) }),
      );
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: Buffer.from(await reply.arrayBuffer()),
      };
    },
    explain: (_, error) => ({ kind: 'unreachable', message: String(error) }),
    close: async () => undefined,
  };
}
