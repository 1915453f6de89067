import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Client } from '../../src/api/client.ts';
import { failureMessage } from '../../src/api/failure.ts';
import { createHttp } from '../../src/api/http.ts';
import { explainNetworkError } from '../../src/api/transport.ts';
import { json, startScriptedServer, token } from './server.ts';
import { skipLookUpDelays } from '../host/timers.ts';

const write = 'POST /spaces/{spaceId}/comments';
const input = { spaceId: 's', body: { body: { markdown: 'My words' } } };
const arrived = { object: 'comment', id: 'arrived' };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Ways in which the reply to a write is lost, with the sentence that names the reason. */
const losses: [name: string, answer: Answer, reason: RegExp, isOver?: true][] = [
  ['500', (_, response) => json(response, {}, 500), /The service answered with status 500\./, true],
  [
    '303',
    (_, response) => response.writeHead(303, { location: '/elsewhere' }).end(),
    /The server wants this to be sent to another address instead\. Nothing was sent there\./,
    true,
  ],
  ['502', (_, response) => json(response, {}, 502), /The service answered with status 502\./],
  ['504', (_, response) => response.writeHead(504).end('<html>'), /a web page of a gateway .* \(status 504\)\./],
  ['a reset', (request, response) => request.resume().on('end', () => response.destroy()), /ended before it was whole/],
  ['half a reply', (_, response) => void response.write('{', () => response.destroy()), /ended before it was whole/],
  ['a web page', (_, response) => void response.end('<html>'), /a web page/],
  ['a reply that never comes', request => void request.resume(), /did not answer in time/],
];

describe('a write whose reply is lost', () => {
  skipLookUpDelays();
  for (const [name, answer, reason, isOver] of losses) {
    it(`(${name}) counts as done when the lookup finds it`, async () => {
      await using server = await startScriptedServer(answer, { timeoutMs: 100 });
      const result = await server.client.request(write, input, { lookUp: async () => ({ result: arrived }) });
      assert.equal(result, arrived);
      assert.equal(server.requests.length, 1);
    });

    it(`(${name}) is reported as not done when the lookup does not find it`, async () => {
      await using server = await startScriptedServer(answer, { timeoutMs: 100 });
      await assert.rejects(server.client.request(write, input, { lookUp: async () => undefined }), error => {
        const sentence = failureMessage('send it', error);
        const now = isOver
          ? /^Could not send it: .* nothing has changed\./
          : /^Could not send it yet: .* nothing has changed yet\./;
        assert.match(sentence, now);
        assert.match(sentence, reason);
        return true;
      });
    });

    it(`(${name}) is looked up ${isOver ? 'only once: the server has finished' : 'several times: it may still be running'}`, async () => {
      await using server = await startScriptedServer(answer, { timeoutMs: 100 });
      let times = 0;
      const lookUp = async () => (++times === 3 ? { result: arrived } : undefined);
      const sent = server.client.request(write, input, { lookUp }).catch(() => undefined);
      assert.equal(await sent, isOver ? undefined : arrived);
      assert.equal(times, isOver ? 1 : 3);
      assert.equal(server.requests.length, 1);
    });

    it(`(${name}) has an unknown outcome when the lookup fails`, async () => {
      await using server = await startScriptedServer(answer, { timeoutMs: 100 });
      const lookUp = () => Promise.reject(new Error('no way'));
      await assert.rejects(server.client.request(write, input, { lookUp }), error => {
        const sentence = failureMessage('send it', error);
        assert.match(sentence, /^Tried to send it, and it is not known whether that worked: /);
        assert.match(sentence, reason);
        return true;
      });
    });
  }

  for (const status of [400, 401, 403, 404, 409, 429, 501]) {
    it(`is not looked up when the service has rejected it (${status})`, async () => {
      await using server = await startScriptedServer((_, response) => json(response, {}, status));
      const lookUp = () => assert.fail('looked up');
      await assert.rejects(server.client.request(write, input, { lookUp }), { status });
    });
  }

  /** Returns a client whose connection pool fails with this error. */
  const failing = (error: Error) => {
    const http = { send: () => Promise.reject(error), close: async () => {} };
    const explained = {
      ...http,
      explain: (_: string, cause: unknown) => explainNetworkError('docs.example', undefined, cause),
    };
    return new Client({ url: 'https://docs.example', token, http: () => Promise.resolve(explained) });
  };

  for (const error of [
    { code: 'UND_ERR_DESTROYED' },
    { code: 'UND_ERR_ABORTED' },
    { code: 'UND_ERR_INFO' },
    { code: 'UND_ERR_HEADERS_OVERFLOW' },
    { code: 'EHOSTUNREACH', syscall: 'read' },
    { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' },
    { code: 'OF_A_LATER_VERSION' },
    {},
  ]) {
    it(`is looked up after any other network error (${JSON.stringify(error)})`, async () => {
      const client = failing(Object.assign(new Error('Something happened'), error));
      assert.equal(await client.request(write, input, { lookUp: async () => ({ result: arrived }) }), arrived);
    });
  }

  for (const error of [
    { code: 'ECONNREFUSED', syscall: 'connect' },
    { code: 'EHOSTUNREACH', syscall: 'connect' },
    { code: 'EACCES', syscall: 'connect' },
    { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
    { code: 'UND_ERR_INVALID_ARG' },
    { code: 'UND_ERR_CLOSED' },
    { code: 'CERT_REVOKED' },
    { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    { code: 'ERR_INVALID_URL' },
  ]) {
    it(`is not looked up when it was never sent (${JSON.stringify(error)})`, async () => {
      const client = failing(Object.assign(new Error('Something happened'), error));
      const lookUp = () => assert.fail('looked up');
      await assert.rejects(client.request(write, input, { lookUp }), { kind: 'unreachable' });
    });
  }

  it('is announced with the result of the lookup, and the user is notified', async () => {
    await using server = await startScriptedServer((_, response) => json(response, {}, 500));
    const http = createHttp({ timeoutMs: 1000 });
    const hosts: string[] = [];
    const client = new Client({
      url: server.url,
      token,
      http: () => Promise.resolve(http),
      onDidRecoverLostReply: host => hosts.push(host),
    });
    const results: unknown[] = [];
    client.onWrite(({ result }) => results.push(result));
    await client.request(write, input, { lookUp: async () => ({ result: arrived }) });
    assert.deepEqual(results, [arrived]);
    assert.deepEqual(hosts, [new URL(server.url).host]);
    await http.close();
  });

  it('is looked up by a new request, not by one that was sent before it', async () => {
    const releases: (() => void)[] = [];
    await using server = await startScriptedServer((request, response) => {
      if (request.method === 'POST') return json(response, {}, 500);
      const after = server.requests.some(({ method }) => method === 'POST');
      if (after) return json(response, { items: [arrived] });
      releases.push(() => json(response, { items: [] }));
    });
    const list = () => server.client.request('GET /spaces/{spaceId}/comments', { spaceId: 's' });
    const before = list();
    const sent = server.client.request(write, input, {
      lookUp: async () => ((await list()).items.length > 0 ? { result: arrived } : undefined),
    });
    assert.equal(await sent, arrived);
    releases.forEach(release => release());
    assert.deepEqual((await before).items, []);
  });
});
