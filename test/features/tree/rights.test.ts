import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Parts, parts, row } from '../../host/app.ts';
import { rowsOffering } from '../../host/menus.ts';
import { sampleSandbox } from '../../host/support.ts';

const manual = ['Tidewell', 'Products', 'Heron', 'Heron manual'];

describe('the rows of somebody who may not do everything', () => {
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

  it('offer no publishing and no pushing to whom that is refused, and say so', async () => {
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

  it('offer a locked space no merge, and say so', async () => {
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('heron-manual'), editMode: 'locked' });
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const changeRequest = await row(app.tree, ...manual, '#8 ');
    assert.equal(offers('changeRequest.merge', changeRequest), false);
    assert.match(changeRequest?.tooltip ?? '', /^You may not edit or merge it\.$/m);
  });
});
