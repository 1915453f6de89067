import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';

/** An unpaired surrogate, which JSON can contain but addresses, headers and files cannot. */
const half = '\ud83e';

describe('text that cannot be stored', () => {
  let docs: Docs;

  beforeEach(async () => {
    docs = await openDocs({ 'README.md': '# Herons\n' });
  });

  it('is rejected with the name of the field when it contains a lone surrogate', async () => {
    const patch = (body: object) => docs.refusal('PATCH /spaces/{spaceId}', { spaceId, body });
    assert.deepEqual(await patch({ title: `A ${half} heron` }), {
      status: 400,
      message: 'body.title is not text: it has half a character (an unpaired surrogate).',
    });
    const { message } = await patch({ colours: [{ [half]: 'red' }] });
    assert.match(message, /^body\.colours\[0\] is not text/);
    await docs.call('PATCH /spaces/{spaceId}', { spaceId, body: { title: '🪶 \\ud83e' } });
  });

  it('is rejected as the type of a file when no header can contain it', async () => {
    const changeRequest = await docs.propose([]);
    const insert = (contentType: string) => ({
      spaceId,
      changeRequestId: changeRequest.id,
      body: { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt', base64: 'aGk=', contentType }] }] },
    });
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';
    for (const type of ['水', 'text/plain\r\nset-cookie: a=b', 'text', '']) {
      assert.deepEqual(await docs.refusal(route, insert(type)), {
        status: 400,
        message: 'body.changes[0].files[0].contentType must be a media type, such as image/png.',
      });
    }
    assert.equal((await docs.reply(route, insert('text/plain; charset=utf-8') as never)).status, 200);
  });
});
