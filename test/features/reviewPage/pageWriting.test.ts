import assert from 'node:assert/strict';
import { randomUUID, type UUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import { PageThreads } from '../../../src/features/reviewPage/discussion/threads.ts';
import { PageWriting } from '../../../src/features/reviewPage/discussion/pageWriting.ts';
import { askNewPlace } from '../../../src/features/conversations/newPlace.ts';
import type { Schema } from '../../../src/api/routes.ts';
import { overviewUri } from '../../../src/model/content/address.ts';
import type { Discussion } from '../../../src/model/discussions/discussion.ts';
import { sendPending } from '../../../src/model/discussions/outbox.ts';
import type { ComposerTarget, ComparisonRow, PageThread, ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, editContent, itWithOptional } from '../../host/support.ts';

type ContentEdit = Schema<'ContentEdit'>;

const changeRequest = { space: 'heron-manual', number: 8 };
const { signal } = new AbortController();

describe('a comment written on the review page', () => {
  const set = stageOfParts();
  let answers: Answers;
  let messages: ToPage[];
  let page: { id: string; uri: vscode.Uri };
  let pages: Pages;
  let writing: PageWriting;
  let discussion: Discussion;
  let threads: () => Promise<PageThread[]>;
  let rows: readonly ComparisonRow[];

  beforeEach(async () => {
    answers = answerPrompts();
    messages = [];
    const markdown = 'Drop the upstream anchor.\n\nPay out the line.\n\nWait for the tide.\n';
    page = addPage(set.sandbox, changeRequest, { title: 'Anchors', markdown });
    const place = { connection: set.app.session.current ?? assert.fail(), ...changeRequest };
    const { discussions, drafts } = set.app;
    const overview = overviewUri({ connection: 'sandbox', space: 'heron-manual', changeRequest: 8 });
    pages = new Pages(set.app, place, uri => uri.toString());
    await discussions.conversationsOn(page.uri);
    discussion = discussions.of(page.uri) ?? assert.fail();
    const refreshViews = (of: Discussion) => of.whenPlaced();
    const { account } = place.connection;
    const models = { ...set.app, discussions, drafts, account };
    writing = new PageWriting({ ...models, pages, overview, post: message => messages.push(message), refreshViews });
    const shownThreads = new PageThreads(models);
    threads = () => shownThreads.on(page.uri, signal);
    rows = await rowsOf(page.id);
  });
  afterEach(() => answers.restore());

  async function rowsOf(id: string): Promise<readonly ComparisonRow[]> {
    const message = await pages.show(id, 'split', signal);
    return message.type === 'page' ? message.rows : assert.fail(JSON.stringify(message));
  }

  /** Returns the target of the block that contains a text. */
  function at(words: string): ComposerTarget {
    const row = rows.find(({ after = '' }) => after.includes(words)) ?? assert.fail(`No block says "${words}".`);
    return { page: page.id, side: 'after', line: row.line };
  }

  const stored = (words: string) => set.sandbox.state.comments.all().filter(({ markdown }) => markdown.includes(words));
  const last = () => messages.findLast(message => message.type === 'draftState');

  function send(text: string, target: ComposerTarget, { draft = randomUUID(), isPending = false } = {}) {
    return writing.send({ type: 'send', draft, target, text, isPending });
  }

  it('is sent to the block on which it was typed, as in the source', async () => {
    for (const words of ['Drop the', 'Pay out', 'Wait for']) {
      const commentTarget = at(words);
      await send(`About: ${words}`, commentTarget);
      const [comment] = stored(`About: ${words}`);
      const line = commentTarget.line ?? 0;
      const { target } = await set.app.discussions.placements.findTarget(page.uri, { start: line, end: line });
      assert.ok(target.node !== undefined && comment?.node?.id === target.node, words);
    }
    assert.equal(last()?.state, 'sent');
    const threadsShown = await threads();
    assert.deepEqual(
      threadsShown.map(({ line, comments }) => [line, comments[0]?.markdown]),
      [
        [0, 'About: Drop the'],
        [2, 'About: Pay out'],
        [4, 'About: Wait for'],
      ],
    );
  });

  it('is attached to its block as it was shown, whatever others have inserted before it', async () => {
    const block = at('Pay out');
    const markdown =
      'First of all.\n\nLook around.\n\nDrop the upstream anchor.\n\nPay out the line.\n\nWait for the tide.\n';
    editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
    set.app.content.refresh();
    await send('Which line?', block);
    assert.equal((await threads()).find(({ comments }) => comments[0]?.markdown === 'Which line?')?.line, 6);
  });

  describe('whose target was deleted before typing started', () => {
    function answer(one: Answer): void {
      answers.restore();
      answers = answerPrompts(one);
    }

    /** Begins to type on a block that another user has deleted, alone or with its page, while it is still shown. */
    async function begin(change: ContentEdit): Promise<{ block: ComposerTarget; draft: UUID }> {
      const [block, draft] = [at('Pay out'), randomUUID()];
      editContent(set.sandbox, changeRequest, [change]);
      set.app.content.refresh();
      await writing.type({ type: 'type', draft, target: block, text: 'Too l' });
      assert.deepEqual([last()?.state, set.app.drafts.get(draft)?.text], ['stored', 'Too l']);
      return { block, draft };
    }

    const markdown = 'Drop the upstream anchor.\n\nWait for the tide.\n';
    const withoutBlock = (): ContentEdit => ({ operation: 'update_page', page: page.id, document: { markdown } });

    for (const isPending of [false, true]) {
      it(`is sent where its author chooses, with a quotation, ${isPending ? 'with the review' : 'at once'}`, async () => {
        const { block, draft } = await begin(withoutBlock());
        answer('Comment on the Page');
        await send('Too long.', block, { draft, isPending });
        assert.equal(last()?.state, 'sent');
        if (isPending) {
          const { drafts, content, discussions } = set.app;
          const context = { drafts, content, placements: discussions.placements, askNewPlace };
          await sendPending(discussion, context, { signal, report: () => {} });
        }
        assert.match(answers.transcript.join(), /What your comment is about was deleted/);
        assert.deepEqual(
          stored('Too long.').map(({ page, node, markdown }) => [page, node, markdown]),
          [[page.id, undefined, '> Pay out the line.\n\nToo long.']],
        );
      });
    }

    it('is not sent when its author cancels, and is offered with its page', async () => {
      const { block, draft } = await begin(withoutBlock());
      answer(undefined);
      await send('Too long.', block, { draft });
      assert.deepEqual([last()?.state, stored('Too long.')], ['stored', []]);
      writing.leave();
      assert.deepEqual(
        (await threads()).map(({ state, line, comments }) => [state, line, comments[0]?.markdown]),
        [['draft', undefined, 'Too long.']],
      );
    });

    it('is sent to the change request when its page was deleted, and names the page', async () => {
      const { block, draft } = await begin({ operation: 'delete_page', page: page.id });
      answer('Comment on the Change Request');
      await send('Too long.', block, { draft });
      assert.match(answers.transcript.join(), /The page that your comment is about was deleted/);
      assert.deepEqual(
        stored('Too long.').map(({ page, markdown }) => [page, markdown]),
        [[undefined, 'On a deleted page:\n\n> Pay out the line.\n\nToo long.']],
      );
    });
  });

  describe('whose target is deleted before it is sent', () => {
    function answer(one: Answer): void {
      answers.restore();
      answers = answerPrompts(one);
    }

    const remove = (words: string) => {
      const markdown = ['Drop the upstream anchor.', 'Pay out the line.', 'Wait for the tide.']
        .filter(line => !line.includes(words))
        .join('\n\n');
      editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
    };

    /** Begins to type on the block that contains a text, so that its target is determined then. */
    async function begin(words: string): Promise<{ block: ComposerTarget; draft: UUID }> {
      const [block, draft] = [at(words), randomUUID()];
      await writing.type({ type: 'type', draft, target: block, text: 'T' });
      return { block, draft };
    }

    it('is sent where its author chooses, with a quotation', async () => {
      const { block, draft } = await begin('Pay out');
      remove('Pay out');
      answer('Comment on the Page');
      await send('Too long.', block, { draft });
      assert.equal(last()?.state, 'sent');
      const [comment] = stored('Too long.');
      assert.deepEqual(
        [comment?.page, comment?.node, comment?.markdown],
        [page.id, undefined, '> Pay out the line.\n\nToo long.'],
      );
      assert.equal(set.app.drafts.get(draft), undefined);
    });

    it('is sent there with its quotation after a failed attempt', async () => {
      const { block, draft } = await begin('Pay out');
      remove('Pay out');
      answer(() => {
        set.server.fail({ kind: 'status', status: 500 }, /^POST .*comments$/, 1);
        return 'Comment on the Page';
      });
      await send('Too long.', block, { draft });
      assert.equal(last()?.state, 'failed');
      await send('Much too long.', block, { draft });
      assert.deepEqual(
        stored('oo long.').map(({ markdown }) => markdown),
        ['> Pay out the line.\n\nMuch too long.'],
      );
    });

    it('stays in its box when its author cancels', async () => {
      const { block, draft } = await begin('Pay out');
      editContent(set.sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
      answer(undefined);
      await send('Why?', block, { draft });
      assert.deepEqual([last()?.state, stored('Why?'), set.app.drafts.get(draft)?.text], ['stored', [], 'Why?']);
      answer('Discard the Comment');
      await send('Why?', block, { draft });
      assert.deepEqual([last()?.state, stored('Why?'), set.app.drafts.get(draft)], ['sent', [], undefined]);
    });
  });

  itWithOptional('quotes a deleted block, and is attached to the nearest remaining one', async () => {
    const listed = await pages.list();
    const { id } =
      listed.type === 'pages'
        ? (listed.pages.find(({ title }) => title === 'Moorings') ?? assert.fail())
        : assert.fail();
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: id, document: { markdown: 'Nothing is left.\n' } },
    ]);
    set.app.content.refresh();
    const removed = (await rowsOf(id)).find(
      ({ before = '', after }) => after === undefined && before.includes('Which one'),
    );
    await send('Why is this gone?', { page: id, side: 'before', line: removed?.lineBefore });
    const [comment] = stored('Why is this gone?');
    assert.equal(comment?.page, id);
    assert.match(comment.markdown, /^> .*Which one\n\nWhy is this gone\?$/);
    assert.match(
      answers.transcript.at(-1) ?? '',
      /was deleted: your comment is at the nearest text .*, with a quotation/,
    );
    await send('Why, again?', { page: id, side: 'before', line: removed?.lineBefore }, { isPending: true });
    assert.match(answers.transcript.at(-1) ?? '', /was deleted: your comment will be at the nearest text/);
  });

  it('is stored while it is typed, and offered elsewhere when the page is closed', async () => {
    const draft = randomUUID();
    const target = at('Pay out');
    for (const text of ['H', 'Half', 'Half a thought']) await writing.type({ type: 'type', draft, target, text });
    assert.deepEqual(last(), { type: 'draftState', draft, state: 'stored' });
    assert.deepEqual(await threads(), [], 'it is where it was typed');
    writing.leave();
    const [thread] = await threads();
    assert.deepEqual([thread?.state, thread?.line, thread?.comments[0]?.draft], ['draft', 2, 'unsent']);
    await send('A whole thought', target, { draft });
    assert.deepEqual(
      [stored('thought').map(({ markdown }) => markdown), (await threads()).length],
      [['A whole thought'], 1],
    );
  });

  it('is offered elsewhere when the page is closed while it is being sent, if that fails', async () => {
    const posts = /^POST .*comments$/;
    set.server.fail({ kind: 'held' }, posts, 1);
    const arriving = send('On its way', at('Pay out'));
    await set.server.waiting();
    writing.leave();
    set.server.release();
    await arriving;
    set.server.fail({ kind: 'status', status: 500 }, posts);
    writing.leave();
    const failing = send('Lost on its way', at('Drop the'));
    writing.leave();
    await failing;
    const threadsShown = (await threads()).map(({ state, comments }) => [state, comments[0]?.markdown]);
    assert.deepEqual(threadsShown, [
      ['draft', 'Lost on its way'],
      ['open', 'On its way'],
    ]);
    assert.equal(stored('On its way').length, 1);
  });

  it('is discarded when its box is cleared, or on request', async () => {
    const { drafts } = set.app;
    const [emptied, thrown] = [randomUUID(), randomUUID()];
    for (const draft of [emptied, thrown])
      await writing.type({ type: 'type', draft, target: at('Pay out'), text: 'Perhaps' });
    await writing.type({ type: 'type', draft: emptied, target: at('Pay out'), text: ' ' });
    answers = answerPrompts('Discard');
    await writing.discard({ type: 'discard', draft: thrown });
    assert.deepEqual([drafts.get(emptied), drafts.get(thrown)], [undefined, undefined]);
  });

  it('is pending when it is added to the review, with its text replaced by an edit', async () => {
    const [draft, other] = [randomUUID(), randomUUID()];
    await send('Later', at('Pay out'), { draft, isPending: true });
    await send('Later, too', at('Drop the'), { draft: other, isPending: true });
    assert.deepEqual(stored('Later'), []);
    const [, pending] = await threads();
    assert.deepEqual([pending?.id, pending?.line, pending?.comments[0]?.draft], [draft, 2, 'pending']);
    await send('Later, and clearer', at('Pay out'), { draft, isPending: true });
    const { drafts } = set.app;
    assert.deepEqual(
      drafts.pendingIn(discussion.key).map(({ text }) => text),
      ['Later, and clearer', 'Later, too'],
    );
    const askNewPlace = () => assert.fail('nothing is deleted');
    const context = { drafts, content: set.app.content, placements: set.app.discussions.placements, askNewPlace };
    await sendPending(discussion, context, { signal, report: () => {} });
    assert.deepEqual(
      stored('Later').map(({ markdown }) => markdown),
      ['Later, and clearer', 'Later, too'],
    );
  });

  describe('that edits a pending one', () => {
    const [pending, draft] = [randomUUID(), randomUUID()];
    let target: ComposerTarget;

    const pendingTexts = () => set.app.drafts.pendingIn(discussion.key).map(({ text }) => text);
    const comments = async () => (await threads()).flatMap(({ comments }) => comments);
    const type = (text: string) => writing.type({ type: 'type', draft, target, text });

    async function sendAll(): Promise<void> {
      const { drafts, content } = set.app;
      const context = { drafts, content, placements: set.app.discussions.placements, askNewPlace };
      await sendPending(discussion, context, { signal, report: () => {} });
    }

    beforeEach(async () => {
      await send('As it was', at('Pay out'), { draft: pending, isPending: true });
      target = { ...at('Pay out'), pending };
    });

    it('is separate until it is saved, and offered when its box is gone', async () => {
      await type('Half a chan');
      assert.deepEqual([pendingTexts(), (await comments())[0]?.change], [['As it was'], undefined]);
      writing.leave();
      const [comment, ...others] = await comments();
      const change = { draft, text: 'Half a chan' };
      assert.deepEqual([comment?.id, comment?.markdown, comment?.change, others], [pending, 'As it was', change, []]);
      await send('Half a change', target, { draft, isPending: true });
      assert.deepEqual([pendingTexts(), set.app.drafts.changeOf(pending)], [['Half a change'], undefined]);
      await type('Left as it was');
      await writing.discard({ type: 'discard', draft });
      assert.deepEqual([pendingTexts(), set.app.drafts.changeOf(pending)], [['Half a change'], undefined]);
    });

    it('edits the comment or reply that was sent meanwhile', async () => {
      await type('Half a chan');
      await sendAll();
      const [sent, change] = await comments();
      assert.deepEqual([sent?.markdown, change?.markdown, change?.edited], ['As it was', 'Half a chan', sent?.id]);
      await send('A change', { ...at('Pay out'), conversation: sent?.id, edited: sent?.id }, { draft });
      assert.deepEqual([stored('As it was').length, stored('A change').length, (await comments()).length], [0, 1, 1]);

      const reply = { ...at('Pay out'), conversation: sent?.id };
      const [heldReply, replyDraft] = [randomUUID(), randomUUID()];
      await send('A reply', reply, { draft: heldReply, isPending: true });
      const replyTarget = { ...reply, pending: heldReply };
      await writing.type({ type: 'type', draft: replyDraft, target: replyTarget, text: 'Half a repl' });
      await sendAll();
      const [, sentReply, replyChange] = await comments();
      assert.deepEqual(
        [sentReply?.markdown, replyChange?.markdown, replyChange?.edited],
        ['A reply', 'Half a repl', sentReply?.id],
      );
      await set.app.drafts.drop(replyDraft);
    });

    it('is kept with a message when the pending one was sent from another window, or discarded', async () => {
      await type('Half a chan');
      await set.app.drafts.drop(pending);
      await send('Half a change', target, { draft, isPending: true });
      assert.match(last()?.why ?? '', /was sent or discarded meanwhile\. Your text is kept/);
      const [thread] = await threads();
      assert.deepEqual([thread?.id, thread?.comments[0]?.markdown, thread?.line], [draft, 'Half a change', 2]);
      assert.match(thread?.label ?? '', /Your change of a pending comment/);
      await set.app.drafts.drop(draft);
    });
  });

  it('stays in its box when it cannot be sent, and is sent once on retry', async () => {
    const draft = randomUUID();
    const target = at('Pay out');
    set.server.fail({ kind: 'dropped', isDone: true }, /^POST .*comments$/);
    set.server.fail({ kind: 'dropped' }, /^GET .*comments/);
    await send('Once', target, { draft });
    assert.ok(last()?.state === 'failed' && /Your text is kept/.test(last()?.why ?? ''), last()?.why);
    await set.server.recover();
    await Promise.all([send('Once', target, { draft }), send('Once', target, { draft })]);
    assert.equal(stored('Once').length, 1);
    assert.equal((await threads()).length, 1);
  });

  it('can be pending after it could not be sent', async () => {
    const draft = randomUUID();
    set.server.fail({ kind: 'status', status: 500 }, /^POST .*comments$/);
    await send('Now or later', at('Pay out'), { draft });
    assert.equal(last()?.state, 'failed');
    await send('Now or later', at('Pay out'), { draft, isPending: true });
    assert.deepEqual(
      set.app.drafts.pendingIn(discussion.key).map(({ text }) => text),
      ['Now or later'],
    );
  });

  it('can be replied to, edited, reacted to, resolved and deleted as in the source', async () => {
    await send('A question', at('Pay out'));
    const [{ id = '' } = {}] = await threads();
    const target = { page: page.id, side: 'after' as const, conversation: id };
    await send('An answer', target);
    const reply = (await threads())[0]?.comments[1] ?? assert.fail();
    await send('A better answer', { ...target, edited: reply.id });
    await writing.react({ type: 'react', conversation: id, comment: reply.id, emoji: '🎉' });
    const reactions = async () => (await threads())[0]?.comments[1]?.reactions.filter(({ count }) => count > 0);
    assert.deepEqual(await reactions(), [{ emoji: '🎉', count: 1, isYours: true, names: [] }]);
    await writing.react({ type: 'react', conversation: id, comment: reply.id, emoji: '🎉' });
    assert.deepEqual(await reactions(), []);
    await writing.setResolved({ type: 'setResolved', conversation: id, isResolved: true, isPending: false });
    const [thread] = await threads();
    assert.deepEqual(
      [thread?.state, thread?.comments.map(({ markdown }) => markdown)],
      ['resolved', ['A question', 'A better answer']],
    );
    answers = answerPrompts('Delete', 'Delete');
    await writing.remove({ type: 'remove', conversation: id, comment: reply.id });
    assert.equal((await threads())[0]?.comments.length, 1);
    await writing.remove({ type: 'remove', conversation: id, comment: id });
    assert.deepEqual([await threads(), stored('A question')], [[], []]);
    assert.match(answers.transcript[0] ?? '', /Delete this reply\?/);
  });

  it('shows who else has reacted', async () => {
    await send('A question', at('Pay out'));
    const [{ id = '' } = {}] = await threads();
    const row = set.sandbox.state.comments.get(id);
    const users = ['jun', 'tomasz'].map(user => ({ user, reactedAt: row.postedAt }));
    set.sandbox.state.comments.put({ ...row, reactions: [{ emoji: '🎉', users }] });
    await writing.react({ type: 'react', conversation: id, comment: id, emoji: '🎉' });
    const [reaction] = (await threads())[0]?.comments[0]?.reactions ?? [];
    const names = ['Jun Takahashi', 'Tomasz Wójcik'];
    assert.deepEqual(reaction, { emoji: '🎉', count: 3, isYours: true, names });
  });

  it('cannot resolve a conversation of another change request, now or with the review', async () => {
    await send('A question', at('Pay out'));
    const { length } = set.server.writes;
    for (const isPending of [false, true]) {
      const gone = { type: 'setResolved', conversation: '../../elsewhere', isResolved: true, isPending } as const;
      await assert.rejects(writing.setResolved(gone), /The conversation is not there any more/);
    }
    assert.equal(set.server.writes.length, length);
  });

  it('makes a resolution pending, once', async () => {
    await send('A question', at('Pay out'));
    const [{ id = '' } = {}] = await threads();
    for (const _ of [1, 2])
      await writing.setResolved({ type: 'setResolved', conversation: id, isResolved: true, isPending: true });
    const [thread] = await threads();
    assert.deepEqual([thread?.state, thread?.comments.map(({ draft }) => draft)], ['open', [undefined, 'pending']]);
    assert.match(thread?.comments[1]?.html ?? '', /Resolves the conversation/);
  });

  it('can be a suggestion for a block, which can be copied and shows its diff', async () => {
    const draft = randomUUID();
    await writing.suggest({ type: 'suggest', draft, target: at('Pay out') });
    assert.deepEqual(messages.at(-1), { type: 'suggested', draft, text: '```suggestion\nPay out the line.\n```' });
    await send('```suggestion\nPay out the mooring line.\n```', at('Pay out'), { draft });
    const [thread] = await threads();
    const comment = thread?.comments[0] ?? assert.fail();
    assert.ok(comment.isSuggestion);
    assert.match(comment.html.replace(/<[^>]+>/g, ''), /-Pay out the line\.\s*\+Pay out the mooring line\./);
    await writing.copy({ type: 'copy', conversation: thread?.id ?? '', comment: comment.id });
    assert.equal(await vscode.env.clipboard.readText(), 'Pay out the mooring line.');
  });

  it('is pending when it is added to the review and sent immediately, and can be edited then', async () => {
    const draft = randomUUID();
    const target = at('Pay out');
    await Promise.all([send('Later', target, { draft, isPending: true }), send('Later', target, { draft })]);
    await writing.type({ type: 'type', draft, target, text: 'Later, and clearer' });
    const { drafts } = set.app;
    assert.deepEqual([stored('Later'), drafts.get(draft)?.text], [[], 'Later']);
    assert.equal(drafts.changeOf(draft)?.text, 'Later, and clearer');
  });

  it('is offered as a comment when it was typed as a reply, and the conversation was deleted meanwhile', async () => {
    await send('A question', at('Pay out'));
    const [{ id = '' } = {}] = await threads();
    const target = { page: page.id, side: 'after' as const, conversation: id };
    const draft = randomUUID();
    await writing.type({ type: 'type', draft, target, text: 'Half an answer' });
    set.sandbox.state.comments.delete(id);
    set.sandbox.state.keepWrites();
    await discussion.refresh();
    writing.leave();
    const [thread] = await threads();
    assert.deepEqual([thread?.state, thread?.line, thread?.comments[0]?.markdown], ['draft', 2, 'Half an answer']);
    answers.restore();
    answers = answerPrompts(undefined);
    await send('An answer', { page: page.id, side: 'after', line: 2 }, { draft });
    assert.deepEqual(
      [last()?.state, stored('An answer'), set.app.drafts.get(draft)?.text],
      ['stored', [], 'An answer'],
    );
    answers.restore();
    answers = answerPrompts('Comment on the Same Text');
    await send('An answer', { page: page.id, side: 'after', line: 2 }, { draft });
    assert.deepEqual(
      stored('An answer').map(({ page, node, markdown }) => [page, node?.preview, markdown]),
      [[page.id, 'Pay out the line.', '> A question\n\nAn answer']],
    );
  });

  it('asks its author when the edited comment is found to be deleted', async () => {
    await send('A question', at('Pay out'));
    const [{ id = '' } = {}] = await threads();
    const target = { page: page.id, side: 'after' as const, conversation: id, edited: id };
    const draft = randomUUID();
    await writing.type({ type: 'type', draft, target, text: 'A better question' });
    set.sandbox.state.comments.delete(id);
    set.sandbox.state.keepWrites();
    answers.restore();
    answers = answerPrompts('Comment on the Change Request');
    await send('A better question', target, { draft });
    assert.match(answers.transcript.join(), /The comment that you changed was deleted\. Where should it go\?/);
    assert.deepEqual(
      stored('A better question').map(({ page, markdown }) => [page, markdown]),
      [[undefined, '> A question\n\nA better question']],
    );
  });

  it('is offered again when its box was cleared and another text is typed there', async () => {
    const draft = randomUUID();
    const target = at('Pay out');
    await writing.type({ type: 'type', draft, target, text: 'Perhaps' });
    writing.leave();
    for (const text of ['', 'Surely']) await writing.type({ type: 'type', draft, target, text });
    assert.equal((await threads())[0]?.comments[0]?.markdown, 'Surely');
  });

  it('shows what it was about when its target is gone', async () => {
    await send('A question', at('Pay out'));
    const [{ id = '' } = {}] = await threads();
    set.sandbox.state.comments.delete(id);
    set.sandbox.state.keepWrites();
    await discussion.refresh();
    await send('An answer', { page: page.id, side: 'after', conversation: id });
    assert.ok(last()?.state === 'failed' && /not there any more/.test(last()?.why ?? ''), last()?.why);
  });
});
