import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '../../src/api/client.ts';
import { addressViolation, bearerToken, serverAddress, tokenViolation } from '../../src/api/credentials.ts';
import { ApiError } from '../../src/api/errors.ts';
import { createHttp } from '../../src/api/http.ts';

describe('server address', () => {
  for (const [typed, address] of [
    ['api.example.com', 'https://api.example.com'],
    [' api.example.com:8443/v1/ ', 'https://api.example.com:8443'],
    ['localhost:4747', 'https://localhost:4747'],
    ['[::1]:4747', 'https://[::1]:4747'],
    ['http://127.0.0.1:4747', 'http://127.0.0.1:4747'],
    ['HTTPS://api.example.com', 'HTTPS://api.example.com'],
  ] as const) {
    it(`may be typed as ${JSON.stringify(typed)}`, () => {
      assert.equal(addressViolation(typed), undefined);
      assert.equal(serverAddress(typed), address);
    });
  }

  for (const [typed, reason] of [
    ['', /whole address/],
    ['example', /whole address/],
    ['https://', /whole address/],
    ['api example.com', /whole address/],
    ['ftp://api.example.com', /must begin with https:\/\//],
    ['file:///etc/passwd', /must begin with https:\/\//],
    ['javascript:alert(1)', /must begin with https:\/\//],
    ['command:workbench.action.quit', /must begin with https:\/\//],
    ['http://api.example.com', /Use an https address/],
    ['http://127.attacker.example', /Use an https address/],
    ['http://localhost.attacker.example', /Use an https address/],
    ['https://api.example.com@attacker.example', /without a user name/],
    ['api.example.com@attacker.example', /without a user name/],
  ] as const) {
    it(`is rejected when it is ${JSON.stringify(typed)}`, () => assert.match(addressViolation(typed) ?? '', reason));
  }
});

describe('a pasted token', () => {
  for (const typed of [
    't0k-en_1',
    ' t0k-en_1\n',
    'Bearer t0k-en_1',
    'bearer  t0k-en_1',
    'Authorization: Bearer t0k-en_1',
  ]) {
    it(`is extracted from ${JSON.stringify(typed)}`, () => {
      assert.equal(bearerToken(typed), 't0k-en_1');
      assert.equal(tokenViolation(typed), undefined);
    });
  }

  for (const typed of ['', '  ', 'Bearer', 'Bearer ']) {
    it(`is reported as missing in ${JSON.stringify(typed)}`, () =>
      assert.equal(tokenViolation(typed), 'Enter the token.'));
  }

  for (const [typed, sign] of [
    ['s3cr\u200Bet', 'U+200B'],
    ['s3cr\u0000et', 'U+0000'],
    ['tokën', '"ë"'],
    ['s3cr😀et', '"😀"'],
    ['s3cr et', 'space'],
    ['s3cr\net', 'line break'],
    ['•••••', '"•"'],
  ] as const) {
    it(`is rejected when it is ${JSON.stringify(typed)}, and the message names the invalid character`, () => {
      const violation = tokenViolation(typed) ?? '';
      assert.ok(violation.includes(sign), violation);
      assert.ok(!violation.includes('s3cr'), violation);
    });
  }
});

describe('HTTPS to a server that speaks HTTP', () => {
  it('is reported with a clear message', async () => {
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const http = createHttp({ maxRetries: 0 });
    try {
      const client = new Client({ url: `https://127.0.0.1:${port}`, token: 't', http: async () => http });
      await assert.rejects(client.request('GET /orgs', {}), (error: ApiError) => {
        assert.equal(error.kind, 'unreachable');
        assert.equal(
          error.message,
          `127.0.0.1:${port} cannot be reached: it does not support HTTPS. For a server on this computer, use an http:// address.`,
        );
        return true;
      });
    } finally {
      await http.close();
      server.close();
    }
  });
});
