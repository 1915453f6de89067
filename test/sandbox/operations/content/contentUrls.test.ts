import assert from 'node:assert/strict';
import { addSite } from '../../acme.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';
import { toRequest } from '../../sandbox.ts';

const files = {
  'SUMMARY.md': '* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Setup](guide/set%20up.md)\n',
  'README.md': 'Start.',
  'guide/README.md': 'Guide.',
  'guide/set up.md': 'Set up.',
  '.gitbook/assets/a.txt': 'a',
};
const origin = 'http://sandbox.test';

describe('addresses of content in the sandbox', () => {
  let docs: Docs;
  const at = async (url: string) => {
    const content = await docs.call('GET /urls/content', { query: { url } });
    return Object.fromEntries(Object.entries(content).map(([kind, { id }]) => [kind, id]));
  };
  const refusal = (url: string, as = 'ada') => docs.refusal('GET /urls/content', { query: { url } }, { as });

  beforeEach(async () => {
    docs = await openDocs(files);
  });

  it('of the app lead to organizations, collections, spaces and pages', async () => {
    const page = (await docs.page('guide')).id;
    const space = { organization: 'acme', space: spaceId };
    assert.deepEqual(await at(`${origin}/app/orgs/acme`), { organization: 'acme' });
    const collection = { organization: 'acme', collection: 'heron' };
    assert.deepEqual(await at(`${origin}/app/orgs/acme/collections/heron`), collection);
    assert.deepEqual(await at(`${origin}/app/spaces/docs`), space);
    assert.deepEqual(await at(`${origin}/app/spaces/docs/guide/?x=1#y`), { ...space, page });
  });

  it('of the app lead to change requests and revisions, as in replies', async () => {
    const { id, urls } = await docs.propose([]);
    const page = await docs.page('guide/set-up', { id });
    const space = { organization: 'acme', space: spaceId };
    assert.deepEqual(await at(urls?.app ?? ''), { ...space, changeRequest: id });
    assert.deepEqual(await at(page.urls?.app ?? ''), { ...space, changeRequest: id, page: page.id });
    const { revision } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    assert.deepEqual(await at(`${origin}/app/spaces/docs/revisions/${revision}`), { ...space, revision });
  });

  it('of files lead to them', async () => {
    const { items } = await docs.call('GET /spaces/{spaceId}/content/files', { spaceId });
    const content = await at(items[0]?.downloadURL ?? '');
    assert.deepEqual(content, { organization: 'acme', space: spaceId, file: items[0]?.id });
  });

  it('of a published site lead to its spaces and pages', async () => {
    addSite(docs.state, 'public', { published: true, hostname: 'docs.acme.example' });
    const copy = await docs.call('POST /spaces/{spaceId}/duplicate', { spaceId });
    for (const [path, space] of Object.entries({ docs: spaceId, copy: copy.id })) {
      docs.state.siteSpaces.put({ id: `public-${path}`, site: 'public', space, title: path, path });
    }
    const { id: page } = await docs.page('guide');
    const expected = { organization: 'acme', space: spaceId };
    assert.deepEqual(await at('https://docs.acme.example'), expected);
    assert.deepEqual(await at('https://docs.acme.example/guide'), { ...expected, page });
    assert.equal((await at('https://docs.acme.example/copy/guide'))['space'], copy.id);
    assert.equal((await refusal('https://docs.acme.example/nothing')).status, 404);
  });

  it('are not found by other users, nor when their target does not exist', async () => {
    assert.equal((await refusal(`${origin}/app/spaces/docs`, 'gus')).status, 404);
    for (const path of ['spaces/nowhere', 'spaces/docs/nowhere', 'orgs/zenith', 'orgs/acme/teams', 'else']) {
      assert.equal((await refusal(`${origin}/app/${path}`)).status, 404, path);
    }
    assert.equal((await refusal('https://elsewhere.example/guide')).status, 404);
    const bad = await refusal('guide');
    assert.deepEqual([bad.status, /query\.url/.test(bad.message)], [400, true]);
    const request = toRequest('GET /urls/content', { query: { url: origin } }, 'unknown');
    assert.equal((await docs.fetch(request)).status, 401);
  });
});
