import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import type { App } from '../../../src/app.ts';
import { changeRequestNode } from '../../../src/features/changeRequests/node.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { sampleSandbox } from '../../host/support.ts';

const spaceId = 'heron-manual';

describe('the row of a change request', () => {
  let sandbox: RunningSandbox;
  let app: Parts;

  before(async () => {
    sandbox = await sampleSandbox();
    app = parts();
  });
  after(async () => {
    app.dispose();
    await sandbox.close();
  });

  type Status = 'open' | 'draft' | 'merged' | 'archived';
  type Links = Schema<'ChangeRequestLink'>[];

  /** Returns the row of an outdated change request. */
  async function row(status: Status, comments = 0, links: Links = [], more: object = {}): Promise<Node> {
    const connection = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const route = 'GET /spaces/{spaceId}/change-requests';
    const { items } = await connection.api.request(route, { spaceId, query: { limit: 1 } });
    const changeRequest = { ...(items[0] ?? assert.fail()), status, outdated: true, comments, links, ...more };
    const place = { connection, space: spaceId, number: changeRequest.number };
    return changeRequestNode(app as unknown as App, place, changeRequest);
  }

  /** Returns the description of the row. */
  const remarks = async (status: Status) => (await row(status)).description;

  it('shows that it is outdated as long as an update is possible', async () => {
    assert.equal(await remarks('open'), 'outdated');
    assert.equal(await remarks('draft'), 'draft · outdated');
    assert.equal(await remarks('merged'), 'merged');
    assert.equal(await remarks('archived'), 'archived');
  });

  it('shows the number of open comments, in its tooltip too', async () => {
    for (const [count, expected, inTooltip] of [
      [1, '1 open comment', '1 comment is still open.'],
      [13, '13 open comments', '13 comments are still open.'],
    ] as const) {
      const { description, tooltip } = await row('open', count);
      assert.equal(description, `outdated · ${expected}`);
      assert.ok(tooltip?.split('\n').includes(inTooltip), tooltip);
    }
    assert.doesNotMatch((await row('open')).tooltip ?? '', /comment/);
  });

  it('has its description and links in its tooltip', async () => {
    const leaves = [{ object: 'leaf' as const, text: 'Lamps burn at night.', marks: [] }];
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }];
    const ref = { kind: 'url' as const, url: 'https://github.com/a/b' };
    const description = { object: 'document', data: {}, nodes };
    const { tooltip } = await row('open', 0, [{ id: '1', ref, title: 'Lamps' }], { description });
    const lines = tooltip?.split('\n') ?? [];
    assert.ok(lines.includes('Lamps burn at night.') && lines.includes('GitHub: Lamps'), tooltip);
  });

  it('counts the links that its tooltip does not list', async () => {
    for (const [count, rest] of [
      [4, '1 more link'],
      [5, '2 more links'],
    ] as const) {
      const ref = { kind: 'url' as const, url: 'https://lamps.example/' };
      const links = Array.from({ length: count }, (_, index) => ({ id: String(index), ref }));
      const { tooltip } = await row('open', 0, links);
      assert.ok(tooltip?.split('\n').includes(rest), tooltip);
    }
  });
});
