import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs, Edit } from '../../docs.ts';
import { png } from '../../png.ts';

const picture = png(3, 2);

const content = '/spaces/{spaceId}/change-requests/{changeRequestId}/content';

describe('files given by URL in content edits', () => {
  let docs: Docs;
  let server: Server;
  let target: { spaceId: string; changeRequestId: string };
  /** Runs while the sandbox waits for a file. */
  let meanwhile: () => Promise<unknown>;

  beforeEach(async () => {
    meanwhile = () => Promise.resolve();
    const answer = async ({ url }: IncomingMessage, response: ServerResponse): Promise<void> => {
      await meanwhile();
      if (url === '/a.png') response.end(picture);
      else response.writeHead(404).end();
    };
    // A rejection is unhandled, and fails the test.
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    docs = await openDocs({ 'README.md': 'Start.' });
    target = { spaceId, changeRequestId: (await docs.propose([])).id };
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const edit = (path: string): { changes: Edit[] } => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    return { changes: [{ operation: 'insert_files', files: [{ name: 'a.png', url }] }] };
  };
  const send = (path: string) => docs.call(`POST ${content}`, { ...target, body: edit(path) });
  const refusal = (path: string) => docs.refusal(`POST ${content}`, { ...target, body: edit(path) });
  const sizes = async () =>
    (await docs.call(`GET ${content}/files`, target)).items.map(({ name, size }) => `${name} ${size}`);

  it('are downloaded', async () => {
    await send('/a.png');
    assert.deepEqual(await sizes(), [`a.png ${picture.length}`]);
  });

  it('are reported when the URL has no file', async () => {
    const { status, message } = await refusal('/missing.png');
    assert.equal(status, 400);
    assert.match(message, /Could not fetch body\.changes\[0\]\.files\[0\]\.url, .*: the server answered 404/);
  });

  it('are added to what others have changed during the download', async () => {
    const changeRequest = { id: target.changeRequestId };
    const document = { markdown: 'First.' };
    meanwhile = () => docs.edit(changeRequest, [{ operation: 'insert_page', title: 'Quick', document }]);
    await send('/a.png');
    assert.equal(await docs.outline(changeRequest), 'readme quick');
    assert.deepEqual(await sizes(), [`a.png ${picture.length}`]);
  });

  it('are not added to a change request that was merged or archived during the download', async () => {
    meanwhile = () => docs.merge({ id: target.changeRequestId });
    assert.match((await refusal('/a.png')).message, /Could not edit #1: it is merged\./);
    assert.deepEqual(await sizes(), []);

    target = { spaceId, changeRequestId: (await docs.propose([])).id };
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    meanwhile = () => docs.call(route, { ...target, body: { status: 'archived' } });
    const { status, message } = await refusal('/a.png');
    assert.equal(status, 409);
    assert.match(message, /Could not edit #2: it is archived\./);
  });
});
