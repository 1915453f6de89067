import assert from 'node:assert/strict';
import { contentUri } from '../../../src/model/content/address.ts';
import { Placements } from '../../../src/model/discussions/placements.ts';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import { discussionSubjectOf } from '../../../src/model/discussions/subject.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, sampleSandbox } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const { now } = Date;

describe('comments while the server fails for a while', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let logged: string[];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    logged = [];
    await app.session.signIn({ url: server.url, token: sandbox.token });
  });
  afterEach(async () => {
    Date.now = now;
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const log = { log: (sentence: string) => void logged.push(sentence) };

  it('are placed as soon as the page can be read', async () => {
    const { uri } = addPage(sandbox, changeRequest, { title: 'Knots', markdown: 'Tie a bowline.\n\nCheck it.\n' });
    const placements = new Placements(app.content, log);
    const target = await placements.targetAt(uri, { start: 2, end: 2 });
    assert.ok(target.page && target.node);
    const hung = { page: { id: target.page }, node: { id: target.node } };
    // The new placements know nothing about the page except what the server sends now.
    const anew = new Placements(app.content, log);
    app.content.refresh();
    const place = await app.content.place(discussionSubjectOf(uri) ?? assert.fail());
    addPage(sandbox, changeRequest, { title: 'Another', markdown: 'Makes another revision.\n' });
    server.fail({ kind: 'status', status: 400 }, /content\/page\//);
    assert.equal((await anew.of(place, hung)).exactness, 'page');
    await server.recover();
    const { exactness, range } = await anew.of(place, hung);
    assert.deepEqual([exactness, range], ['node', { start: 2, end: 2 }]);
  });

  it('are not placed any more when their page is closed', async () => {
    const markdown = Array.from({ length: 3000 }, (_, index) => `Paragraph ${index} of many that *are* read.\n`).join(
      '\n',
    );
    const { uri, id } = addPage(sandbox, changeRequest, { title: 'Long', markdown });
    const placements = new Placements(app.content, log);
    const place = await app.content.place(discussionSubjectOf(uri) ?? assert.fail());
    const snapshot = await app.content.snapshot(place);
    const document = await snapshot.document(id);
    const words = await snapshot.markdown(id);
    const [asked, text] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    snapshot.markdown = () => (asked.resolve(), text.promise);
    const targets = (document?.nodes ?? []).slice(0, 100).map(({ key = '' }) => ({ page: { id }, node: { id: key } }));
    let isLookedAt = true;
    const placed = placements.ofAll(place, targets, () => isLookedAt);
    await asked.promise;
    isLookedAt = false;
    placements.abortSearch(uri);
    text.resolve(words);
    assert.equal((await placed).filter(({ isRough }) => isRough).length, targets.length);
  });

  it('are fetched again after a delay, not at once', async () => {
    const { uri } = addPage(sandbox, changeRequest, { title: 'Knots', markdown: 'Tie a bowline.\n' });
    const discussions = new Discussions(app.session, app.content, log);
    server.fail({ kind: 'status', status: 400 }, /\/comments$/);
    await discussions.open(uri);
    assert.equal(logged.length, 1);
    await server.recover();
    const asked = () => server.requests.filter(request => request.endsWith('/comments')).length;
    const before = asked();
    await discussions.open(uri);
    assert.equal(asked(), before);
    Date.now = () => now() + 4000;
    await discussions.open(uri);
    assert.ok(asked() > before);
    discussions.dispose();
  });

  it('can be edited by everybody when the server sends no permissions', async () => {
    const { uri } = addPage(sandbox, changeRequest, { title: 'Knots', markdown: 'Tie a bowline.\n' });
    const discussions = new Discussions(app.session, app.content, log);
    const place = await app.content.place(discussionSubjectOf(uri) ?? assert.fail());
    server.fail({ kind: 'status', status: 400 }, /^GET \/spaces\/[^/]+$/);
    assert.equal(await discussions.canComment(place), true);
    discussions.dispose();
  });
});

describe('target of a comment', () => {
  it('is the block of a single line, and the page for several lines', async () => {
    const sandbox = await sampleSandbox();
    const app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const placements = new Placements(app.content, { log: sentence => assert.fail(sentence) });
    const targetOf = async (markdown: string, end: number) => {
      const { uri } = addPage(sandbox, changeRequest, { title: 'Knots', markdown });
      app.content.refresh();
      return placements.targetAt(uri, { start: 0, end });
    };
    assert.ok((await targetOf('Tie a bowline.', 0)).node);
    assert.equal((await targetOf('Tie a bowline.\n\nCheck it.\n', 3)).node, undefined);
    app.dispose();
    await sandbox.close();
  });

  it('is not a neighboring block when the selected one was deleted', async () => {
    const sandbox = await sampleSandbox();
    const app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    const placements = new Placements(app.content, { log: sentence => assert.fail(sentence) });
    const { uri, id } = addPage(sandbox, changeRequest, { title: 'Knots', markdown: 'Tie a bowline.\n\nDone.\n' });
    app.content.refresh();
    const text = 'Tie a bowline.\n\nCheck it,\nand check it again.\n\nDone.\n';
    assert.deepEqual(await placements.findTarget(uri, { start: 2, end: 2 }, text), {
      target: { page: id, pageTitle: 'Knots', preview: 'Check it,\nand check it again.', line: 2 },
      isAll: true,
    });
    assert.ok((await placements.targetAt(uri, { start: 1, end: 1 })).node, 'a blank line is that of the block above');
    const main = contentUri({
      ...{ connection: 'sandbox', space: 'heron-manual', version: { kind: 'main' } },
      path: 'hardware/moorings/two-point.md',
    });
    const entry = (await app.content.find(main)) ?? assert.fail();
    assert.ok(entry.kind === 'page');
    const markdown = `${await entry.snapshot.markdown(entry.page.id)}\nCheck it.\n`;
    const line = markdown.split('\n').indexOf('Check it.');
    // The main content has no change request to comment on instead.
    assert.deepEqual(await placements.findTarget(main, { start: line, end: line }, markdown), {
      ...{ target: { page: entry.page.id, pageTitle: entry.page.title }, isAll: true, quote: '> Check it.' },
    });
    app.dispose();
    await sandbox.close();
  });

  for (const [what, lines, isAll] of [
    ['one block', { start: 2, end: 2 }, true],
    ['a line between two blocks', { start: 3, end: 3 }, true],
    ['the line of a tag around a block', { start: 9, end: 9 }, true],
    ['one block and the blank lines around it', { start: 1, end: 3 }, true],
    ['all lines of a list', { start: 4, end: 5 }, true],
    ['two blocks', { start: 2, end: 5 }, false],
    ['a part of each of two blocks', { start: 2, end: 4 }, false],
  ] as const) {
    it(`covers ${isAll ? 'all' : 'only the first'} of the selection: ${what}`, async () => {
      const sandbox = await sampleSandbox();
      const app = parts();
      await app.session.signIn({ url: sandbox.url, token: sandbox.token });
      const placements = new Placements(app.content, { log: sentence => assert.fail(sentence) });
      const markdown =
        'First of all.\n\nTie a bowline.\n\n* Check it.\n* Check it again.\n\nDone.\n\n<base href="x">\n';
      const { uri } = addPage(sandbox, changeRequest, { title: 'Knots', markdown });
      app.content.refresh();
      assert.equal((await placements.findTarget(uri, lines)).isAll, isAll);
      app.dispose();
      await sandbox.close();
    });
  }
});
