import assert from 'node:assert/strict';
import type { ChangeRequestRow, CommentRow } from '../../../../src/sandbox/store/rows.ts';
import type { State } from '../../../../src/sandbox/store/state.ts';
import { describeRole } from '../../../../src/model/roles.ts';
import { addSite, addSpace, fillAcme, roles } from '../../acme.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const organizationId = 'acme';

describe('collections and spaces of the sandbox', () => {
  let sandbox: OpenSandbox;
  const space = (spaceId: string, as = 'ada') => sandbox.call('GET /spaces/{spaceId}', { spaceId }, { as });
  const update = (body: object, as = 'ada') =>
    sandbox.reply('PATCH /spaces/{spaceId}', { spaceId: 'handbook', body }, { as });

  beforeEach(async () => {
    sandbox = await openSandbox({ fill: fillAcme });
  });

  it('are listed, optionally with nested collections', async () => {
    const list = async (nested?: boolean) => {
      const path = 'GET /orgs/{organizationId}/collections';
      const { items } = await sandbox.call(path, { organizationId, query: { nested } });
      return items.map(collection => collection.id);
    };
    assert.deepEqual(await list(), ['products', 'heron']);
    assert.deepEqual(await list(false), ['products']);
    const heron = await sandbox.call('GET /collections/{collectionId}', { collectionId: 'heron' });
    assert.deepEqual([heron.parent, heron.defaultLevel, heron.permissions?.create], ['products', 'inherit', true]);
  });

  it('are listed by collection and by organization', async () => {
    const inHeron = await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId: 'heron' });
    assert.deepEqual(
      inHeron.items.map(item => item.id),
      ['manual', 'guide'],
    );
    const all = await sandbox.call('GET /orgs/{organizationId}/spaces', { organizationId });
    assert.deepEqual(
      all.items.map(item => item.id),
      ['handbook', 'manual', 'guide'],
    );
  });

  it('are in the order to which they were moved', async () => {
    const { spaces } = sandbox.state;
    spaces.put({ ...spaces.get('guide'), position: 0 });
    spaces.put({ ...spaces.get('manual'), position: 1 });
    const { items } = await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId: 'heron' });
    assert.deepEqual(
      items.map(item => item.id),
      ['guide', 'manual'],
    );
  });

  it('answer 404 for users without access', async () => {
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId: 'secret' })).status, 404);
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId: 'handbook' }, { as: 'gus' })).status, 404);
    const guests = await sandbox.call('GET /orgs/{organizationId}/spaces', { organizationId }, { as: 'gus' });
    assert.deepEqual(
      guests.items.map(item => item.id),
      ['manual', 'guide'],
    );
  });

  it('give every user the higher of their role and the default level', async () => {
    const rights = async (as: string) => {
      const { view, comment, edit, review, merge, admin } = (await space('handbook', as)).permissions ?? {};
      return Object.entries({ view, comment, edit, review, merge, admin }).flatMap(([name, may]) =>
        may ? [name] : [],
      );
    };
    const expected = {
      reed: ['view'],
      colm: ['view', 'comment'],
      eden: ['view', 'comment', 'edit'],
      rosa: ['view', 'comment', 'edit', 'review', 'merge'],
      cato: ['view', 'comment', 'edit', 'review', 'merge'],
      ada: ['view', 'comment', 'edit', 'review', 'merge', 'admin'],
    };
    for (const [user, names] of Object.entries(expected)) assert.deepEqual(await rights(user), names, user);
    await update({ defaultLevel: 'edit' });
    assert.deepEqual(await rights('reed'), expected.eden);
    assert.deepEqual(await rights('gus'), expected.eden);
    assert.deepEqual(await rights('rosa'), expected.rosa);
  });

  it('count open comments and change requests', async () => {
    addChangeRequests(sandbox.state, 'handbook', ['open', 'open', 'draft', 'merged', 'archived']);
    addComment(sandbox.state, 'one', { status: 'open' });
    addComment(sandbox.state, 'two', { status: 'resolved' });
    addComment(sandbox.state, 'three', { status: 'open', changeRequest: 'handbook/1' });
    const { comments, changeRequests, changeRequestsOpen, changeRequestsDraft } = await space('handbook');
    assert.deepEqual([comments, changeRequests, changeRequestsOpen, changeRequestsDraft], [1, 5, 2, 1]);
  });

  it('are changed by administrators only', async () => {
    for (const [as, role] of Object.entries(roles)) {
      if (as === 'ada' || as === 'gus') continue;
      const refusal = await sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId: 'handbook', body: {} }, { as });
      assert.deepEqual(refusal, {
        status: 403,
        message:
          `You may not administrate it: 'The handbook' asks for the role Administrator, and yours is ${describeRole(role)}. ` +
          'Ask an administrator for it.',
      });
    }
    const { body } = await update({ title: 'Changed', emoji: '📓', defaultLevel: null });
    assert.deepEqual([body.title, body.emoji, body.defaultLevel], ['Changed', '📓', null]);
    assert.deepEqual(await space('handbook'), body);
  });

  it('have an emoji or an icon', async () => {
    const sign = async (body: object) => {
      const { emoji, urls } = (await update(body)).body;
      return [emoji, urls?.icon];
    };
    const icon = 'https://heron.example/icon.png';
    assert.deepEqual(await sign({ icon }), ['', icon]);
    assert.deepEqual(await sign({ title: 'With an icon' }), ['', icon]);
    assert.deepEqual(await sign({ emoji: '🦆' }), ['🦆', undefined]);
    assert.deepEqual(await sign({ icon, emoji: null }), ['', icon]);
    assert.deepEqual(await sign({ icon: null, emoji: null }), ['', undefined]);
    const refusal = await sandbox.refusal('PATCH /spaces/{spaceId}', {
      spaceId: 'handbook',
      body: { icon, emoji: '🦆' },
    });
    assert.equal(refusal.status, 400);
    assert.match(refusal.message, /body\.emoji and body\.icon: a space has one of them only/);
  });

  it('can be locked against edits and merges', async () => {
    await update({ editMode: 'locked' });
    const { edit, merge, comment } = (await space('handbook')).permissions ?? {};
    assert.deepEqual({ edit, merge, comment }, { edit: false, merge: false, comment: true });
    await update({ editMode: 'live' });
    assert.equal((await space('handbook')).permissions?.edit, true);
  });

  it('can be read for seven days after they were deleted, and are in no list', async () => {
    let now = new Date('2026-03-01T00:00:00.000Z');
    sandbox = await openSandbox({ fill: fillAcme, clock: () => now });
    addSpace(sandbox.state, 'gone', { parent: 'heron', deletedAt: sandbox.state.now() });
    assert.equal((await space('gone')).deletedAt, '2026-03-01T00:00:00.000Z');
    const list = await sandbox.call('GET /collections/{collectionId}/spaces', { collectionId: 'heron' });
    assert.equal(list.count, 2);
    const refusal = await sandbox.refusal('PATCH /spaces/{spaceId}', { spaceId: 'gone', body: {} });
    assert.deepEqual(refusal, {
      status: 404,
      message: "The space 'The gone' was deleted at 2026-03-01T00:00:00.000Z. Restore it first.",
    });
    now = new Date('2026-03-08T00:00:01.000Z');
    assert.equal((await sandbox.refusal('GET /spaces/{spaceId}', { spaceId: 'gone' })).status, 404);
  });

  it('return where they are published', async () => {
    addSite(sandbox.state, 'docs', { published: true });
    const siteSpace = { id: 'docs-manual', site: 'docs', space: 'manual', title: 'Manual', path: 'manual' };
    sandbox.state.siteSpaces.put(siteSpace);
    assert.equal((await space('manual')).urls?.published, 'http://sandbox.test/sites/docs/');
    assert.equal((await space('guide')).urls?.published, undefined);
  });
});

function addChangeRequests(state: State, spaceId: string, statuses: ChangeRequestRow['status'][]): void {
  for (const [index, status] of statuses.entries()) {
    state.changeRequests.put({
      id: `${spaceId}/${index + 1}`,
      space: spaceId,
      number: index + 1,
      status,
      subject: '',
      createdBy: 'eden',
      createdAt: state.now(),
      updatedAt: state.now(),
      revision: 'r',
      revisionInitial: 'r',
    });
  }
}

function addComment(state: State, id: string, fields: Pick<CommentRow, 'status'> & Partial<CommentRow>): void {
  const posted = { postedBy: 'eden', postedAt: state.now(), markdown: 'Hm.', reactions: [] };
  state.comments.put({ id, space: 'handbook', revision: 'r', ...posted, ...fields });
}
