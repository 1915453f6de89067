import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fetchReader } from '../../../src/features/conversations/conversationReader.ts';
import { CompletionSource } from '../../../src/features/conversations/completionItems.ts';
import { PageDiscussion, type WriteMessage } from '../../../src/features/reviewPage/discussion/pageDiscussion.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import { People } from '../../../src/model/discussions/people.ts';
import type { ComposerTarget, PageThread, ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, documentedOnly, editContent, itWithOptional } from '../../host/support.ts';
import { postedThreads } from './postedThreads.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const { signal } = new AbortController();

describe('discussion on the review page', () => {
  const set = stageOfParts();
  let messages: ToPage[];
  let pages: Pages;
  let page: string;

  beforeEach(() => {
    messages = [];
    const place = { connection: set.app.session.current ?? assert.fail(), ...changeRequest };
    pages = new Pages(set.app, place, uri => uri.toString());
    page = addPage(set.sandbox, changeRequest, { title: 'Anchors', markdown: 'Pay out the line.\n' }).id;
  });

  /** Opens the discussion like the review page does, with the conversations on a page of the change request. */
  async function open(id = page): Promise<PageDiscussion> {
    const place = { connection: set.app.session.current ?? assert.fail(), ...changeRequest };
    const post = (message: ToPage) => messages.push(message);
    const discussion = new PageDiscussion({ app: set.app, place, pages, post, signal });
    await discussion.begin();
    await pages.show(id, 'one', signal);
    await discussion.postThreadsOn('');
    await discussion.postThreadsOn(id);
    return discussion;
  }

  const threads = (): readonly PageThread[] => postedThreads(messages, page);
  /** Returns a message that sends a comment or adds it to the review. */
  const written = (
    words: Partial<Extract<WriteMessage, { type: 'send' }>> = {},
  ): Extract<WriteMessage, { type: 'send' }> => {
    const target: ComposerTarget = { page, side: 'after', line: 0 };
    return { type: 'send', draft: randomUUID(), target, text: 'A question', isPending: false, ...words };
  };

  it('keeps a pending comment when its box is cleared', async () => {
    const discussion = await open();
    const { draft, target, ...held } = written({ text: 'Later', isPending: true });
    await discussion.write({ draft, target, ...held });
    await discussion.write({ type: 'type', draft, target, text: '' });
    assert.equal(set.app.drafts.get(draft)?.text, 'Later');
  });

  it('ignores late input of a box whose text is already sent', async () => {
    const discussion = await open();
    const { draft, target, ...sent } = written();
    await discussion.write({ draft, target, ...sent });
    await discussion.write({ type: 'type', draft, target, text: 'A quest' });
    assert.equal(set.app.drafts.get(draft), undefined);
    assert.deepEqual(
      threads().map(({ comments }) => comments.map(({ markdown }) => markdown)),
      [['A question']],
    );
  });

  it('does not post a conversation again that has not changed', async () => {
    const discussion = await open();
    await discussion.write(written({ text: 'First' }));
    messages.length = 0;
    await discussion.write(written({ text: 'Second' }));
    const posted = messages.flatMap(message => (message.type === 'threads' ? message.threads : []));
    const texts = posted.flatMap(({ comments }) => comments.map(({ markdown }) => markdown));
    assert.ok(texts.includes('Second'));
    assert.ok(!texts.includes('First'));
  });

  itWithOptional('shows the diff of a block since the conversation, or that nothing has changed', async () => {
    const discussion = await open();
    await discussion.write(written());
    const [{ id } = assert.fail()] = threads();
    const since = async () => {
      await discussion.showSince(id);
      return messages
        .flatMap(message => (message.type === 'since' && message.conversation === id ? [message] : []))
        .at(-1);
    };
    assert.match((await since())?.why ?? '', /^It says what it said then/);
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page, document: { markdown: 'Pay out the chain.\n\nThen wait.\n' } },
    ]);
    set.app.content.refresh();
    await pages.show(page, 'one', signal);
    const { html = '' } = (await since()) ?? {};
    assert.match(html, /<del>line<\/del> ?<ins>chain<\/ins>/);
    assert.doesNotMatch(html, /Then wait/);
  });

  itWithOptional(
    'shows for a conversation about a page whether the page has changed, without a diff of its first block',
    async () => {
      const discussion = await open();
      await discussion.write(written({ target: { page, side: 'after' } }));
      const [{ id } = assert.fail()] = threads();
      const since = async () => {
        await discussion.showSince(id);
        return messages
          .flatMap(message => (message.type === 'since' && message.conversation === id ? [message] : []))
          .at(-1);
      };
      assert.match((await since())?.why ?? '', /^It says what it said then/);
      editContent(set.sandbox, changeRequest, [
        { operation: 'update_page', page, document: { markdown: 'Pay out the line.\n\nThen wait.\n' } },
      ]);
      set.app.content.refresh();
      await pages.show(page, 'one', signal);
      const { html, why = '', canCompare } = (await since()) ?? {};
      assert.deepEqual([html, canCompare], [undefined, true]);
      assert.match(why, /all of the page/);
    },
  );

  itWithOptional('shows only the diff of the discussed block', async () => {
    page = addPage(set.sandbox, changeRequest, {
      title: 'Log',
      markdown: 'Pay out the line.\n\nThen wait.\n\nLook up.\n',
    }).id;
    const discussion = await open();
    await discussion.write(written({ target: { page, side: 'after', line: 2 } }));
    const [{ id } = assert.fail()] = threads();
    const edit = (markdown: string) => {
      editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page, document: { markdown } }]);
      set.app.content.refresh();
    };
    const since = async () => {
      await pages.show(page, 'one', signal);
      await discussion.postThreadsOn(page);
      await discussion.showSince(id);
      return messages.flatMap(message => (message.type === 'since' ? [message] : [])).at(-1);
    };
    edit('Pay out the chain.\n\nThen watch.\n\nLook down.\n');
    const { html = '' } = (await since()) ?? {};
    assert.match(html, /<del>wait<\/del> ?<ins>watch<\/ins>/);
    assert.doesNotMatch(html, /chain|down/);
    edit('Pay out the chain.\n\nLook down.\n');
    const gone = await since();
    assert.deepEqual([gone?.html, gone?.why], [undefined, 'What it is about is not there any more.']);
  });

  it('keeps a resolution pending together with a pending reply', async () => {
    const discussion = await open();
    await discussion.write(written());
    const conversation = threads()[0]?.id ?? assert.fail();
    await discussion.write(
      written({ target: { page, side: 'after', conversation }, text: 'An answer', isPending: true }),
    );
    await discussion.write({ type: 'setResolved', conversation, isResolved: true, isPending: true });
    assert.deepEqual(
      threads()[0]?.comments.map(({ draft }) => draft),
      [undefined, 'pending', 'pending'],
    );
  });

  it('shows a pending comment under the name of its author, when that is known', async () => {
    const discussion = await open();
    await discussion.write(written({ isPending: true }));
    const name = documentedOnly ? 'You' : 'Mira Aaltonen';
    assert.deepEqual(
      threads().map(({ comments }) => comments.map(({ author, isYou, draft }) => [author, isYou, draft])),
      [[[name, true, 'pending']]],
    );
  });

  it('shows the start of a conversation as plain text', async () => {
    const discussion = await open();
    await discussion.write(
      written({ text: '> **Which** line?\n\nSee [the log](https://log.example), `a_b` & @jun.\n\n- one\n' }),
    );
    assert.deepEqual(
      threads().map(({ excerpt }) => excerpt),
      ['Which line? See the log, a_b & @Jun Takahashi. one'],
    );
  });

  for (const [who, isAuthor] of [
    ['mira', true],
    ['jun', false],
  ] as const) {
    itWithOptional(
      `is listed for ${isAuthor ? 'the author' : 'another user'}, because the author is known`,
      async () => {
        const { state } = set.sandbox;
        const row = state.changeRequests.all().find(one => one.space === 'heron-manual' && one.number === 8);
        state.changeRequests.put({ ...(row ?? assert.fail()), createdBy: who });
        state.keepWrites();
        const { discussions } = set.app;
        const discussion = discussions.of((await open()).overview) ?? assert.fail();
        assert.deepEqual(await fetchReader(set.app, discussion), { id: 'mira', isAuthor });
      },
    );
  }

  it('completes members again after a failure to list them', async () => {
    const { discussions } = set.app;
    const discussion = discussions.of((await open()).overview) ?? assert.fail();
    const completions = new CompletionSource({ people: new People(), failures: set.app.failures });
    const offered = async () => {
      const { items, isComplete } = await completions.find({ mark: '@', typed: '' }, discussion);
      return [items.some(({ description }) => description === 'member'), isComplete];
    };
    set.server.fail({ kind: 'status', status: 500 }, /\/members$/);
    assert.deepEqual(await offered(), [false, false], 'there may be others');
    await set.server.recover();
    const [isOffered] = await offered();
    assert.ok(isOffered);
  });

  itWithOptional('marks only visible comments as read', async () => {
    const listed = await pages.list();
    const { id } = listed.pages.find(({ title }) => title === 'Moorings') ?? assert.fail();
    const unread = async (discussion: PageDiscussion) => {
      await discussion.count('open');
      const [filters = []] = messages.flatMap(one => (one.type === 'filters' ? [one.filters] : [])).slice(-1);
      return filters.find(one => one.id === 'unread')?.count ?? assert.fail('It is not known how many are unread.');
    };
    const first = await open(id);
    const before = await unread(first);
    assert.ok(before > 0);
    first.dispose();
    const second = await open(id);
    assert.equal(await unread(second), before);
    await second.markSeen(id);
    second.dispose();
    assert.ok((await unread(await open(id))) < before);
  });
});
