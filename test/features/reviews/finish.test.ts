import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { putReview } from '../../../src/sandbox/operations/reviews/reviews.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import type { Exchange } from '../../host/faultyServer.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional, marginalia, pageUri } from '../../host/support.ts';
import {
  boxes,
  boxWithText,
  deletePendingComments,
  storedPendingComments,
  storedTexts,
  typeInto,
} from '../comments/boxes.ts';
import { commentWithText, isTextShown, newThread, threadWithText } from '../comments/screen.ts';
import { skipLookUpDelays, skipRetryDelays } from '../../host/timers.ts';

const space = 'heron-manual';
const number = 8;
const discussed = pageUri(space, number, 'hardware/moorings/README.md');
const reviews = /^POST .*\/reviews$/;
const comments = /^POST .*\/change-requests\/\d+\/comments$/;

describe('finishing a review', () => {
  skipRetryDelays();
  skipLookUpDelays();
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const changeRequest = () =>
    set.sandbox.state.changeRequests.all().find(row => row.space === space && row.number === number) ?? assert.fail();
  const sentReviews = () => set.sandbox.state.reviews.by('changeRequest', changeRequest().id);
  const markdownOf = (id: string | undefined) => set.sandbox.state.comments.find(id ?? '')?.markdown;
  const saying = (text: string) =>
    set.sandbox.state.comments.all().filter(row => row.changeRequest === changeRequest().id && row.markdown === text);
  const finish = (uri = changeRequestUri(space, number)) =>
    vscode.commands.executeCommand('marginalia.review.finish', uri);
  const last = () => answers.transcript.at(-1) ?? '';

  itWithOptional('approves, with or without a summary', async () => {
    const before = sentReviews().length;
    answers = answerPrompts('Approve', 'Well said, all of it.', 'Approve', '');
    await finish();
    assert.match(last(), /^You approved #8 ".*"\.$/);
    await finish();
    const [one, other] = sentReviews().slice(before);
    assert.deepEqual([one?.status, markdownOf(one?.comment)], ['approved', 'Well said, all of it.']);
    assert.deepEqual([other?.status, other?.comment], ['approved', undefined]);
    assert.equal(sentReviews().length, before + 2);
  });

  itWithOptional('requests changes with a required summary', async () => {
    const before = sentReviews().length;
    answers = answerPrompts('Request Changes', '', 'Request Changes', 'The rope is still a rope on one page.');
    await finish();
    assert.match(last(), /^Say what it is about\.$/);
    assert.equal(sentReviews().length, before);
    await finish();
    assert.match(last(), /^You requested changes to #8/);
    assert.deepEqual(
      sentReviews()
        .slice(before)
        .map(({ status, comment }) => [status, markdownOf(comment)]),
      [['changes-requested', 'The rope is still a rope on one page.']],
    );
  });

  it('comments without a verdict', async () => {
    answers = answerPrompts('Comment', 'Half of it is read, the rest follows.');
    await finish();
    assert.match(last(), /^You commented on #8/);
    const [comment, another] = saying('Half of it is read, the rest follows.');
    assert.ok(comment && !another);
    assert.equal(comment.page, undefined);
    assert.ok(!set.server.requests.some(request => reviews.test(request)));
  });

  it('posts the verdict as a comment when the server has no reviews', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 404 }, /\/reviews$/);
    answers = answerPrompts('Approve', 'As good as it gets.', 'Request Changes', 'Not yet.');
    await finish();
    assert.match(last(), /^You approved #8 .* This server takes no reviews, so a comment .* says so\.$/);
    assert.equal(saying('**Approved.**\n\nAs good as it gets.').length, 1);
    await finish();
    assert.equal(saying('**Changes requested.**\n\nNot yet.').length, 1);
  });

  it('keeps the summary during server failures, and sends it once', async () => {
    const strikes = documentedOnly ? comments : reviews;
    set.server.fail({ kind: 'status', status: 500 }, strikes);
    answers = answerPrompts('Request Changes', 'The numbers are those of last year.');
    await finish();
    assert.match(last(), /^Sending your review of #8: .* Your summary is kept for the next time\.$/s);
    const failed = sentReviews().length;
    answers.restore();

    await set.server.recover();
    answers = answerPrompts(first, filledIn);
    await finish();
    assert.match(last(), /^You requested changes/);
    const words = 'The numbers are those of last year.';
    if (documentedOnly) return assert.equal(saying(`**Changes requested.**\n\n${words}`).length, 1);
    assert.deepEqual(
      sentReviews()
        .slice(failed)
        .map(({ comment }) => markdownOf(comment)),
      [words],
    );
  });

  it('sends nothing twice when the reply is lost, and looks up the outcome', async () => {
    const before = sentReviews().length;
    set.server.fail({ kind: 'dropped', isDone: true }, documentedOnly ? comments : reviews, 1);
    answers = answerPrompts('Approve', 'Sent once.');
    await finish();
    assert.match(last(), /^You approved/);
    if (documentedOnly) return assert.equal(saying('**Approved.**\n\nSent once.').length, 1);
    assert.equal(sentReviews().length, before + 1);
  });

  itWithOptional('does not mistake the review of a colleague for its own', async () => {
    const before = sentReviews().length;
    const { state } = set.sandbox;
    const approve = () => putReview(state, changeRequest(), { ...review, markdown: undefined, at: state.now() });
    const review = { status: 'approved', by: 'tomasz' } as const;
    const strikes = Object.assign(new RegExp(reviews), { test: (asked: string) => reviews.test(asked) && !!approve() });
    set.server.fail({ kind: 'dropped' }, strikes, 1);
    answers = answerPrompts('Approve', '');
    await finish();
    assert.match(last(), /the answer was lost/);
    answers.restore();
    answers = answerPrompts(first, filledIn);
    await finish();
    assert.match(last(), /^You approved/);
    assert.deepEqual(
      sentReviews()
        .slice(before)
        .map(({ reviewer }) => reviewer),
      ['tomasz', 'mira'],
    );
  });

  itWithOptional('finds a review with a lost reply on the second page of the list, too', async () => {
    const before = sentReviews().length;
    const firstPage = { items: [], next: { page: 'second' } };
    let list: Buffer | undefined;
    // The sandbox does not return a second page.
    const reply = ({ body }: { body: Buffer }, url: string) => {
      if (list && url.includes('page=second')) return { status: 200, body: list };
      list = body;
      return { status: 200, body: Buffer.from(JSON.stringify(firstPage)) };
    };
    set.server.fail({ kind: 'other', reply }, /^GET .*\/reviews$/);
    set.server.fail({ kind: 'dropped', isDone: true }, reviews, 1);
    answers = answerPrompts('Approve', 'Sent once, listed late.');
    await finish();
    assert.match(last(), /^You approved/);
    assert.equal(sentReviews().length, before + 1);
  });

  it('sends nothing twice after an unknown outcome', async () => {
    const before = sentReviews().length;
    const [write, list] = documentedOnly ? [comments, /^GET .*\/comments$/] : [reviews, /^GET .*\/reviews$/];
    answers = answerPrompts('Approve', 'Sent once, told late.');
    set.server.fail({ kind: 'dropped', isDone: true }, write, 1);
    const isSent = () => set.server.requests.some(request => write.test(request));
    set.server.fail({ kind: 'other', reply: () => (isSent() ? { status: 403 } : {}) }, list);
    await finish();
    assert.match(last(), /the answer was lost\..* Your summary is kept/s);
    answers.restore();
    await set.server.recover();
    answers = answerPrompts(first, filledIn);
    await finish();
    assert.match(last(), /^You approved/);
    if (documentedOnly) return assert.equal(saying('**Approved.**\n\nSent once, told late.').length, 1);
    assert.equal(sentReviews().length, before + 1);
  });

  describe('with pending comments', () => {
    const words = ['Held back first.', 'Held back as a reply.', 'Held back last.'] as const;
    const summary = 'All in all.';
    /** ID of a conversation of the sample. */
    let replied: string;

    let page: { uri: vscode.Uri };
    let thread: vscode.CommentThread;

    async function hold([first = '', second, last]: readonly string[]): Promise<void> {
      const add = (thread: vscode.CommentThread, text = '') =>
        vscode.commands.executeCommand('marginalia.comment.addToReview', { thread, text });
      await add(newThread(page.uri, { start: 0, end: 0 }), first);
      await add(thread, second);
      await add(newThread(page.uri, { start: 2, end: 2 }), last);
    }

    beforeEach(async () => {
      answers = answerPrompts();
      page = addPage(set.sandbox, { space, number }, { title: 'Anchors', markdown: 'One.\n\nTwo.\n' });
      const api = await marginalia();
      const conversation = (await api.threads(discussed)).find(({ state }) => state === 'open') ?? assert.fail();
      replied = conversation.id;
      // The extension creates the threads with the first document.
      await vscode.workspace.openTextDocument(discussed);
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      thread = await eventually(() => threadWithText(conversation.comments[0]?.markdown ?? ''));
      await hold(words);
      answers.restore();
    });
    afterEach(() => deletePendingComments());

    /** Returns the comments that have arrived, in order. */
    const arrived = () => {
      const { comments, commentReplies } = set.sandbox.state;
      const verdict = [summary, `**Approved.**\n\n${summary}`];
      const all = [...comments.all(), ...commentReplies.all()].map(({ markdown, postedAt }) => ({
        markdown,
        postedAt,
      }));
      const ours = all.filter(({ markdown }) => [...words, ...verdict].includes(markdown));
      const isSame = (one: string) => (verdict.includes(one) ? summary : one);
      return ours.sort((a, b) => a.postedAt.localeCompare(b.postedAt)).map(({ markdown }) => isSame(markdown));
    };

    it('asks first when a pending comment is still being edited', async () => {
      await vscode.window.showTextDocument(page.uri);
      const before = new Set(boxes());
      await vscode.commands.executeCommand('marginalia.comment.edit', commentWithText(words[0]));
      await typeInto(await boxWithText(words[0], before), 'Half a chan');
      await eventually(() => assert.equal(storedTexts('Half a chan').length, 1));
      answers = answerPrompts(undefined);
      await finish();
      assert.match(last(), /1 pending comment is still being changed: it goes out as saved last, without the change/);
      assert.deepEqual(arrived(), []);
      answers.restore();
      answers = answerPrompts('Finish Without It', 'Comment', '');
      await finish();
      assert.deepEqual(arrived(), words);
      answers.restore();
      answers = answerPrompts('Discard');
      const change = await eventually(() => commentWithText('Half a chan'));
      await vscode.commands.executeCommand('marginalia.comment.discard', change);
    });

    it('says first that a comment whose conversation was deleted is not sent', async () => {
      const { createQuickPick } = vscode.window;
      const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
      const describe = async () => {
        answers = answerPrompts(undefined);
        const create = vscode.window.createQuickPick;
        Object.assign(vscode.window, { createQuickPick: () => (picks.push(create()), picks.at(-1)) });
        await finish();
        answers.restore();
        return picks.at(-1)?.placeholder ?? '';
      };
      assert.match(await describe(), / · 3 pending comments will go first$/);
      set.sandbox.state.comments.delete(replied);
      set.sandbox.state.keepWrites();
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      const lost = 'The conversation of 1 was deleted: you are asked where it should go';
      await eventually(async () =>
        assert.ok((await describe()).endsWith(` · 2 pending comments will go first. ${lost}`)),
      );
      assert.equal(vscode.window.createQuickPick, createQuickPick);
    });

    it('sends the comments in order, then the verdict', async () => {
      answers = answerPrompts('Approve', summary);
      await finish();
      assert.match(last(), /^You approved #8 ".*"\. 3 pending comments went with it\./);
      assert.deepEqual(arrived(), [...words, summary]);
      assert.equal(set.sandbox.state.commentReplies.by('comment', replied).at(-1)?.markdown, words[1]);
      assert.deepEqual(storedPendingComments(), []);
      assert.equal(commentWithText('Held back first.').contextValue, 'comment.edit.delete');
    });

    const steps: [string, RegExp, number][] = [
      ['the first comment', comments, 0],
      ['the reply', /^POST .*\/replies$/, 0],
      ['the last comment', comments, 1],
      ['the verdict', documentedOnly ? comments : reviews, documentedOnly ? 2 : 0],
    ];
    for (const [index, [name, strikes, skipped]] of steps.entries()) {
      it(`stops when the server fails at ${name}, reports progress, and continues from there`, async () => {
        set.server.fail({ kind: 'status', status: 500 }, after(skipped, strikes));
        answers = answerPrompts('Approve', summary);
        await finish();
        const sent = ['Nothing was sent yet', '1 of 3 pending comments was sent', '2 of 3 pending comments were sent'];
        assert.ok(last().includes(sent[index] ?? '3 pending comments were sent, what you say about all'), last());
        assert.equal(last().match(/finish the review again/gi)?.length, 1, last());
        assert.ok(last().includes(index < words.length ? `It stopped at "${words[index]}"` : ''), last());
        assert.deepEqual(arrived(), words.slice(0, index));
        assert.deepEqual(storedPendingComments(), words.slice(index));
        await goOn();
      });

      it(`sends nothing twice when the reply to ${name} is lost and the outcome is unknown`, async () => {
        const write = after(skipped, strikes);
        set.server.fail({ kind: 'dropped', isDone: true }, write, 1);
        const isLost = () => arrived().length > index;
        set.server.fail({ kind: 'other', reply: () => (isLost() ? { status: 403 } : {}) }, /^GET /);
        answers = answerPrompts('Approve', summary);
        await finish();
        assert.match(last(), /the answer was lost/);
        assert.match(last(), /not known/);
        assert.doesNotMatch(last(), /Nothing was sent|was not\./, 'it may have been');
        assert.equal(arrived().length, index + 1);
        await goOn();
      });
    }

    it('resolves conversations in order, even on retry', async () => {
      const conversation = threadWithText('Held back as a reply.');
      for (let clicks = 0; clicks < 2; clicks++)
        await vscode.commands.executeCommand('marginalia.thread.resolveInReview', conversation);
      assert.equal(conversation.contextValue, 'thread.open.reply.settled');
      assert.equal(commentWithText('Resolves the conversation').contextValue, 'comment.pending.settlement');
      assert.equal(set.sandbox.state.comments.get(replied).status, 'open');
      set.server.fail({ kind: 'status', status: 500 }, /^PUT /);
      answers = answerPrompts('Approve', summary);
      await finish();
      assert.ok(last().includes('3 of 4 pending comments and resolutions were sent'), last());
      await goOn();
      assert.equal(set.sandbox.state.comments.get(replied).status, 'resolved');
      assert.equal(threadWithText('Held back as a reply.').contextValue, 'thread.resolved.reply');
    });

    for (const fault of [{ kind: 'status', status: 500 } as const, { kind: 'dropped', isDone: true } as const]) {
      it(`loses nothing and sends nothing twice, whichever request fails (${fault.kind})`, async () => {
        await deletePendingComments();
        await eventually(() => assert.equal(isTextShown(words[0] ?? ''), false));
        const { state } = set.sandbox;
        const verdictsSent = () => sentReviews().length + saying('**Approved.**').length;
        for (let step = 0; ; step++) {
          const texts = words.map(text => `${text} ${step}`);
          await hold(texts);
          const isOpen = state.comments.get(replied).status === 'open';
          await vscode.commands.executeCommand(
            `marginalia.thread.${isOpen ? 'resolve' : 'reopen'}InReview`,
            threadWithText(texts[1] ?? ''),
          );
          const before = verdictsSent();
          let remaining = step;
          const strikes = Object.assign(/^/, { test: () => remaining-- === 0 });
          answers = answerPrompts('Approve', () => {
            set.server.fail(fault, strikes);
            return '';
          });
          await finish();
          await set.server.recover();
          if (!last().startsWith('You approved')) {
            answers.restore();
            answers = answerPrompts(first, filledIn);
            await finish();
          }
          assert.match(last(), /^You approved/, `request ${step}`);
          answers.restore();
          const markdowns = [...state.comments.all(), ...state.commentReplies.all()].map(({ markdown }) => markdown);
          for (const text of texts)
            assert.equal(markdowns.filter(one => one === text).length, 1, `${text}: request ${step}`);
          assert.equal(verdictsSent(), before + 1, `request ${step}`);
          assert.equal(state.comments.get(replied).status, isOpen ? 'resolved' : 'open', `request ${step}`);
          assert.deepEqual(storedPendingComments(), []);
          if (remaining >= 0) return;
        }
      }).timeout(120_000);
    }

    it('continues with the button of the error message', async () => {
      set.server.fail({ kind: 'status', status: 403 }, /^POST .*\/replies$/, 1);
      answers = answerPrompts('Comment', '', first, filledIn);
      answers.press('Finish Review');
      await finish();
      await eventually(() => assert.deepEqual(storedPendingComments(), []));
      await eventually(() => assert.match(last(), /^You commented on/));
      assert.deepEqual(arrived(), words);
      assert.ok(!answers.transcript.some(sentence => sentence.includes('Your summary is kept')), 'there is none');
    });

    for (const status of ['merged', 'archived'] as const) {
      it(`sends no verdict when the change request is ${status} meanwhile`, async () => {
        set.sandbox.state.changeRequests.put({ ...changeRequest(), status });
        set.sandbox.state.keepWrites();
        let offered: unknown[] = [];
        answers = answerPrompts(rows => ((offered = [...rows]), first(rows)), '');
        await finish();
        assert.deepEqual(
          offered.map(row => (row as vscode.QuickPickItem).label),
          ['Comment'],
        );
        assert.match(last(), /^You commented on #8 ".*"\. 3 pending comments went with it\.$/);
        assert.deepEqual([arrived(), storedPendingComments()], [words, []]);
      });
    }

    it('sends once when it is finished a second time meanwhile', async () => {
      set.server.fail({ kind: 'late' }, comments, 1);
      answers = answerPrompts('Approve', summary);
      const finished = finish();
      await set.server.waiting();
      await finish();
      assert.match(last(), /Your review is being sent just now/);
      set.server.release();
      await finished;
      assert.deepEqual(arrived(), [...words, summary]);
    });

    it('can be discarded only after a confirmation, which covers the summary', async () => {
      set.server.fail({ kind: 'status', status: 500 }, /^POST /);
      answers = answerPrompts('Approve', summary, undefined, 'Discard');
      await finish();
      const discard = () =>
        vscode.commands.executeCommand('marginalia.review.discard', changeRequestUri(space, number));
      await discard();
      assert.match(last(), /^Discard your review of #8 .*\?\nThis throws away 3 pending comments and your summary\./);
      assert.deepEqual(storedPendingComments(), words);
      await discard();
      assert.deepEqual(storedPendingComments(), []);
      assert.equal(isTextShown('Held back first.'), false);
      await discard();
      assert.match(last(), /^You have not begun a review of #8/);
      assert.deepEqual(arrived(), []);
    });

    /** Finishes the review again with the earlier input. */
    async function goOn(): Promise<void> {
      answers.restore();
      // A request equal to one in progress would join it, and so receive its fault.
      const { exchanges, abandoned } = set.server;
      await eventually(() => assert.equal(exchanges.filter(isUnderWay).length, abandoned.length));
      await set.server.recover();
      answers = answerPrompts(first, filledIn);
      await finish();
      assert.match(last(), /^You approved/);
      assert.deepEqual(arrived(), [...words, summary]);
      assert.deepEqual(storedPendingComments(), []);
    }
  });

  it('keeps a summary when the user cancels', async () => {
    const typing = (text: string) => async (offered: readonly unknown[]) => {
      await (offered[0] as vscode.InputBoxOptions).validateInput?.(text);
      return undefined;
    };
    answers = answerPrompts('Request Changes', typing('Half a summ'), first, filledIn, 'Comment', typing(' '));
    await finish();
    await finish();
    assert.match(last(), /^You requested changes/);
    const expected = documentedOnly ? '**Changes requested.**\n\nHalf a summ' : 'Half a summ';
    assert.equal(saying(expected).length, 1);
    await finish();
    answers.restore();
    answers = answerPrompts();
    await vscode.commands.executeCommand('marginalia.review.discard', changeRequestUri(space, number));
    assert.match(last(), /^You have not begun a review/);
  });

  it('is rejected for a merged change request', async () => {
    const merged = set.sandbox.state.changeRequests.all().find(row => row.space === space && row.status === 'merged');
    answers = answerPrompts();
    await finish(changeRequestUri(space, merged?.number ?? assert.fail()));
    assert.match(last(), /^Could not review #\d+ ".*": it is merged\.$/);
  });

  it('is offered to those who may comment, while a verdict is possible', () => {
    const rows = ['open', 'draft', 'open.noComment', 'merged', 'archived'].map(state => `changeRequest.${state}`);
    assert.deepEqual(rowsOffering('marginalia.review.finish', [...rows, 'changeRequestOverview']), [
      'changeRequest.open',
      'changeRequest.draft',
      'changeRequestOverview',
    ]);
    assert.equal(groupsOf('editor/title', 'marginalia.review.finish').length, 1);
  });

  /** Answers a picker with its first row. */
  const first = ([offered]: readonly unknown[]) => (offered as vscode.QuickPickItem).label;
  /** Answers an input box with its initial text. */
  const filledIn = ([box]: readonly unknown[]) => (box as { value?: string }).value;
});

function isUnderWay({ ended }: Exchange): boolean {
  return ended === Infinity;
}

/** Matches requests after this number of matching ones. */
function after(skipped: number, strikes: RegExp): RegExp {
  let remaining = skipped;
  return Object.assign(new RegExp(strikes), { test: (asked: string) => strikes.test(asked) && remaining-- <= 0 });
}
