import assert from 'node:assert/strict';
import type { Schema } from '../../../../src/api/routes.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const files = {
  'SUMMARY.md': '* [Start](README.md)\n* [Guide](guide.md)\n',
  'README.md':
    '# Start\n\nSee [the guide](guide.md#setup), [again](guide.md#setup) and [this](#start).\n\n' +
    '- ![Map](.gitbook/assets/map.txt)\n- [gone](gone.md)\n\n`[no](link.md)`\n',
  'guide.md':
    '---\ncover: .gitbook/assets/map.txt\n---\n\n[Home](README.md), https://example.com/a, ' +
    '[the app](http://sandbox.test/app/spaces/docs)\n',
  '.gitbook/assets/map.txt': 'map',
};
const ofPage = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links';
const ofFile = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks';

/** References hold whole resources. */
const idOf = (resource: Schema<'EmbeddedResource'> | undefined) =>
  typeof resource === 'object' ? resource.id : resource;

describe('links of the sandbox', () => {
  let docs: Docs;
  let ids: { guide: string; start: string; map: string };

  /** Formats links as `ok /pages/<id>#anchor x2`, with names in place of IDs. */
  const described = ({ status, targetReference: target, locationReferences: places }: Schema<'LinkItem'>) => {
    const anchor = target?.internalLocation?.anchor;
    const id = idOf(target?.page) ?? idOf(target?.file);
    const name = Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id ?? target?.url;
    return `${status} ${target?.kind} ${name}${anchor ? `#${anchor}` : ''} x${places.length}`;
  };

  beforeEach(async () => {
    docs = await openDocs(files);
    const { items } = await docs.call('GET /spaces/{spaceId}/content/files', { spaceId });
    ids = { guide: (await docs.page('guide')).id, start: (await docs.page('')).id, map: items[0]?.id ?? '' };
  });

  it('of a space are listed once per target, with their status and locations', async () => {
    const { items, stats, count } = await docs.call('GET /spaces/{spaceId}/links', { spaceId });
    assert.deepEqual(items.map(described), [
      'ok page guide#setup x2',
      'ok page start#start x1',
      'ok file map x2',
      'broken url gone.md x1',
      'ok page start x1',
      'ok url https://example.com/a x1',
      'in-app url http://sandbox.test/app/spaces/docs x1',
    ]);
    assert.deepEqual(stats, { total: 7, broken: { total: 1, changeRequest: 0 } });
    assert.equal(count, 7);
  });

  it('list the first ten locations, however many pages link there, and count the targets', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => [
      `p${index}.md`,
      '[a](https://example.com/a) [b](gone.md)\n',
    ]);
    const large = await openDocs({ 'README.md': '# Start\n', ...Object.fromEntries(pages) });
    const { items, stats } = await large.call('GET /spaces/{spaceId}/links', { spaceId });
    assert.deepEqual(items.map(described), ['ok url https://example.com/a x10', 'broken url gone.md x10']);
    assert.deepEqual(stats, { total: 2, broken: { total: 1, changeRequest: 0 } });
  });

  it('to files of the loaded folder are not broken, even to files that are not content', async () => {
    const text =
      '[a](../LICENSE) [b](../.gitbook/assets/x.pdf) [c](scripts/build.sh) [d](../src/) [e](../gone.txt) [f](/LICENSE)\n';
    docs = await openDocs({
      '.gitbook.yaml': 'root: ./docs/\n',
      '.gitbook/assets/x.pdf': 'x',
      LICENSE: 'MIT',
      'src/index.ts': 'export {};\n',
      'docs/README.md': '# Start\n',
      'docs/scripts/build.sh': 'true\n',
      'docs/guide.md': text,
      'docs/below/page.md': '[a](../LICENSE) [c](../scripts/build.sh)\n',
    });
    const links = async () => {
      const { items } = await docs.call('GET /spaces/{spaceId}/links', { spaceId });
      return items.map(described).sort();
    };
    const before = [
      'broken url ../LICENSE x1',
      'broken url ../gone.txt x1',
      'broken url /LICENSE x1',
      'ok url ../.gitbook/assets/x.pdf x1',
      'ok url ../LICENSE x1',
      'ok url ../scripts/build.sh x1',
      'ok url ../src/ x1',
      'ok url scripts/build.sh x1',
    ];
    assert.deepEqual(await links(), before);
    const { id: page } = await docs.page('guide');
    const document = { markdown: `${text}\n[g](../gone-too.txt)\n` };
    await docs.merge(await docs.propose([{ operation: 'update_page', page, document }]));
    assert.deepEqual(await links(), [...before, 'broken url ../gone-too.txt x1'].sort());
  });

  it('to reusable content name it, and whether it is broken', async () => {
    const contents = await openDocs({
      'README.md': '{% include ".gitbook/includes/note.md" %}\n\n{% include ".gitbook/includes/none.md" %}\n',
      '.gitbook/includes/note.md': '# A note\n',
    });
    const { items } = await contents.call('GET /spaces/{spaceId}/links', { spaceId });
    const { reusableContents = [] } = await contents.call('GET /spaces/{spaceId}/content', { spaceId });
    const reported = items.map(({ status, targetReference: target }) => ({
      status,
      kind: target?.kind,
      content: target?.reusableContent,
      space: idOf(target?.space),
      url: target?.url,
    }));
    const [note] = reusableContents;
    assert.equal(note?.title, 'A note');
    assert.deepEqual(reported, [
      { status: 'ok', kind: 'reusable-content', content: note, space: spaceId, url: undefined },
      { status: 'broken', kind: 'url', content: undefined, space: undefined, url: '.gitbook/includes/none.md' },
    ]);
  });

  it('of a space are filtered by status; the counts are of all', async () => {
    const list = (status: 'ok' | 'broken' | 'in-app') =>
      docs.call('GET /spaces/{spaceId}/links', { spaceId, query: { status, limit: 2 } });
    const ok = await list('ok');
    assert.deepEqual([ok.items.length, ok.count, ok.stats?.total], [2, 5, 7]);
    const query = { status: 'ok' as const, ...ok.next };
    const more = await docs.call('GET /spaces/{spaceId}/links', { spaceId, query });
    assert.equal(more.items.length, 3);
    assert.deepEqual((await list('broken')).items.map(described), ['broken url gone.md x1']);
    assert.equal((await list('in-app')).count, 1);
  });

  it('of a page of a change request show what the change request broke', async () => {
    const { id: changeRequestId } = await docs.propose([{ operation: 'delete_page', page: ids.guide }]);
    const { items, stats } = await docs.call(ofPage, { spaceId, changeRequestId, pageId: ids.start });
    assert.deepEqual(items.map(described), [
      `broken url /pages/${ids.guide}#setup x2`,
      'ok page start#start x1',
      'ok file map x1',
      'broken url gone.md x1',
    ]);
    assert.deepEqual(stats, { total: 4, broken: { total: 2, changeRequest: 1 } });
    const [place] = items[2]?.locationReferences ?? [];
    const { changeRequest } = place?.versionContext ?? {};
    assert.ok(typeof changeRequest === 'object');
    assert.equal(changeRequest.id, changeRequestId);
    const query = { format: 'document' } as const;
    const { document } = await docs.call('GET /spaces/{spaceId}/content/page/{pageId}', {
      spaceId,
      pageId: ids.start,
      query,
    });
    assert.ok(JSON.stringify(document).includes(`"key":"${place?.internalLocation?.node}"`));
  });

  it('to a file are the locations that show it', async () => {
    const { id: changeRequestId } = await docs.propose([
      { operation: 'update_page', page: ids.guide, document: { markdown: `![](/files/${ids.map})` } },
    ]);
    const { items, count } = await docs.call(ofFile, { spaceId, changeRequestId, fileId: ids.map });
    assert.deepEqual(
      items.map(({ page, space, internalLocation }) => [idOf(page), idOf(space), internalLocation?.type]),
      [
        [ids.start, spaceId, 'node'],
        [ids.guide, spaceId, undefined],
        [ids.guide, spaceId, 'node'],
      ],
    );
    assert.equal(count, 3);
  });

  it('are not available to guests', async () => {
    const { id: changeRequestId } = await docs.propose([]);
    const page = { spaceId, changeRequestId, pageId: ids.start };
    const file = { spaceId, changeRequestId, fileId: ids.map };
    const statuses = await Promise.all([
      docs.refusal('GET /spaces/{spaceId}/links', { spaceId }, { as: 'gus' }),
      docs.refusal(ofPage, page, { as: 'gus' }),
      docs.refusal(ofFile, file, { as: 'gus' }),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 404],
    );
  });
});
