import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { App } from '../../src/app.ts';
import { overviewText } from '../../src/features/content/overview.ts';
import { commands } from '../../src/features/tree/commands.ts';
import { contentUri } from '../../src/model/content/address.ts';
import type { Discussion } from '../../src/model/discussions/discussion.ts';
import { labels, row } from '../host/app.ts';
import { distantWindow } from '../host/farAway.ts';
import { addLargeSpace, large, largePage } from '../host/large.ts';
import { changeRequestUri, itWithOptional, pageUri } from '../host/support.ts';
import { assertTraffic } from '../host/traffic.ts';

const { space } = large;
const page = (index: number) => pageUri(space, 1, `${largePage(index)}.md`);
/** IDs of the comments on page 50. The first one has a reply. */
const onPage50 = [0, 1, 2, 3, 4].map(round => 50 + round * large.pages);
const way = ['Tidewell', 'Products', 'Heron', large.title];
const lists = /^GET .*\/comments$/;

describe(`a change request with ${large.pages} pages and ${large.comments} comments`, function () {
  this.timeout(60_000);
  const far = distantWindow(addLargeSpace);
  let discussion: Discussion;

  beforeEach(async () => {
    await far.signIn();
    await labels(far.app.tree, ...way);
    discussion = far.discussions.of(await far.signedInUri(page(0))) ?? assert.fail();
  });

  /** Returns the comments of each conversation on a page, with their replies. */
  const commentTexts = async (uri: vscode.Uri) =>
    (await far.discussions.conversationsOn(await far.signedInUri(uri))).map(({ comment, replies }) =>
      [comment, ...replies].map(({ body }) => body.markdown),
    );
  const post = (index: number, text: string) =>
    discussion.sender.post({ page: largePage(index) }, text, { storeAttempt: async () => {}, onPosted: () => {} });

  it('shows a page with its threads after five requests', async () => {
    await assertTraffic(far.server, { requests: 5, trips: 3 }, () => far.read(page(50)));
    assert.deepEqual(await commentTexts(page(50)), [
      ['Comment 50.', 'Reply 50.'],
      ...onPage50.slice(1).map(index => [`Comment ${index}.`]),
    ]);
    const exactness = discussion.conversations.map(({ placement }) => placement.exactness);
    assert.deepEqual(new Set(exactness), new Set(['node']));
  });

  it('fetches the replies of several conversations of a page concurrently', async () => {
    const { commentReplies } = far.sandbox.state;
    const reply = commentReplies.get('large-reply-50');
    for (const index of onPage50.slice(1))
      commentReplies.put({ ...reply, id: `large-reply-${index}`, comment: `large-comment-${index}` });
    far.sandbox.state.keepWrites();
    await assertTraffic(far.server, { requests: 9, trips: 3 }, () => far.read(page(50)));
    assert.deepEqual(
      (await commentTexts(page(50))).map(all => all.length),
      [2, 2, 2, 2, 2],
    );
  });

  it('fetches nothing again for a page that was closed and reopened', async () => {
    await far.read(page(50));
    await far.read(page(51));
    discussion.removeDocument(await far.signedInUri(page(51)));
    far.server.requests.length = 0;
    await far.discussions.refresh();
    assert.equal(far.server.requests.filter(request => lists.test(request)).length, 1);
  });

  it('is refreshed with three requests', async () => {
    await far.read(page(50));
    await labels(far.app.tree, ...way, '#1 ');
    const target = (await row(far.app.tree, ...way, '#1 ')) ?? assert.fail();
    // Opening the row has started a count that nothing awaits.
    await far.app.reviews.countComments({ connection: await far.app.session.require(), space, number: 1 });
    await assertTraffic(far.server, { requests: 3, trips: 2 }, async () => {
      const refreshing = commands['marginalia.item.refresh']?.run(far.app as unknown as App, target);
      await Promise.all([refreshing, far.app.tree.getChildren(target), far.text(page(50))]);
      await discussion.whenIdle();
    });
  });

  it('posts a comment with one request, and counts it', async () => {
    await far.read(page(50));
    // If the server does not report who the user is, the first comment shows it.
    await post(50, 'The first.');
    await assertTraffic(far.server, { requests: 1, trips: 1 }, () => post(50, 'One more.'));
    assert.deepEqual((await commentTexts(page(50))).slice(-2), [['The first.'], ['One more.']]);
    assert.equal((await row(far.app.tree, ...way, '#1 '))?.description, `${large.openComments + 2} open comments`);
  });

  it('posts a reply with one request, and fetches the replies of others with another', async () => {
    await far.read(page(50));
    await post(50, 'By me.');
    await assertTraffic(far.server, { requests: 2, trips: 2 }, async () => {
      await discussion.sender.reply('large-comment-50', 'My reply.', { storeAttempt: async () => {} });
      await discussion.whenIdle();
    });
    assert.deepEqual((await commentTexts(page(50)))[0], ['Comment 50.', 'Reply 50.', 'My reply.']);
  });

  it('posts a reply to a conversation that was not loaded', async () => {
    await far.read(page(50));
    await post(50, 'By me.');
    const conversation = await discussion.loadConversation('large-comment-60');
    assert.deepEqual(
      conversation?.replies.map(({ body }) => body.markdown),
      ['Reply 60.'],
    );
    await discussion.sender.reply('large-comment-60', 'Unseen.', { storeAttempt: async () => {} });
    assert.equal((await commentTexts(page(60)))[0]?.at(-1), 'Unseen.');
  });

  it('shows the newest comments in its overview, and loads the rest on demand', async () => {
    const { comments } = far.sandbox.state;
    const { page: _, node: __, ...aboutAll } = comments.get('large-comment-0');
    comments.put({ ...aboutAll, markdown: 'Long ago.' });
    await far.read(page(50));
    far.server.requests.length = 0;
    comments.put({ ...aboutAll, id: 'last', postedAt: '2026-01-02T00:00:00.000Z', markdown: 'Of late.' });
    const overview = await far.signedInUri(changeRequestUri(space, 1));
    assert.deepEqual(await commentTexts(overview), [['Of late.']]);
    const asked = () => far.server.requests.filter(request => lists.test(request)).length;
    assert.equal(asked(), 1);
    assert.equal((await commentTexts(page(50))).length, 5, 'what is known of a page stays');
    const connection = await far.app.session.require();
    const text = await overviewText(far.app.content, { connection, space, number: 1 });
    assert.match(text, /the newest 1,000 are looked through; .*Next Open Conversation.* reads the others/);
    await discussion.loadAll();
    assert.deepEqual(await commentTexts(overview), [['Long ago.', 'Reply 0.'], ['Of late.']]);
    assert.equal(discussion.conversations.length, large.comments + 1);
    const pages = Math.ceil((large.comments + 1) / 1000);
    assert.equal(asked(), 1 + pages, 'each page of the list once');
  });

  it('posts a comment on the change request with one request', async () => {
    const overview = await far.signedInUri(changeRequestUri(space, 1));
    const send = (text: string) =>
      discussion.sender.post({}, text, { storeAttempt: async () => {}, onPosted: () => {} });
    await far.discussions.conversationsOn(overview);
    await send('The first.');
    await assertTraffic(far.server, { requests: 1, trips: 1 }, () => send('One more.'));
    assert.deepEqual(await commentTexts(overview), [['The first.'], ['One more.']]);
    await far.discussions.refreshDiscussion(discussion);
    assert.deepEqual(await commentTexts(overview), [['The first.'], ['One more.']]);
  });

  it('fetches the comments on a page again after they could not be fetched', async () => {
    const uri = await far.signedInUri(page(50));
    await far.text(page(50));
    await discussion.whenIdle();
    far.server.fail({ kind: 'status', status: 403 }, lists);
    const other = await far.signedInUri(page(51));
    await far.discussions.open(other);
    assert.deepEqual(on(other), []);
    await far.server.recover();
    const { now } = Date;
    try {
      Date.now = () => now() + 4000;
      await far.discussions.open(other);
    } finally {
      Date.now = now;
    }
    assert.equal(on(other).length, 5);
    assert.equal(on(uri).length, 5, 'the other page has its own');
  });

  it('lets concurrent readers of a page wait for the same request', async () => {
    const uri = await far.signedInUri(page(50));
    await Promise.all([far.discussions.open(uri), far.discussions.open(uri)]);
    assert.equal(on(uri).length, 5);
    assert.equal(far.server.requests.filter(request => lists.test(request)).length, 1);
  });

  it('loads comments by page without loading the list first, because the change request contains their number', async () => {
    far.app.content.changeRequests.clear();
    const [one, other] = [await far.signedInUri(page(50)), await far.signedInUri(page(51))];
    await Promise.all([far.discussions.open(one), far.discussions.open(other)]);
    assert.deepEqual([on(one).length, on(other).length], [5, 5]);
    assert.equal(far.server.requests.filter(request => lists.test(request)).length, 2);
  });

  const on = (uri: vscode.Uri) =>
    discussion.conversations.filter(({ placement }) => placement.uri.path === uri.path && !placement.isRough);
});

