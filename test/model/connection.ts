import { Client } from '../../src/api/client.ts';
import type { Http, HttpRequest } from '../../src/api/http.ts';
import type { Connection } from '../../src/model/session/connection.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';

/**
 * A connection to a sandbox without a network. With `limit`, lists have that many items a page. Requests for which
 * `isFailing` returns true are answered with an error of the server.
 */
export function connectTo(
  sandbox: Sandbox,
  limit?: string,
  isFailing: (address: URL) => boolean = () => false,
): Connection {
  const http = httpOf(sandbox, limit, isFailing);
  const api = new Client({ url: 'http://sandbox.test', token: sandbox.token, http: async () => http });
  return { id: 'sandbox', account: 'sandbox', label: 'Sandbox', api, user: { id: 'mira' }, isStored: false };
}

function httpOf(sandbox: Sandbox, limit: string | undefined, isFailing: (address: URL) => boolean): Http {
  return {
    async send({ method, url, headers, body }: HttpRequest) {
      const address = new URL(url);
      if (isFailing(address)) return { status: 500, headers: {}, body: Buffer.from('{}') };
      const send = (to: URL) =>
        sandbox.fetch(new Request(to, { method, ...(headers && { headers }), ...(body && { body }) }));
      const limited = new URL(address);
      if (limit !== undefined && method === 'GET') limited.searchParams.set('limit', limit);
      const answer = await send(limited);
      // Only lists know a limit.
      const reply = answer.status === 400 ? await send(address) : answer;
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
