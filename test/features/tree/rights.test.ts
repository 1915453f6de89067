import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/tree/commands.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Parts, parts, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { addChangeRequests } from '../../host/large.ts';
import { sampleSandbox } from '../../host/support.ts';

const manual = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

describe('rows of a user with limited permissions', () => {
  let sandbox: RunningSandbox;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    app = parts();
  });
  afterEach(async () => {
    app.dispose();
    await sandbox.close();
  });

  const offers = (command: string, node: Node | undefined) =>
    rowsOffering(`marginalia.${command}`, [node?.contextValue ?? '']).length > 0;

  for (const [as, may, tooltip] of [
    ['sam', ['commentOnChangeRequest'], /^You may not edit or merge it\.$/m],
    ['lucia', ['commentOnChangeRequest'], /^You may not edit or merge it\.$/m],
    ['jun', ['commentOnChangeRequest', 'setSubject', 'requestReviewers'], /^You may not merge it\.$/m],
    ['mira', ['commentOnChangeRequest', 'setSubject', 'requestReviewers', 'merge'], undefined],
  ] as const) {
    it(`offer ${as} with a change request: ${may.join(', ') || 'to read'}`, async () => {
      await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor(as) });
      const changeRequest = await row(app.tree, ...manual, '#8 ');
      const commands = ['commentOnChangeRequest', 'setSubject', 'requestReviewers', 'merge'];
      const idOf = (verb: string) => `${verb.startsWith('comment') ? 'comment' : 'changeRequest'}.${verb}`;
      assert.deepEqual(
        commands.filter(verb => offers(idOf(verb), changeRequest)),
        may,
      );
      assert.ok(offers('changeRequest.openChanges', changeRequest));
      if (tooltip) assert.match(changeRequest?.tooltip ?? '', tooltip);
      else assert.doesNotMatch(changeRequest?.tooltip ?? '', /You may not/);
      const space = await row(app.tree, ...manual);
      assert.equal(offers('changeRequest.create', space), may.includes('setSubject' as never));
    });
  }

  it('do not offer to publish or push without permission, and say so', async () => {
    await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
    const site = await row(app.tree, 'Tidewell', 'Sites', 'Heron documentation');
    assert.equal(offers('site.publish', site), false);
    assert.equal(offers('site.openPublished', site), true);
    assert.match(site?.tooltip ?? '', /You may not publish it\.$/);
    const specs = await row(app.tree, 'Tidewell', 'OpenAPI specs');
    const spec = await row(app.tree, 'Tidewell', 'OpenAPI specs', 'heron-api');
    assert.deepEqual([offers('openapi.push', specs), offers('openapi.push', spec)], [false, false]);
    assert.match(spec?.tooltip ?? '', /You may not push it\.$/);
  });

  it('do not offer to merge in a locked space, and say so', async () => {
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('heron-manual'), editMode: 'locked' });
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const changeRequest = await row(app.tree, ...manual, '#8 ');
    assert.equal(offers('changeRequest.merge', changeRequest), false);
    assert.match(changeRequest?.tooltip ?? '', /^You may not edit or merge it\.$/m);
  });

  it('update when the permissions in the space were reduced, as far as the list was loaded', async () => {
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    addChangeRequests(sandbox, 'heron-manual', 1010);
    const space = (await row(app.tree, ...manual)) ?? assert.fail();
    await app.tree.getChildren(space);
    await app.tree.loadMore(space);
    const changeRequests = async () =>
      (await app.tree.getChildren(space)).filter(({ contextValue }) => contextValue.startsWith('changeRequest.'));
    const count = (await changeRequests()).length;
    const overview = () => row(app.tree, ...manual, '#8 ', 'Overview');
    assert.ok(count > 1010 && offers('comment.commentOnChangeRequest', await overview()));

    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('heron-manual'), editMode: 'locked' });
    const discussions = { refresh: async () => {} };
    await commands['marginalia.item.refresh']?.run({ ...app, discussions } as unknown as App, space);
    await eventually(async () => {
      const rows = await changeRequests();
      assert.equal(rows.length, count);
      assert.deepEqual(
        rows.filter(one => offers('changeRequest.merge', one) || offers('changeRequest.setSubject', one)),
        [],
      );
      assert.equal(space.contextValue, 'space.locked');
    });
  });

  it('update when the space is locked by this window', async () => {
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    assert.ok(offers('changeRequest.merge', await row(app.tree, ...manual, '#8 ')));
    const { api } = app.session.current ?? assert.fail();
    await api.request('PATCH /spaces/{spaceId}', { spaceId: 'heron-manual', body: { editMode: 'locked' } });
    await eventually(async () => assert.ok(!offers('changeRequest.merge', await row(app.tree, ...manual, '#8 '))));
  });

  /** Returns the commands that a page of a change request offers, and its tooltip. */
  async function onPage(): Promise<[string[], string | undefined]> {
    const page = await row(app.tree, ...manual, '#8 ', 'All pages', 'Hardware', 'Moorings');
    const commands = ['comment.commentOnPage', 'document.open', 'document.preview', 'item.copyLink'];
    return [commands.filter(command => offers(command, page)), page?.tooltip];
  }

  it('do not offer a comment on a page without permission, and say so', async () => {
    await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
    const [may, message = ''] = await onPage();
    assert.ok(may.includes('comment.commentOnPage') && !message.includes('may not'));
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('heron-manual'), defaultLevel: 'read' });
    app.tree.refresh();
    const [currentActions, now = ''] = await onPage();
    assert.deepEqual(currentActions, ['document.open', 'document.preview', 'item.copyLink']);
    assert.match(now, /You may not comment on it\.$/);
    const changeRequest = await row(app.tree, ...manual, '#8 ');
    assert.match(changeRequest?.tooltip ?? '', /^You may not comment, edit, or merge it\.$/m);
  });

  for (const [what, permissions] of [
    ['left out', undefined],
    ['null', null],
    ['odd', { comment: 'no', edit: null, merge: 0 }],
  ] as const) {
    it(`offer everything when permissions are ${what}, and try it`, async () => {
      const server = await startFaultyServer(sandbox.url);
      const odd = (space: object) => ({ ...space, permissions });
      const spoiled = otherJson(json => {
        const { items } = json as { items?: object[] };
        return items ? { ...(json as object), items: items.map(odd) } : odd(json as object);
      });
      server.fail(spoiled, /\/spaces(\/heron-manual)?$/);
      await app.session.signIn({ url: server.url, token: sandbox.tokenFor('sam') });
      const changeRequest = await row(app.tree, ...manual, '#8 ');
      assert.ok(offers('changeRequest.merge', changeRequest));
      assert.ok((await onPage())[0].includes('comment.commentOnPage'));
      await server.close();
    });
  }
});
