import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { threadLabel } from '../../../src/features/comments/editorComment.ts';
import { documentKey } from '../../../src/model/content/address.ts';
import { CommentCache, CommentCacheFile } from '../../../src/model/discussions/commentCache.ts';
import { labels } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { distantWindow } from '../../host/farAway.ts';
import { addPage, describeOnce, editContent } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const lists = /^GET .*\/comments$/;

describeOnce('comments cached by an earlier window', () => {
  const far = distantWindow();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(async () => {
    for (const { id } of far.sandbox.state.comments.all()) far.sandbox.state.comments.delete(id);
    page = addPage(far.sandbox, changeRequest, { title: 'Seen before', markdown: 'First words.' });
    say('Asked.', 'Answered.');
    await far.signIn();
    await list();
  });

  const list = () => labels(far.app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');

  /** Adds a comment of another user to the page, optionally with a reply. */
  function say(markdown: string, answer?: string): void {
    const { state } = far.sandbox;
    const [user] = state.users.all();
    const [row] = state.changeRequests.all().filter(one => one.space === changeRequest.space && one.number === 8);
    assert.ok(user && row);
    const by = { postedBy: user.id, postedAt: '2026-01-01T00:00:00.000Z', reactions: [] };
    const base = { space: row.space, changeRequest: row.id, revision: row.revision, page: page.id };
    state.comments.put({ ...by, ...base, id: `said ${markdown}`, status: 'open', markdown });
    if (answer)
      state.commentReplies.put({ ...by, id: `said ${answer}`, comment: `said ${markdown}`, markdown: answer });
    state.keepWrites();
  }

  const discussion = async () => far.discussions.of(await far.signedInUri(page.uri)) ?? assert.fail();

  /** Returns the shown conversations, and which of them are from the cache of an earlier window. */
  async function conversationTexts() {
    const { conversations } = await discussion();
    return conversations.map(one => ({
      texts: [one.comment, ...one.replies].map(({ body }) => body.markdown),
      isEarlier: /As of \w{3} \d{1,2}, 20\d\d/.test(threadLabel(one)),
    }));
  }

  async function open(): Promise<void> {
    await far.text(page.uri);
    await far.discussions.open(await far.signedInUri(page.uri));
    await (await discussion()).whenIdle();
  }

  /** Opens the next window, and lists its change requests. */
  async function reopen(): Promise<void> {
    await far.reopen();
    await list();
  }

  const before = [{ texts: ['Asked.', 'Answered.'], isEarlier: true }];

  it('are shown without a request, and marked as cached', async () => {
    await open();
    assert.deepEqual(await conversationTexts(), [{ ...before[0], isEarlier: false }]);
    await reopen();
    far.server.requests.length = 0;
    await open();
    assert.deepEqual(await conversationTexts(), before);
    // If the server does not report who the user is, each window determines it again.
    assert.deepEqual(
      far.server.requests.filter(request => request !== 'GET /user'),
      [],
    );
  });

  it('are shown while the service is unreachable', async () => {
    await open();
    await far.reopen();
    await far.server.refuse();
    await open();
    assert.deepEqual(await conversationTexts(), before);
  });

  it('are refreshed at once when the number of comments has changed', async () => {
    await open();
    say('Asked since.');
    await reopen();
    await open();
    assert.deepEqual(await conversationTexts(), [
      { texts: ['Asked.', 'Answered.'], isEarlier: false },
      { texts: ['Asked since.'], isEarlier: false },
    ]);
  });

  it('are refreshed at once when the content has changed', async () => {
    await open();
    const edit = { operation: 'update_page', page: page.id, document: { markdown: 'Other words.' } } as const;
    editContent(far.sandbox, changeRequest, [edit]);
    await reopen();
    await open();
    assert.deepEqual(await conversationTexts(), [{ ...before[0], isEarlier: false }]);
  });

  it('are refreshed for callers that need current comments', async () => {
    await open();
    await reopen();
    far.sandbox.state.comments.delete('said Asked.');
    await open();
    assert.deepEqual(await conversationTexts(), before);
    assert.deepEqual(await far.discussions.conversationsOn(await far.signedInUri(page.uri)), []);
    assert.deepEqual(await conversationTexts(), []);
  });

  it('include comments sent by this window', async () => {
    await open();
    const { sender } = await discussion();
    await sender.post({ page: page.id }, 'By me.', { storeAttempt: async () => {}, onPosted: () => {} });
    await sender.delete('said Asked.');
    await reopen();
    await open();
    const texts = (await conversationTexts()).map(({ texts: markdowns }) => markdowns);
    assert.deepEqual(texts, [['By me.']]);
  });

  /** Changes the cached content, as another version of the extension or a damaged disk might. */
  async function keepInstead(change: (cached: Record<string, unknown>) => unknown): Promise<void> {
    const { disk } = far.app.content;
    const uri = await far.signedInUri(page.uri);
    const key = [uri.authority, 'said', documentKey(uri)] as const;
    const isSaid = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
    await disk.put(key, change((await disk.get(key, isSaid)) ?? assert.fail('nothing is kept')));
  }

  for (const [what, change] of [
    ['null', () => null],
    ['a list', () => [1]],
    ['an empty object', () => ({})],
    ['no conversations', cached => ({ ...cached, conversations: null })],
    ['invalid conversations', cached => ({ ...cached, conversations: [null, 7, 'x', {}, { comment: { id: 7 } }] })],
    ['an invalid time', cached => ({ ...cached, asOf: 'yesterday' })],
    ['a time out of range', cached => ({ ...cached, asOf: 1e300 })],
    ['no list of unread comments', cached => ({ ...cached, unread: null })],
    ['comments with only an ID', cached => ({ ...cached, conversations: [{ comment: { id: 'said Asked.' } }] })],
    [
      'a deleted comment with only an ID',
      cached => ({
        ...cached,
        conversations: [{ comment: { id: 'gone' }, replies: [null, { id: 'x' }], isCut: 'no' }],
      }),
    ],
  ] as [string, (cached: Record<string, unknown>) => unknown][]) {
    it(`do not block the current comments when the cache contains ${what}`, async () => {
      await open();
      await keepInstead(change);
      await reopen();
      await open();
      // The content may be anything, but it must be possible to show it.
      await conversationTexts();
      await far.discussions.conversationsOn(await far.signedInUri(page.uri));
      assert.deepEqual(await conversationTexts(), [{ ...before[0], isEarlier: false }]);
    });
  }

  it('are deleted when the account signs out, even if a write is pending', async () => {
    await open();
    const { content, session } = far.app;
    const connection = await session.require();
    const late = { state: '', conversations: [], unread: [] };
    await session.signOut(connection);
    const value = new CommentCacheFile(content.disk);
    await value.write(page.uri.with({ authority: connection.id }), late);
    assert.equal(await value.read(page.uri.with({ authority: connection.id })), undefined);
    await far.signIn();
    await list();
    far.server.requests.length = 0;
    await open();
    assert.equal(far.server.requests.filter(request => lists.test(request)).length, 1);
    assert.equal((await conversationTexts())[0]?.isEarlier, false);
  });

  it('are refreshed after a delay if the document is still open', async () => {
    await open();
    await reopen();
    const document = await far.signedInUri(page.uri);
    const place = await far.app.content.place((await discussion()).subject);
    const read: string[] = [];
    const earlier = (isOpen: boolean) =>
      new CommentCache(
        {
          content: far.app.content,
          place: async () => place,
          openComments: () =>
            far.app.content.changeRequests.openComments({ ...changeRequest, connection: place.connection }),
          isFullyLoaded: () => false,
          showCached: async () => {},
          isOpen: () => (read.push('looked for'), isOpen),
          fetch: () => read.push('read'),
          loadedComments: async () => ({ documents: [], conversations: [], hasMissingReplies: () => false }),
        },
        0,
      );
    assert.equal(await earlier(false).showCached(document), true);
    await eventually(() => assert.deepEqual(read, ['looked for']));
    const looked = earlier(true);
    assert.equal(await looked.showCached(document), true);
    await eventually(() => assert.deepEqual(read, ['looked for', 'looked for', 'read']));
    assert.equal(await looked.showCached(document), false, 'it is the service that is asked then');
  });

  it('are written once for all changes during the previous write', async () => {
    const place = await far.app.content.place((await discussion()).subject);
    const first = Promise.withResolvers<void>();
    let times = 0;
    const earlier = new CommentCache({
      content: far.app.content,
      place: async () => place,
      openComments: async () => 0,
      isFullyLoaded: () => false,
      showCached: async () => {},
      isOpen: () => false,
      fetch: () => {},
      loadedComments: async () => {
        if (++times === 1) await first.promise;
        return { documents: [], conversations: [], hasMissingReplies: () => false };
      },
    });
    earlier.save();
    await eventually(() => assert.equal(times, 1));
    for (let heard = 0; heard < 3; heard++) earlier.save();
    first.resolve();
    await earlier.pendingSave;
    assert.equal(times, 2);
  });
});
