import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startSandbox } from '../../../src/sandbox/index.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { fillAcme } from '../acme.ts';
import { createChoices } from './random.ts';
import type { Random } from './random.ts';

const seed = Number(process.env['MARGINALIA_FUZZ_SEED'] ?? 1);
const connections = 300;

describe('requests with random bytes', () => {
  let sandbox: RunningSandbox;

  before(async () => {
    sandbox = await startSandbox({ fill: fillAcme });
  });

  after(() => sandbox.close());

  it(`cause no internal error (MARGINALIA_FUZZ_SEED=${seed})`, async () => {
    const random = createChoices(seed);
    for (let number = 0; number < connections; number++) {
      const bytes = damaged(Buffer.from(requestTo(sandbox, random)), random);
      const reply = await speak(sandbox, bytes);
      const statuses = [...reply.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
      const sent = JSON.stringify(bytes.toString('latin1'));
      assert.ok(
        statuses.every(status => status >= 100 && status < 500),
        `${reply}\nwas answered to ${sent}`,
      );
    }
    const headers = { authorization: `Bearer ${sandbox.token}` };
    assert.equal((await fetch(`${sandbox.url}/v1/user`, { headers })).status, 200);
  });
});

function requestTo({ url, token }: RunningSandbox, random: Random): string {
  const body = JSON.stringify({ title: 'New' });
  const length = random.chance(0.8) ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked';
  const lines = [
    `${random.pick(['GET', 'PATCH', 'DELETE'])} /v1/spaces/handbook?limit=1 HTTP/1.1`,
    ...[`Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`, length, 'Connection: close', '', body],
  ];
  return lines.join('\r\n');
}

const pieces = [
  '\0',
  '\r\n',
  '\r\n\r\n',
  ' ',
  ':',
  '%',
  '%zz',
  '/../',
  '\xff',
  'HTTP/2.0',
  '?',
  '#',
  '99999999999',
  '-1',
];

/** Returns the bytes with some of them replaced, inserted, removed or repeated. */
function damaged(bytes: Buffer, random: Random): Buffer {
  let result = bytes;
  for (let count = random.below(4); count >= 0; count--) {
    const at = random.below(result.length + 1);
    const until = random.chance(0.5) ? at : at + random.below(20);
    const piece = random.chance(0.7) ? (random.pick(pieces) ?? '') : String.fromCharCode(random.below(256));
    const middle = random.chance(0.2) ? result.subarray(0, at) : Buffer.from(piece, 'latin1');
    result = Buffer.concat([result.subarray(0, at), middle, result.subarray(until)]);
  }
  return result;
}

/** Sends bytes, closes the sending side, and returns all that the server replies. */
async function speak({ url }: RunningSandbox, bytes: Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  try {
    return await text(socket);
  } catch {
    // Closing the connection is a valid reaction to bytes that are no request.
    return '';
  }
}
