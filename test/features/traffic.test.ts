import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { App } from '../../src/app.ts';
import type { ChangeResource } from '../../src/features/reviews/node.ts';
import { commands } from '../../src/features/tree/commands.ts';
import { findDocumentPair } from '../../src/model/content/comparison.ts';
import { resourceOf } from '../../src/ui/tree/node.ts';
import { addSpace } from '../sandbox/acme.ts';
import { changeRows, labels, row } from '../host/app.ts';
import { eventually } from '../host/eventually.ts';
import { distantWindow } from '../host/farAway.ts';
import { otherJson } from '../host/faultyServer.ts';
import { addChangeRequests } from '../host/large.ts';
import { addPage, editContent, itWithOptional, pagesOf, pageUri } from '../host/support.ts';
import { assertTraffic, assertWithin } from '../host/traffic.ts';
import { sized } from '../size.ts';

describe('number of sequential requests', () => {
  const far = distantWindow(({ state }) => {
    const organization = state.organizations.all()[0]?.id ?? assert.fail();
    for (let index = 0; index < 50; index++) {
      state.collections.put({ id: `many-${index}`, organization, title: `Many ${index}`, defaultLevel: 'inherit' });
      for (const letter of ['a', 'b'])
        addSpace(state, `many-${index}-${letter}`, { organization, parent: `many-${index}` });
    }
    for (let index = 0; index < 200; index++) addSpace(state, `top-${index}`, { organization });
    state.keepWrites();
  });
  const labelsOf = (...path: string[]) => labels(far.app.tree, ...path);

  it('is two for signing in and the first view', async () => {
    await assertTraffic(far.server, { requests: 2, trips: 1 }, async () => {
      await far.signIn();
      await labelsOf();
    });
  });

  itWithOptional('does not grow for pending reviews, which load after the first rows of spaces', async () => {
    await far.signIn();
    // The next window knows the account from the beginning, so both views could send requests at once.
    await far.reopen();
    const { tree, reviewLists } = far.app;
    Object.assign(tree, { view: { visible: true, dispose: () => undefined } });
    const waiting = await row(reviewLists, 'Waiting for me');
    const before = far.server.exchanges.length;
    const [, rows] = await Promise.all([tree.getChildren(), reviewLists.getChildren(waiting)]);
    assert.equal(rows.length, 4);
    const [firstRows, ...others] = far.server.exchanges.slice(before);
    assert.equal(firstRows?.asked, 'GET /orgs');
    for (const { asked, began } of others) assert.ok(began >= firstRows.ended, `${asked} did not wait`);
    assertWithin({ requests: 8, trips: 5 }, others);
  });

  itWithOptional('is two for an organization with hundreds of spaces', async () => {
    await far.signIn();
    await labelsOf();
    const rows = await assertTraffic(far.server, { requests: 2, trips: 1 }, () => labelsOf('Tidewell'));
    assert.ok(rows.length > 250, `${rows.length} rows`);
  });

  itWithOptional('is one for a collection', async () => {
    await far.signIn();
    await labelsOf('Tidewell');
    await assertTraffic(far.server, { requests: 1, trips: 1 }, () => labelsOf('Tidewell', 'Many 7'));
  });

  itWithOptional('is two for a space', async () => {
    await far.signIn();
    await labelsOf('Tidewell', 'Products', 'Heron');
    const way = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
    await assertTraffic(far.server, { requests: 2, trips: 1 }, () => labelsOf(...way));
  });

  it('is one for the permission to comment in a space, until fresh data is needed', async () => {
    await far.signIn();
    const connection = await far.app.session.require();
    const place = { connection, space: 'heron-manual', version: { kind: 'main' } } as const;
    const ask = () => far.discussions.canComment(place);
    await assertTraffic(far.server, { requests: 1, trips: 1 }, async () => {
      assert.equal(await ask(), true);
      assert.equal(await ask(), true);
    });
    far.server.fail(
      otherJson(space => ({ ...(space as object), permissions: { comment: false } })),
      /^GET .spaces.[^/]+$/,
    );
    await far.discussions.refresh();
    assert.equal(await ask(), false);
  });

  it('is minimal for thousands of change requests, and the same as ever for a comment on one', async () => {
    const count = sized(10_000, 2000);
    // A page of the list holds 1,000 items.
    const pages = count / 1000;
    addChangeRequests(far.sandbox, 'heron-api', count);
    await far.signIn();
    const path = ['Tidewell', 'Products', 'Heron', 'Heron API guide'];
    await labelsOf(...path.slice(0, -1));
    let clicks = 0;
    const { tree } = far.app;
    const space = (await row(tree, ...path)) ?? assert.fail();
    await assertTraffic(far.server, { requests: pages + 1, trips: pages }, async () => {
      const isMore = async () => (await tree.getChildren(space)).some(({ contextValue }) => contextValue === 'more');
      for (; await isMore(); clicks++) await tree.loadMore(space);
      const many = (await tree.getChildren(space)).filter(({ label }) => label.includes('One of many'));
      assert.equal(many.length, count);
    });
    assert.ok(clicks <= pages - 1, `${clicks} clicks`);
    const [page] = pagesOf(far.sandbox, { space: 'heron-api', number: 1 });
    const uri = await far.signedInUri(pageUri('heron-api', 1, `${page?.path}.md`));
    const post = () =>
      far.discussions
        .of(uri)
        ?.sender.post({ page: page?.id ?? '' }, 'One.', { storeAttempt: async () => {}, onPosted: () => {} });
    await far.discussions.conversationsOn(uri);
    // If the server does not report who the user is, the first comment shows it.
    await post();
    await assertTraffic(far.server, { requests: 2, trips: 1 }, async () => {
      await post();
      await tree.getChildren(space);
    });
  });

  describe('of the pages of a change request', () => {
    const changeRequest = { space: 'heron-manual', number: 8 };
    const manual = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
    let pages: { id: string; uri: vscode.Uri }[];

    beforeEach(async () => {
      for (const { id } of far.sandbox.state.comments.all()) far.sandbox.state.comments.delete(id);
      pages = ['First words.', 'Second words.'].map(markdown =>
        addPage(far.sandbox, changeRequest, { title: 'Far away', markdown }),
      );
      await far.signIn();
      await labelsOf(...manual);
    });

    it('is three for the first page, one for the next, and zero for a page that was opened before', async () => {
      const [first, second] = pages;
      assert.ok(first && second);
      await assertTraffic(far.server, { requests: 3, trips: 2 }, () => far.read(first.uri));
      await assertTraffic(far.server, { requests: 1, trips: 1 }, () => far.read(second.uri));
      await assertTraffic(far.server, { requests: 0, trips: 0 }, () => far.read(first.uri));
    });

    it('is zero in the next window for a page that was opened before, except one check for changes', async () => {
      const [first] = pages;
      assert.ok(first);
      await far.read(first.uri);
      await far.reopen();
      far.discussions.dispose();
      far.server.requests.length = 0;
      assert.match(await far.text(first.uri), /First words/);
      await eventually(() => assert.ok(far.server.requests.includes(`GET /spaces/heron-manual/change-requests/8`)));
      assert.deepEqual(
        far.server.requests.filter(request => request.includes('/content')),
        [],
      );
    });

    it('covers only the change request that is refreshed, not the permissions in its space', async () => {
      const [first] = pages;
      assert.ok(first);
      await far.read(first.uri);
      const other = pageUri(changeRequest.space, 2, 'deploy/plan/radio/walk-test.md');
      await far.read(other);
      const app = { ...far.app, discussions: far.discussions } as unknown as App;
      far.server.requests.length = 0;
      await commands['marginalia.item.refresh']?.run(app, await row(far.app.tree, ...manual, '#8 '));
      await far.read(first.uri);
      await far.text(other);
      const ofOthers = (request: string) => !request.startsWith(`GET /spaces/${changeRequest.space}/change-requests/8`);
      assert.deepEqual(far.server.requests.filter(ofOthers), []);
    });

    itWithOptional('is four for a diff with the base, and two for a second one', async () => {
      for (const page of pagesOf(far.sandbox, changeRequest)
        .filter(({ type }) => type === 'document')
        .slice(0, 2)) {
        editContent(far.sandbox, changeRequest, [
          { operation: 'update_page', page: page.id, document: { markdown: 'Rewritten.' } },
        ]);
      }
      const rows = await changeRows(far.app.tree, await row(far.app.tree, ...manual, '#8 '));
      const [one, other] = rows
        .filter(({ contextValue }) => contextValue === 'change.edited')
        .flatMap(node => resourceOf<ChangeResource>(node, 'change') ?? []);
      assert.ok(one && other);
      const compare = async ({ place, change }: ChangeResource) => {
        const { base, proposed } = await findDocumentPair(far.app.content, place, change);
        assert.ok(base && proposed);
        await Promise.all([far.text(base), far.read(proposed)]);
      };
      await assertTraffic(far.server, { requests: 4, trips: 2 }, () => compare(one));
      await assertTraffic(far.server, { requests: 2, trips: 1 }, () => compare(other));
    });

    it('is zero when the service is offline and the page was opened before', async () => {
      const [first] = pages;
      assert.ok(first);
      await far.read(first.uri);
      await far.reopen();
      await far.server.refuse();
      assert.match(await far.text(first.uri), /First words/);
      far.app.content.refresh();
      assert.match(await far.text(first.uri), /First words/, 'and after a refresh that did not get through');
    });

    it('is small until the next window shows new content after cached content', async () => {
      const [first] = pages;
      assert.ok(first);
      await far.read(first.uri);
      await far.reopen();
      editContent(far.sandbox, changeRequest, [
        { operation: 'update_page', page: first.id, document: { markdown: 'Other words.' } },
      ]);
      const changed = new Promise<void>(resolve => far.app.content.onDidChange(() => resolve()));
      assert.match(await far.text(first.uri), /First words/);
      await changed;
      assert.match(await far.text(first.uri), /Other words/);
    });
  });
});
