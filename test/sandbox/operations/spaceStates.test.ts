import assert from 'node:assert/strict';
import type { Route } from '../../../src/api/routes.ts';
import { roles } from '../acme.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';
import type { AnyInput, AnyRow } from './row.ts';
import { rows } from './rows.ts';
import { fillWorld, today } from './world.ts';

const one = '/spaces/{spaceId}/change-requests/{changeRequestId}';
const spaceId = 'docs';

describe('the states of a space in all operations below it', () => {
  let world: OpenSandbox;
  beforeEach(async () => {
    world = await openSandbox({ fill: fillWorld, clock: () => today });
  });

  /** Returns the inputs of these operations in the table, created before any of them is sent. */
  async function inputsFor(isMatch: (route: string) => boolean): Promise<[Route, AnyInput][]> {
    const inputs: [Route, AnyInput][] = [];
    for (const [route, row] of Object.entries(rows) as [Route, AnyRow][]) {
      if (!route.includes('/spaces/{spaceId}') || !isMatch(route)) continue;
      inputs.push([route, typeof row.input === 'function' ? await row.input(world) : row.input]);
    }
    return inputs;
  }

  it('allow a deleted one only to be read, deleted and restored', async () => {
    const open = ['GET /spaces/{spaceId}', 'DELETE /spaces/{spaceId}', 'POST /spaces/{spaceId}/restore'];
    const inputs = await inputsFor(route => !open.includes(route));
    await world.call('DELETE /spaces/{spaceId}', { spaceId });
    for (const [route, input] of inputs) {
      const { status, message } = await world.refusal(route, input);
      assert.equal(status, 404, route);
      assert.match(message, /The space 'Docs' was deleted at 2026-03-01T10:00:00\.000Z\. Restore it first\./, route);
    }
    await world.call('POST /spaces/{spaceId}/restore', { spaceId });
    assert.equal((await world.call('GET /spaces/{spaceId}/comments', { spaceId })).count, 1);
  });

  it('allow a locked one neither edits nor merges, but comments', async () => {
    const edits = [
      'POST /spaces/{spaceId}/change-requests',
      ...[`PATCH ${one}`, `POST ${one}/merge`, `POST ${one}/update`, `POST ${one}/content/import`],
      ...[`POST ${one}/requested-reviewers`, `DELETE ${one}/requested-reviewers/{userId}`],
    ];
    const inputs = await inputsFor(route => edits.includes(route));
    assert.equal(inputs.length, edits.length);
    await world.call('PATCH /spaces/{spaceId}', { spaceId, body: { editMode: 'locked' } });
    for (const [route, input] of inputs) {
      const { status, message } = await world.refusal(route, input);
      assert.equal(status, 403, route);
      assert.match(message, /'Docs' is locked\. Set its edit mode to 'live' first\./, route);
    }
    const body = { body: { markdown: 'Hm.' } };
    const { id: commentId } = await world.call('POST /spaces/{spaceId}/comments', { spaceId, body });
    const resolved = { spaceId, commentId, body: { resolved: true } };
    assert.equal((await world.call('PUT /spaces/{spaceId}/comments/{commentId}', resolved)).status, 'resolved');
    await world.call('PATCH /spaces/{spaceId}', { spaceId, body: { editMode: 'live' } });
    assert.equal((await world.reply('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} })).status, 201);
  });

  it('derive permissions from its default level, and that of its collections', async () => {
    await world.call('POST /spaces/{spaceId}/move', { spaceId, body: { parent: 'heron' } });
    await world.call('PATCH /spaces/{spaceId}', { spaceId, body: { defaultLevel: 'inherit' } });
    for (const defaultLevel of [null, 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const) {
      await world.call('PATCH /collections/{collectionId}', { collectionId: 'products', body: { defaultLevel } });
      for (const user of Object.keys(roles)) await offersWhatItAllows(world, user);
    }
  });

  it('have counts that equal its lists', async () => {
    const change = (changeRequestId: string, status: 'draft' | 'open' | 'archived') =>
      world.call(`PATCH ${one}`, { spaceId, changeRequestId, body: { status } });
    const create = () => world.call('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} });
    await countsWhatIsThere(world);
    for (let count = 0; count < 4; count++) await create();
    await change('2', 'draft');
    await change('3', 'archived');
    await countsWhatIsThere(world);
    await world.call(`POST ${one}/merge`, { spaceId, changeRequestId: '4' });
    await change('3', 'draft');
    await change('2', 'open');
    await countsWhatIsThere(world);
    for (const changeRequestId of ['1', '2', '4']) {
      const body = { body: { markdown: 'Hm.' } };
      const { id } = await world.call(`POST ${one}/comments`, { spaceId, changeRequestId, body });
      await world.call('POST /spaces/{spaceId}/comments', { spaceId, body });
      const comment = { spaceId, changeRequestId, commentId: id };
      await world.call(`PUT ${one}/comments/{commentId}`, { ...comment, body: { resolved: changeRequestId === '2' } });
      if (changeRequestId === '4') await world.call(`DELETE ${one}/comments/{commentId}`, comment);
      await countsWhatIsThere(world);
    }
    const why = { spaceId, commentId: 'why' };
    await world.call('PUT /spaces/{spaceId}/comments/{commentId}', { ...why, body: { resolved: true } });
    await countsWhatIsThere(world);
    await world.call('PUT /spaces/{spaceId}/comments/{commentId}', { ...why, body: { resolved: false } });
    await world.call('DELETE /spaces/{spaceId}/comments/{commentId}', why);
    await countsWhatIsThere(world);
  });

  it('count it for everybody with access, while it exists', async () => {
    const countsEverywhere = async () => {
      for (const [userId, role] of Object.entries(roles)) {
        const member = { organizationId: 'acme', userId };
        const { spaces } = await world.call('GET /orgs/{organizationId}/members/{userId}', member);
        const list = await world.call('GET /orgs/{organizationId}/members/{userId}/spaces', member);
        assert.equal(spaces, list.count);
        const isThere = list.items.some(({ space }) => space.id === spaceId);
        assert.equal(isThere, role !== null && world.state.spaces.get(spaceId).deletedAt === undefined, userId);
      }
    };
    await countsEverywhere();
    await world.call('DELETE /spaces/{spaceId}', { spaceId });
    await countsEverywhere();
    await world.call('POST /spaces/{spaceId}/restore', { spaceId });
    await countsEverywhere();
  });
});

/** Asserts that a user can do exactly what `permissions` allows. */
async function offersWhatItAllows(world: OpenSandbox, user: string): Promise<void> {
  const as = { as: user };
  const look = toAnswer(world, 'GET /spaces/{spaceId}', { spaceId }, user);
  const { permissions } = (await look) === 404 ? {} : await world.call('GET /spaces/{spaceId}', { spaceId }, as);
  const { id } = await world.call('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} });
  const input = { spaceId, changeRequestId: id };
  const refused = permissions?.view ? 403 : 404;
  const asked: [keyof NonNullable<typeof permissions>, number, Route, object][] = [
    ['access', 200, 'GET /spaces/{spaceId}/content/pages', { spaceId }],
    ['comment', 200, `POST ${one}/comments`, { ...input, body: { body: { markdown: 'Hm.' } } }],
    ['edit', 200, `PATCH ${one}`, { ...input, body: { subject: 'Mine' } }],
    ['review', 201, `POST ${one}/reviews`, { ...input, body: { status: 'approved' } }],
    ['merge', 200, `POST ${one}/merge`, input],
    ['admin', 200, 'PATCH /spaces/{spaceId}', { spaceId, body: {} }],
  ];
  for (const [right, done, route, wanted] of asked) {
    const answer = await toAnswer(world, route, wanted, user);
    assert.equal(answer, permissions?.[right] ? done : refused, `${user} and '${right}'`);
  }
}

async function toAnswer(world: OpenSandbox, route: Route, input: object, user: string): Promise<number> {
  const { status } = await world.fetch(toRequest(route, input, world.tokenFor(user)));
  return status;
}

async function countsWhatIsThere(world: OpenSandbox): Promise<void> {
  const space = await world.call('GET /spaces/{spaceId}', { spaceId });
  const count = async (status: 'draft' | 'open' | 'archived' | 'merged') =>
    (await world.call('GET /spaces/{spaceId}/change-requests', { spaceId, query: { status } })).count ?? 0;
  const [draft, open] = [await count('draft'), await count('open')];
  const decided = (await count('archived')) + (await count('merged'));
  assert.deepEqual([space.changeRequestsDraft, space.changeRequestsOpen], [draft, open]);
  assert.equal(space.changeRequests, draft + open + decided);
  const query = { status: 'open' } as const;
  assert.equal(space.comments, (await world.call('GET /spaces/{spaceId}/comments', { spaceId, query })).count);
  for (let number = 1; number <= space.changeRequests; number++) {
    const input = { spaceId, changeRequestId: String(number) };
    const { comments } = await world.call(`GET ${one}`, input);
    assert.equal(comments, (await world.call(`GET ${one}/comments`, { ...input, query })).count);
  }
}
