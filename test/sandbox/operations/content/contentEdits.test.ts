import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs, Edit } from '../../docs.ts';
import { files, picture } from './space.ts';

const inChangeRequest = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content';
const edits = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';

describe('edits of content in the sandbox', () => {
  let docs: Docs;
  let ids: Record<'start' | 'guide' | 'setup' | 'more' | 'last', string>;
  const refuse = async (changes: object[]) => {
    const { id: changeRequestId } = await docs.propose([]);
    return docs.refusal(edits, { spaceId, changeRequestId, body: { changes } }, { as: 'eden' });
  };

  beforeEach(async () => {
    docs = await openDocs(files);
    const { pages } = await docs.call('GET /spaces/{spaceId}/content/pages', { spaceId });
    const [start, guide, more] = pages;
    const [setup, last] = [guide?.pages?.[0], more?.pages?.[0]];
    const id = (page: { id: string } | undefined) => page?.id ?? '';
    ids = { start: id(start), guide: id(guide), setup: id(setup), more: id(more), last: id(last) };
  });

  it('replace pages and their settings, including front matter', async () => {
    const markdown = '---\ntitle: Begin\ndescription: Here\nicon: flag\n---\n\nSee [setup](guide/setup.md).\n';
    const proposal = await docs.propose([
      { operation: 'update_page', page: ids.start, document: { markdown }, description: 'There' },
    ]);
    const page = await docs.page('', proposal);
    assert.deepEqual([page.title, page.description, page.icon], ['Begin', 'There', 'flag']);
    assert.equal(page.markdown, 'See [setup](guide/setup.md).\n');
    const stored = docs.state.documents.get(page.documentId ?? '').markdown;
    assert.equal(stored, `See [setup](/pages/${ids.setup}).\n`);
  });

  it('accept a document instead of Markdown', async () => {
    const { document } = await docs.call('GET /spaces/{spaceId}/content/page/{pageId}', {
      spaceId,
      pageId: ids.setup,
      query: { format: 'document' },
    });
    assert.ok(document);
    const proposal = await docs.propose([{ operation: 'update_page', page: ids.last, document: { document } }]);
    assert.match((await docs.read('last', proposal)) ?? '', /^## First\n\nDo it\.\n\n[-*] one\n[-*] two$/);
  });

  it('accept links as IDs, as paths of pages and as paths of files', async () => {
    const markdown = `[a](/pages/${ids.setup}) [b](/pages/guide/setup) [c](../guide/setup.md) [d](setup.md) [e](x.md)`;
    const proposal = await docs.propose([{ operation: 'update_page', page: ids.guide, document: { markdown } }]);
    const rendered = '[a](setup.md) [b](setup.md) [c](../guide/setup.md) [d](setup.md) [e](x.md)';
    assert.equal(await docs.read('guide', proposal), rendered);
  });

  it('insert pages at a position and give them a unique path', async () => {
    const insert = (title: string, place: object = {}): Edit => ({
      operation: 'insert_page',
      title,
      document: { markdown: 'New.' },
      ...place,
    });
    const proposal = await docs.propose([
      insert('At the end'),
      insert('At the start', { at: 0 }),
      insert('Setup', { into: ids.guide, at: 0 }),
      insert('In a group!', { into: ids.more }),
      insert('../Evil', { slug: '../../evil' }),
    ]);
    assert.equal(
      await docs.outline(proposal),
      'at-the-start readme guide(guide/setup-1 guide/setup) more(last more/in-a-group) at-the-end evil',
    );
    assert.equal(await docs.outline(), 'readme guide(guide/setup) more(last)');
  });

  it('move pages with their descendants, and rename them', async () => {
    const moved = await docs.propose([{ operation: 'update_page', page: ids.guide, into: ids.last }]);
    assert.equal(await docs.outline(moved), 'readme more(last(last/guide(last/guide/setup)))');
    assert.equal(await docs.read('last', moved), 'The [guide](last/guide/README.md).\n');
    const renamed = await docs.propose([{ operation: 'update_page', page: ids.guide, slug: 'How to', at: 0 }]);
    assert.equal(await docs.outline(renamed), 'How-to(How-to/setup) readme more(last)');
  });

  it('keep the path of a page when only its title changes', async () => {
    const proposal = await docs.propose([{ operation: 'update_page', page: ids.last, title: 'The very last' }]);
    assert.equal((await docs.page('last', proposal)).title, 'The very last');
  });

  it('delete pages with their descendants', async () => {
    const proposal = await docs.propose([{ operation: 'delete_page', page: ids.guide }]);
    assert.equal(await docs.outline(proposal), 'readme more(last)');
  });

  it('return their result on request', async () => {
    const { id: changeRequestId } = await docs.propose([]);
    const base64 = picture.toString('base64');
    const result = await docs.call(edits, {
      spaceId,
      changeRequestId,
      query: { compat: false },
      body: {
        changes: [
          { operation: 'insert_files', files: [{ name: 'new.png', ref: 'pic', base64 }] },
          { operation: 'insert_page', ref: 'mine', title: 'Mine', document: { markdown: 'x' } },
          { operation: 'insert_page', title: 'Below', into: 'mine', document: { markdown: 'y' } },
          { operation: 'update_page', page: ids.start, emoji: '🌱' },
          { operation: 'delete_page', page: ids.last },
        ],
      },
    });
    assert.ok('changes' in result);
    const [first] = result.changes;
    assert.equal(first?.object === 'created_page' && first.ref, 'mine');
    assert.deepEqual(
      result.changes.map(({ object }) => object),
      ['created_page', 'created_page', 'updated_page', 'deleted_page'],
    );
    assert.deepEqual(
      result.insertedFiles?.map(({ name, dimensions }) => [name, dimensions]),
      [['new.png', { width: 3, height: 2 }]],
    );
    assert.equal(await docs.outline({ id: changeRequestId }), 'readme guide(guide/setup) more mine(mine/below)');
  });

  it('revert a page, and restore deleted ones', async () => {
    const proposal = await docs.propose([
      { operation: 'update_page', page: ids.setup, title: 'Other', document: { markdown: 'Other.' } },
      { operation: 'delete_page', page: ids.last },
    ]);
    await docs.edit(proposal, [
      { operation: 'revert_page', page: ids.setup },
      { operation: 'revert_page', page: ids.last },
    ]);
    assert.equal(await docs.outline(proposal), await docs.outline());
    const page = await docs.page('guide/setup', proposal);
    assert.deepEqual([page.title, page.markdown], ['Setup', files['guide/setup.md']]);
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
    assert.deepEqual((await docs.call(route, { spaceId, changeRequestId: proposal.id })).changes, []);
  });

  it('revert single blocks: changed ones, new ones, deleted ones', async () => {
    const markdown = '## First, changed\n\nNew.\n\n- one\n- two, changed\n';
    const proposal = await docs.propose([{ operation: 'update_page', page: ids.setup, document: { markdown } }]);
    const keysIn = async (changeRequest?: { id: string }) => {
      const { documentId = '' } = await docs.page('guide/setup', changeRequest);
      const { nodes } = await docs.call('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId });
      return nodes.map(({ key = '' }) => key);
    };
    const [heading = '', text = ''] = await keysIn();
    const list = await keysIn(proposal);
    const revert = async (block: string[]) => {
      await docs.edit(proposal, [{ operation: 'revert_page', page: ids.setup, block }]);
      return docs.read('guide/setup', proposal);
    };
    assert.equal(await revert([heading]), '## First\n\nNew.\n\n- one\n- two, changed\n');
    assert.equal(await revert([list[2] ?? '']), '## First\n\nNew.\n\n- one\n- two\n');
    assert.match((await revert([text])) ?? '', /^## First\n\nDo it\.\n/);
    const { status } = await refuse([{ operation: 'revert_page', page: ids.setup, block: ['none'] }]);
    assert.equal(status, 400);
  });

  it('revert several blocks at once, in any order', async () => {
    const old = 'One.\n\nTwo\nlines.\n\nThree.\n';
    const proposal = await docs.propose([{ operation: 'update_page', page: ids.setup, document: { markdown: old } }]);
    await docs.merge(proposal);
    const rewritten = await docs.propose([
      { operation: 'update_page', page: ids.setup, document: { markdown: 'One!\n\nTwo.\n\nThree\nlines.\n' } },
    ]);
    const { documentId = '' } = await docs.page('guide/setup');
    const { nodes } = await docs.call('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId });
    const [, two = '', three = ''] = nodes.map(({ key }) => key);
    await docs.edit(rewritten, [{ operation: 'revert_page', page: ids.setup, block: [two, three] }]);
    assert.equal(await docs.read('guide/setup', rewritten), 'One!\n\nTwo\nlines.\n\nThree.\n');
  });

  it('are rejected once the change request is archived', async () => {
    const { id: changeRequestId } = await docs.propose([]);
    const patch = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    await docs.call(patch, { spaceId, changeRequestId, body: { status: 'archived' } });
    const changes = [{ operation: 'delete_page', page: ids.last }];
    const { status, message } = await docs.refusal(edits, { spaceId, changeRequestId, body: { changes } });
    assert.equal(status, 409);
    assert.match(message, /Could not edit #1: it is archived\. Set its status to 'open' first\./);
  });

  it('are applied all or none', async () => {
    const { id: changeRequestId, revision } = await docs.propose([]);
    const changes = [
      { operation: 'delete_page', page: ids.last },
      { operation: 'delete_page', page: 'none' },
    ];
    const { status, message } = await docs.refusal(edits, { spaceId, changeRequestId, body: { changes } });
    assert.equal(status, 400);
    assert.equal(message, "body.changes[1].page is 'none', but the change request has no page with this ID.");
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
    assert.equal((await docs.call(route, { spaceId, changeRequestId })).revision, revision);
  });

  it('create one new revision, and leave the former one unchanged', async () => {
    const proposal = await docs.propose([
      { operation: 'delete_page', page: ids.last },
      { operation: 'update_page', page: ids.start, title: 'Begin' },
    ]);
    const { parents, type } = await docs.call(inChangeRequest, { spaceId, changeRequestId: proposal.id });
    assert.deepEqual([parents, type], [[proposal.revisionInitial], 'edits']);
  });

  it('do not revert a page to a revision of another space', async () => {
    const { revisions, spaces } = docs.state;
    revisions.put({ ...revisions.get(spaces.get(spaceId).revision), id: 'elsewhere', space: 'secret' });
    for (const place of [{ page: ids.last }, { page: ids.setup, block: ['any'] }]) {
      const { status, message } = await refuse([{ operation: 'revert_page', revision: 'elsewhere', ...place }]);
      assert.equal(status, 400);
      assert.match(message, /the space has no revision with the ID 'elsewhere'/);
    }
  });

  it('are rejected when they are invalid', async () => {
    const cases: [object, RegExp][] = [
      [{ operation: 'update_page', page: ids.guide, into: ids.setup }, /into: a page cannot be put below itself/],
      [{ operation: 'update_page', page: ids.guide, into: 'none' }, /into is 'none', but no page has this ID/],
      [{ operation: 'update_page', page: ids.more, into: ids.guide }, /into: groups are at the top only/],
      [{ operation: 'update_page', page: ids.more, document: { markdown: 'x' } }, /is a group, which has no content/],
      [{ operation: 'revert_page', page: ids.last, revision: 'none' }, /no revision with the ID 'none'/],
      [{ operation: 'insert_files', files: [{ name: 'a' }] }, /must have either 'url' or 'base64'/],
      [{ operation: 'insert_files', files: [{ name: '../a', base64: '' }] }, /must be the name of a file/],
      [{ operation: 'insert_files', files: [{ name: 'a', base64: '!' }] }, /is not base64/],
      [{ operation: 'insert_files', files: [{ name: 'a', base64: 'A'.repeat(1_500_000) }] }, /more than 1 MB/],
      [{ operation: 'insert_files', files: [{ name: 'a', url: 'file:///etc/passwd' }] }, /it is no address of the web/],
    ];
    for (const [change, expected] of cases) {
      const { status, message } = await refuse([change]);
      assert.equal(status, 400, message);
      assert.match(message, expected);
    }
  });
});
