import assert from 'node:assert/strict';
import type { Schema } from '../../../../src/api/routes.ts';
import type { State } from '../../../../src/sandbox/store/state.ts';
import { addMember, addSite, addSpace, fillAcme } from '../../acme.ts';
import { openDocs } from '../../docs.ts';
import { createRandom } from '../../random.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

describe('creating, deleting and moving spaces of the sandbox', () => {
  let sandbox: OpenSandbox;
  let now = new Date('2026-03-01T00:00:00.000Z');
  const list = async () => ids(await sandbox.call('GET /orgs/{organizationId}/spaces', { organizationId }));
  const inCollection = async (collectionId: string) =>
    ids(await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId }));
  const move = (spaceId: string, body: { parent?: string | null; position?: Schema<'ContentPosition'> }) =>
    sandbox.call('POST /spaces/{spaceId}/move', { spaceId, body });
  const space = (id: string) => ({ type: 'space' as const, space: id });

  beforeEach(async () => {
    now = new Date('2026-03-01T00:00:00.000Z');
    sandbox = await openSandbox({ fill, clock: () => now });
  });

  it('creates them at the top or in a collection, with an empty revision', async () => {
    const route = 'POST /orgs/{organizationId}/spaces';
    const input = { organizationId, body: { title: 'Field notes', emoji: '🦆', parent: 'heron' } };
    const { status, body } = await sandbox.reply(route, input, { as: 'cato' });
    assert.deepEqual(
      [status, body.title, body.emoji, body.parent, body.visibility],
      [201, 'Field notes', '🦆', 'heron', 'in-collection'],
    );
    assert.deepEqual(await inCollection('heron'), ['manual', 'guide', body.id]);
    const content = await sandbox.call('GET /spaces/{spaceId}/content', { spaceId: body.id });
    assert.deepEqual([content.id, content.pages], [body.revision, []]);
    const top = await sandbox.call(route, { organizationId, body: {} });
    assert.deepEqual([top.title, top.parent, top.visibility], ['Untitled', undefined, 'private']);
  });

  it('deletes them, and restores them within seven days', async () => {
    const remove = () => sandbox.reply('DELETE /spaces/{spaceId}', { spaceId: 'manual' });
    assert.equal((await remove()).status, 205);
    assert.equal((await remove()).status, 204);
    assert.deepEqual(await inCollection('heron'), ['guide']);
    now = new Date('2026-03-08T00:00:00.000Z');
    const restored = await sandbox.call('POST /spaces/{spaceId}/restore', { spaceId: 'manual' });
    assert.deepEqual([restored.deletedAt, restored.parent], [undefined, 'heron']);
    assert.deepEqual(await inCollection('heron'), ['manual', 'guide']);
    const again = await sandbox.refusal('POST /spaces/{spaceId}/restore', { spaceId: 'manual' });
    assert.deepEqual(again, { status: 409, message: "Could not restore 'The manual': it is not deleted." });
  });

  it('deletes them permanently after seven days, with everything that belongs to them', async () => {
    const docs = await openDocs({ 'README.md': 'Hello.' }, { clock: () => now });
    addSite(docs.state, 'public', { defaultSiteSpace: 'public-docs' });
    docs.state.siteSpaces.put({ id: 'public-docs', site: 'public', space: 'docs', title: 'Docs', path: 'docs' });
    const { id: changeRequestId } = await docs.propose([]);
    const comment = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments';
    const proposal = { spaceId: 'docs', changeRequestId };
    const body = { body: { markdown: 'Hm.' } };
    const { id: commentId } = await docs.call(comment, { ...proposal, body });
    await docs.call(`${comment}/{commentId}/replies`, { ...proposal, commentId, body });
    await docs.call('POST /spaces/{spaceId}/comments', { spaceId: 'docs', body });
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}';
    await docs.call(`${route}/requested-reviewers`, { ...proposal, body: { users: ['rosa'] } });
    await docs.call(`${route}/reviews`, { ...proposal, body: { status: 'approved' } }, { as: 'rosa' });
    await docs.call('DELETE /spaces/{spaceId}', { spaceId: 'docs' });
    now = new Date('2026-03-08T00:00:00.001Z');
    const refusal = await docs.refusal('POST /spaces/{spaceId}/restore', { spaceId: 'docs' });
    assert.equal(refusal.status, 404);
    const { spaces, changeRequests, comments, commentReplies, documents, revisions, siteSpaces, sites } = docs.state;
    const { requestedReviewers, reviews } = docs.state;
    assert.equal(spaces.has('docs'), false);
    const emptied = [
      changeRequests,
      comments,
      commentReplies,
      documents,
      revisions,
      siteSpaces,
      requestedReviewers,
      reviews,
    ];
    for (const table of emptied) assert.equal(table.size, 0);
    assert.equal(sites.get('public').defaultSiteSpace, undefined);
  });

  it('duplicates them with their content, as separate documents', async () => {
    const docs = await openDocs({ 'README.md': 'See [b](b.md).', 'b.md': 'B.', '.gitbook/assets/a.txt': 'a' });
    await docs.propose([]);
    const { status, body } = await docs.reply('POST /spaces/{spaceId}/duplicate', { spaceId: 'docs' });
    assert.deepEqual([status, body.title, body.changeRequests], [201, 'Docs (copy)', 0]);
    const content = async (spaceId: string) =>
      docs.call('GET /spaces/{spaceId}/content', { spaceId, query: { metadata: false } });
    const [before, after] = [await content('docs'), await content(body.id)];
    assert.notEqual(after.id, before.id);
    assert.deepEqual(
      after.pages.map(({ id, path, title }) => ({ id, path, title })),
      before.pages.map(({ id, path, title }) => ({ id, path, title })),
    );
    assert.notEqual(after.pages[0]?.documentId, before.pages[0]?.documentId);
    const { markdown } = await docs.call('GET /spaces/{spaceId}/content/path/{pagePath}', {
      spaceId: body.id,
      pagePath: '/',
    });
    assert.equal(markdown, 'See [b](b.md).');
    const file = await docs.fetch(new Request(after.files[0]?.downloadURL ?? ''));
    assert.equal(await file.text(), 'a');
  });

  it('rejects a copy by guests who see them, but not their collection', async () => {
    await sandbox.call('PATCH /collections/{collectionId}', { collectionId: 'products', body: { defaultLevel: null } });
    await sandbox.call('PATCH /spaces/{spaceId}', { spaceId: 'manual', body: { defaultLevel: 'edit' } });
    const refusal = await sandbox.refusal('POST /spaces/{spaceId}/duplicate', { spaceId: 'manual' }, { as: 'gus' });
    assert.equal(refusal.status, 403);
    assert.match(refusal.message, /You may not create content in it: .*you are a guest/);
  });

  it('moves them into collections and to the top', async () => {
    const moved = await move('handbook', { parent: 'products' });
    assert.equal(moved.parent, 'products');
    assert.deepEqual(await inCollection('products'), ['handbook']);
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('manual'), visibility: 'in-collection' });
    const top = await move('manual', { parent: null });
    assert.deepEqual([top.parent, top.visibility], [undefined, 'private']);
    assert.deepEqual(await list(), ['guide', 'handbook', 'manual']);
  });

  it('keeps an exact order after any number of moves', async () => {
    for (const id of ['c', 'd', 'e']) addSpace(sandbox.state, id, { parent: 'heron' });
    await move('e', { position: { before: space('manual') } });
    assert.deepEqual(await inCollection('heron'), ['e', 'manual', 'guide', 'c', 'd']);
    await move('manual', { position: { after: space('c') } });
    await move('handbook', { parent: 'heron', position: { after: space('e'), before: space('guide') } });
    const expected = ['e', 'handbook', 'guide', 'c', 'manual', 'd'];
    assert.deepEqual(await inCollection('heron'), expected);
    for (let round = 0; round < 120; round++) {
      const [first = '', second = ''] = round % 2 ? ['e', 'handbook'] : ['handbook', 'e'];
      await move(first, { position: { before: space('guide') } });
      await move(second, { position: { before: space('guide') } });
    }
    assert.deepEqual(await inCollection('heron'), expected);
    assert.deepEqual(await list(), expected);
    const created = await sandbox.call('POST /orgs/{organizationId}/spaces', {
      organizationId,
      body: { parent: 'heron' },
    });
    assert.deepEqual(await inCollection('heron'), [...expected, created.id]);
  });

  it('orders them among collections like a list', async () => {
    const random = createRandom(7);
    for (const id of ['c', 'd', 'e']) addSpace(sandbox.state, id);
    for (const id of ['herons', 'ducks']) {
      sandbox.state.collections.put({ id, organization: 'acme', title: id, defaultLevel: 'inherit' });
    }
    const expected = ['products', 'handbook', 'c', 'd', 'e', 'herons', 'ducks'];
    const isCollection = (id: string) => sandbox.state.collections.has(id);
    const pointer = (id: string) =>
      isCollection(id) ? { type: 'collection' as const, collection: id } : { type: 'space' as const, space: id };
    // Collections and spaces share one order but are listed separately. This sets the expected order first.
    const put = async (id: string, body: { position?: Schema<'ContentPosition'> }) =>
      isCollection(id)
        ? sandbox.call('POST /collections/{collectionId}/move', { collectionId: id, body })
        : move(id, body);
    for (const [index, id] of expected.entries()) {
      const previous = expected[index - 1];
      if (previous !== undefined) await put(id, { position: { after: pointer(previous) } });
    }
    const tops = async () => {
      const route = 'GET /orgs/{organizationId}/collections';
      const collections = ids(await sandbox.call(route, { organizationId, query: { nested: false } }));
      return [collections, (await list()).filter(id => expected.includes(id))];
    };
    for (let round = 0; round < 200; round++) {
      const [id = ''] = expected.splice(random.below(expected.length), 1);
      const at = random.below(expected.length);
      const neighbour = pointer(expected[at] ?? '');
      const isBefore = random.chance(0.5);
      await put(id, { position: isBefore ? { before: neighbour } : { after: neighbour } });
      expected.splice(isBefore ? at : at + 1, 0, id);
      const [collections, spaces] = [expected.filter(isCollection), expected.filter(one => !isCollection(one))];
      assert.deepEqual(await tops(), [collections, spaces], `after ${round + 1} moves`);
    }
  });

  it('rejects a position next to one elsewhere, or between two in the wrong order', async () => {
    const refusal = (body: object) => sandbox.refusal('POST /spaces/{spaceId}/move', { spaceId: 'guide', body });
    const message = "body.position.before is the space 'handbook', which is not where this is moved to.";
    assert.deepEqual(await refusal({ position: { before: space('handbook') } }), { status: 400, message });
    addSpace(sandbox.state, 'c', { parent: 'heron' });
    assert.deepEqual(await inCollection('heron'), ['manual', 'guide', 'c']);
    const swapped = await refusal({ position: { after: space('c'), before: space('manual') } });
    assert.equal(swapped.status, 400);
    assert.equal((await refusal({ parent: 'far' })).status, 400);
    assert.deepEqual(await refusal({ parent: 'nowhere' }), {
      status: 404,
      message: "body.parent is 'nowhere', but no collection has this ID. Take one from the list of your collections.",
    });
    assert.deepEqual(await inCollection('heron'), ['manual', 'guide', 'c']);
  });

  it('transfers them with content and change requests, when the user may create there', async () => {
    const docs = await openDocs({ 'README.md': 'Hello.', '.gitbook/assets/a.txt': 'egret' });
    const { id: changeRequestId } = await docs.propose([]);
    const transfer = { spaceId: 'docs', body: { organization: 'zenith' } };
    const state = async () => {
      const space = { spaceId: 'docs' };
      const content = await docs.call('GET /spaces/{spaceId}/content', space);
      const file = await docs.fetch(new Request(content.files[0]?.downloadURL ?? ''));
      const { items } = await docs.call('GET /spaces/{spaceId}/comments', space);
      return { content, text: await docs.read(''), file: await file.text(), comments: items.map(({ body }) => body) };
    };
    await docs.call('POST /spaces/{spaceId}/comments', { spaceId: 'docs', body: { body: { markdown: 'Hm.' } } });
    const before = await state();
    assert.deepEqual([before.file, before.comments.length], ['egret', 1]);
    assert.deepEqual(await docs.refusal('POST /spaces/{spaceId}/transfer', transfer), {
      status: 404,
      message:
        "body.organization is 'zenith', but no organization has this ID. Take one from the list of your organizations.",
    });
    addMember(docs.state, 'zenith', 'ada', { role: 'review' });
    assert.equal((await docs.refusal('POST /spaces/{spaceId}/transfer', transfer)).status, 403);
    addMember(docs.state, 'zenith', 'ada', { role: 'create' });
    const { organization, changeRequests } = await docs.call('POST /spaces/{spaceId}/transfer', transfer);
    assert.deepEqual([organization, changeRequests], ['zenith', 1]);
    assert.deepEqual(await state(), before);
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
    assert.equal((await docs.call(route, { spaceId: 'docs', changeRequestId })).id, changeRequestId);
    assert.deepEqual(ids(await docs.call('GET /orgs/{organizationId}/spaces', { organizationId: 'zenith' })), [
      'secret',
      'docs',
    ]);
    addMember(docs.state, 'zenith', 'ada', { role: 'admin' });
    assert.equal((await docs.refusal('POST /spaces/{spaceId}/transfer', transfer)).status, 409);
  });
});

function fill(state: State): void {
  fillAcme(state);
  addMember(state, 'zenith', 'ada', { role: 'create' });
  state.collections.put({ id: 'far', organization: 'zenith', title: 'Far', defaultLevel: null });
  for (const id of ['handbook', 'manual', 'guide']) addRevision(state, id);
}

function addRevision(state: State, space: string): void {
  state.revisions.put({
    id: `${space}-1`,
    space,
    parents: [],
    createdAt: state.now(),
    type: 'edits',
    pages: [],
    files: [],
    variables: {},
    reusableContents: [],
  });
}