describe('the main content with 300 comments', () => {
  const main = { space: 'heron-manual', version: { kind: 'main' } } as const;
  const far = distantWindow(({ state }) => {
    const { revision } = state.spaces.get(main.space);
    const [, second] = state.revisions.get(revision).pages;
    const [user] = state.users.all();
    const by = { postedBy: user?.id ?? '', postedAt: '2026-01-01T00:00:00.000Z', reactions: [] };
    for (let index = 0; index < 300; index++) {
      const base = { space: main.space, revision, page: second?.id ?? '' };
      state.comments.put({ ...by, ...base, id: `main-${index}`, status: 'open', markdown: `Comment ${index}.` });
    }
    state.keepWrites();
  });

  itWithOptional('posts one more with one request, with two on a page without comments', async () => {
    await far.signIn();
    await labels(far.app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');
    const snapshot = await far.app.content.snapshot({ connection: await far.app.session.require(), ...main });
    const uri = contentUri({
      connection: 'sandbox',
      ...main,
      path: [...(await snapshot.pages()).byPath.keys()][3] ?? '',
    });
    await far.read(uri);
    const document = await far.signedInUri(uri);
    const discussion = far.discussions.of(document) ?? assert.fail();
    const comment = async (text: string) => {
      const lines = (await far.text(uri)).split('\n');
      const line = lines.findIndex((words, index) => index > 1 && /^\w/.test(words));
      const { target } = await far.discussions.placements.findTarget(document, { start: line, end: line });
      await discussion.sender.post(target, text, { storeAttempt: async () => {}, onPosted: () => {} });
      await discussion.whenIdle();
    };
    await assertTraffic(far.server, { requests: 2, trips: 2 }, () => comment('The first.'));
    await assertTraffic(far.server, { requests: 1, trips: 1 }, () => comment('One more.'));
    assert.equal((await far.discussions.conversationsOn(document)).length, 2);
  });
});
