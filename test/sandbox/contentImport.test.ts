import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDocs, spaceId } from './docs.ts';
import type { Docs } from './docs.ts';
import { toRequest } from './sandbox.ts';

const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>';
const served: Record<string, string | Buffer> = {
  '/docs/first-steps.md':
    '---\ndescription: How to begin\n---\n\nSee [the start](/README.md).\n\n![](img/a%201.svg) ![](more/a%201.svg)\n\n' +
    '![](gone.png) ![](https://elsewhere.example/b.png)\n',
  '/docs/img/a%201.svg': svg,
  '/docs/more/a%201.svg': svg.replace('4', '6'),
  '/titled.md': '# The *title*\n\nText.\n',
  '/binary.md': Buffer.from([0xff, 0xfe, 0x00]),
};

describe('import into the sandbox', () => {
  let docs: Docs;
  let server: Server;
  let origin: string;
  let changeRequestId: string;
  const input = (path: string, source = 'markdown') => ({
    ...{ spaceId, changeRequestId, body: { url: `${origin}${path}`, source: source as 'markdown' } },
  });

  beforeEach(async () => {
    server = createServer((request, response) => {
      const content = served[request.url ?? ''];
      response.writeHead(content === undefined ? 404 : 200).end(content);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    docs = await openDocs({ 'README.md': 'Start.' });
    changeRequestId = (await docs.propose([])).id;
  });

  afterEach(() => new Promise(resolve => server.close(resolve)));

  it('makes a page of Markdown, with the pictures beside it', async () => {
    const { status, body } = await docs.reply(route, input('/docs/first-steps.md'), { as: 'eden' });
    assert.deepEqual([status, body.importedResources, body.totalResources], [201, 3, 4]);
    const revision = await docs.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/content', {
      ...{ spaceId, changeRequestId },
    });
    assert.equal(revision.id, body.revision);
    assert.deepEqual(
      revision.files.map(({ name, dimensions }) => [name, dimensions?.width]),
      [
        ['a 1.svg', 4],
        ['a 1-1.svg', 6],
      ],
    );
    const [first, second] = revision.files;
    const page = await docs.page('first-steps', { id: changeRequestId });
    assert.deepEqual([page.title, page.description], ['first steps', 'How to begin']);
    assert.equal(
      page.markdown,
      `See [the start](README.md).\n\n![](/files/${first?.id}) ![](/files/${second?.id})\n\n` +
        '![](gone.png) ![](https://elsewhere.example/b.png)\n',
    );
  });

  it('calls the page what it calls itself', async () => {
    const { importedResources, totalResources } = await docs.call(route, input('/titled.md'));
    assert.deepEqual([importedResources, totalResources], [1, 1]);
    assert.equal((await docs.page('the-title', { id: changeRequestId })).title, 'The title');
    assert.equal(await docs.outline({ id: changeRequestId }), 'readme the-title');
    assert.equal(await docs.outline(), 'readme');
  });

  it('refuses what it cannot read, and leaves the content as it was', async () => {
    const refusal = async (wrong: object) => {
      const { status, message } = await docs.refusal(route, wrong);
      assert.equal(status, 400, message);
      return message;
    };
    const advice = "The sandbox imports from 'markdown' only: convert the content first.";
    for (const source of ['html', 'zip', 'notion']) {
      const message = `body.source is '${source}', which the sandbox does not read. ${advice}`;
      assert.equal(await refusal(input('/titled.md', source)), message);
    }
    assert.match(await refusal(input('/titled.md', 'paper')), /body\.source/);
    assert.match(await refusal({ ...input(''), body: { source: 'markdown' } }), /body\.url/);
    assert.match(await refusal(input('/nothing.md')), /Could not fetch body\.url.*404/);
    assert.match(await refusal(input('/binary.md')), /body\.url is no Markdown/);
    assert.equal(await docs.outline({ id: changeRequestId }), 'readme');
  });

  it('is for those who may edit, into change requests that can be edited', async () => {
    const good = input('/titled.md');
    assert.equal((await docs.refusal(route, { ...good, changeRequestId: 'nowhere' })).status, 404);
    assert.equal((await docs.refusal(route, good, { as: 'colm' })).status, 403);
    assert.equal((await docs.fetch(toRequest(route, good, 'unknown'))).status, 401);
    await docs.merge({ id: changeRequestId });
    assert.equal((await docs.refusal(route, good)).status, 409);
  });
});
