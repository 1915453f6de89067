import assert from 'node:assert/strict';
import { answerFinish } from '../../../src/features/reviewPage/finishing.ts';
import { overviewUri } from '../../../src/model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../../src/model/discussions/discussion.ts';
import { type Draft, newDraftId } from '../../../src/model/discussions/draft.ts';
import { excerptOf } from '../../../src/model/discussions/commentText.ts';
import type { FromPage, ToPage, ReviewVerdict } from '../../../src/webview/reviewPage/messages.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { refuseUpdates } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, documentedOnly, editContent, itWithOptional } from '../../host/support.ts';
import { skipRetryDelays } from '../../host/timers.ts';

const place = { space: 'heron-manual', number: 8 };

describe('finishing a review on the review page', () => {
  skipRetryDelays();
  const set = stageOfParts();
  let answers: Answers;
  let messages: ToPage[];
  let isSeen: boolean;
  beforeEach(() => {
    [answers, messages, isSeen] = [answerPrompts(), [], true];
  });
  afterEach(() => answers.restore());

  async function answer(message: FromPage): Promise<void> {
    assert.ok(message.type === 'finish' || message.type === 'summarize' || message.type === 'submit');
    const connection = set.app.session.current ?? assert.fail();
    const post = (one: ToPage) => messages.push(one);
    await answerFinish({ app: set.app, place: { connection, ...place }, isVisible: () => isSeen, post }, message);
  }

  /** Returns the pending review that the page receives when its dialog opens. */
  async function open() {
    await answer({ type: 'finish' });
    const last = messages.at(-1);
    return last?.type === 'toSend' ? last.toSend : assert.fail(JSON.stringify(last));
  }

  async function submit(verdict: ReviewVerdict, summary = '') {
    await answer({ type: 'submit', verdict, summary });
    const last = messages.at(-1);
    return last?.type === 'finished' ? last : assert.fail(JSON.stringify(last));
  }

  const keep = (verdict: ReviewVerdict, summary: string) => answer({ type: 'summarize', verdict, summary });

  const changeRequest = () =>
    set.sandbox.state.changeRequests.all().find(row => row.space === place.space && row.number === place.number) ??
    assert.fail();
  const saying = (text: string) => {
    const { comments, commentReplies } = set.sandbox.state;
    return [...comments.all(), ...commentReplies.all()].filter(({ markdown }) => markdown === text);
  };
  const verdictsSent = () => set.sandbox.state.reviews.by('changeRequest', changeRequest().id).length;

  async function discussed(): Promise<Discussion> {
    const connection = set.app.session.current?.id ?? assert.fail();
    const uri = overviewUri({ connection, space: place.space, changeRequest: place.number });
    return set.app.discussions.of(uri) ?? assert.fail();
  }

  /** Adds three drafts to the review: a comment on a page, a reply to a conversation, and the resolution of it. */
  async function hold(comment: string, reply: string): Promise<string> {
    const { key: discussion } = await discussed();
    const { drafts } = set.app;
    const { id: page } = addPage(set.sandbox, place, { title: 'Anchors', markdown: 'One.' });
    const { id: changeRequestId } = changeRequest();
    const all = set.sandbox.state.comments.all().filter(row => row.changeRequest === changeRequestId);
    const conversation = all.find(({ status }) => status === 'open')?.id ?? assert.fail();
    const held: Omit<Draft, 'id' | 'discussion'>[] = [
      { text: comment, target: { page } },
      { text: reply, target: {}, conversation },
      { text: '', target: {}, conversation, resolved: true },
    ];
    for (const draft of held) await drafts.makePending({ id: newDraftId(), discussion, ...draft });
    return conversation;
  }

  const pending = async () => set.app.drafts.pendingIn((await discussed()).key);

  it('lists what will be sent, in order, and the possible verdicts', async () => {
    const conversation = await hold('A [link](command:a) here', 'As you say.');
    const { pending, offers, verdict, summary, stopped } = await open();
    assert.deepEqual(
      pending.map(({ kind, text, page }) => [kind, text, page !== undefined]),
      [
        ['comment', 'A link here', true],
        ['reply', 'As you say.', false],
        ['resolve', await excerptOf(set.sandbox.state.comments.find(conversation)?.markdown ?? ''), false],
      ],
    );
    assert.deepEqual(
      offers.map(({ title, isRefused }) => [title, isRefused]),
      [
        ['Approve', false],
        ['Request Changes', false],
        ['Comment', false],
      ],
    );
    assert.deepEqual([verdict, summary, stopped], [undefined, '', undefined]);
  });

  it('does not list replies whose conversation was deleted', async () => {
    const conversation = await hold('First.', 'Second.');
    await (await discussed()).refresh();
    set.sandbox.state.comments.delete(conversation);
    set.sandbox.state.keepWrites();
    const kinds = async () => (await open()).pending.map(({ kind }) => kind);
    await (await discussed()).refresh();
    assert.deepEqual(await kinds(), ['comment', 'unplaced', 'resolve']);
  });

  it('names the pending comment that is still being edited, and sends its last saved text', async () => {
    await hold('As it was.', 'As you say.');
    const { drafts } = set.app;
    const [draft] = await pending();
    await drafts.storeChange(draft ?? assert.fail(), { id: newDraftId(), text: 'Half a chan' });
    const changing = (await open()).pending.map(({ isChanging }) => isChanging);
    assert.deepEqual(changing, [true, undefined, undefined]);
    const { why } = await submit('comment');
    assert.deepEqual([why, saying('As it was.').length, saying('Half a chan').length], [undefined, 1, 0]);
    const unsent = drafts.offeredIn((await discussed()).key).map(({ text, edited }) => [text, edited]);
    assert.deepEqual(unsent, [['Half a chan', saying('As it was.')[0]?.id]]);
  });

  it('names pages by their current titles, and deleted ones by their last titles', async () => {
    const { key: discussion } = await discussed();
    const titles = ['Renamed', 'Deleted', 'Deleted long ago'];
    const pages = titles.map(title => addPage(set.sandbox, place, { title, markdown: 'One.' }).id);
    const [renamed, deleted, old] = pages;
    const titleById = new Map(pages.slice(0, 2).map((id, index) => [id, titles[index] ?? '']));
    for (const page of pages) {
      const pageTitle = titleById.get(page);
      const target = { page, ...(pageTitle && { pageTitle }) };
      await set.app.drafts.makePending({ id: newDraftId(), discussion, text: 'Why?', target });
    }
    editContent(set.sandbox, place, [
      { operation: 'update_page', page: renamed ?? '', title: 'New name' },
      { operation: 'delete_page', page: deleted ?? '' },
      { operation: 'delete_page', page: old ?? '' },
    ]);
    set.app.content.refresh();
    const { pending } = await open();
    assert.deepEqual(
      pending.map(({ title }) => title),
      ['New name', 'Deleted (deleted)', 'Page (deleted)'],
    );
  });

  it('sends everything in order, then the verdict, and shows progress', async () => {
    const before = verdictsSent();
    const conversation = await hold('First.', 'Second.');
    const { why } = await submit('approved', ' Well done. ');
    assert.equal(why, undefined);
    assert.deepEqual(
      messages.flatMap(message => (message.type === 'sending' ? message.sent : [])),
      [0, 1, 2, 3],
    );
    assert.deepEqual([saying('First.').length, saying('Second.').length], [1, 1]);
    assert.equal(set.sandbox.state.comments.get(conversation).status, 'resolved');
    assert.equal(saying(documentedOnly ? '**Approved.**\n\nWell done.' : 'Well done.').length, 1);
    assert.equal(verdictsSent(), before + (documentedOnly ? 0 : 1));
    assert.match(
      answers.transcript.at(-1) ?? '',
      /^You approved #8 ".*"\. 3 pending comments and resolutions went with it\./,
    );
    assert.deepEqual(await pending(), []);
  });

  it('shows the summary among the conversations', async () => {
    const discussion = await discussed();
    await discussion.refresh();
    await submit('approved', 'Well done.');
    const isSummary = ({ comment }: PlacedConversation) => comment.body.markdown?.endsWith('Well done.');
    await eventually(() => assert.ok(discussion.conversations.some(isSummary), 'It is not listed.'));
  });

  it('reports that it cannot store which revision was reviewed', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 404 }, /\/reviews$/);
    refuseUpdates(set.app.context.globalState, 'decided ');
    const { why } = await submit('approved', 'Well done.');
    assert.notEqual(why, undefined);
    assert.equal(saying('**Approved.**\n\nWell done.').length, 1);
  });

  for (const fault of [{ kind: 'status', status: 500 } as const, { kind: 'dropped', isDone: true } as const]) {
    it(`loses nothing and sends nothing twice, whichever request fails (${fault.kind})`, async () => {
      const failures: string[] = [];
      for (let step = 0; ; step++) {
        const texts = [`Comment ${step}.`, `Reply ${step}.`, `Summary ${step}.`] as const;
        const [comment, reply, summary] = texts;
        const conversation = await hold(comment, reply);
        set.app.content.refresh();
        await open();
        const before = verdictsSent();
        let remaining = step;
        set.server.fail(fault, Object.assign(/^/, { test: () => remaining-- === 0 }));
        const { why, isBegun } = await submit('changes-requested', summary);
        await set.server.recover();
        if (why !== undefined) {
          failures.push(why);
          // The dialog opens as after a reload.
          const { stopped, ...toSend } = await open();
          assert.equal(stopped !== undefined, isBegun, why);
          if (isBegun) assert.deepEqual([toSend.verdict, toSend.summary], ['changes-requested', summary]);
          const all = 3;
          const sent = all - toSend.pending.length;
          if (isBegun) assert.ok(stopped?.includes(`${sent} of ${all} that were pending`), `${stopped} ${why}`);
          assert.equal((await submit('changes-requested', summary)).why, undefined, `request ${step}: ${why}`);
        }
        const verdict = documentedOnly ? `**Changes requested.**\n\n${summary}` : summary;
        for (const text of [comment, reply, verdict]) assert.equal(saying(text).length, 1, `${text} ${why}`);
        assert.equal(verdictsSent(), before + (documentedOnly ? 0 : 1));
        assert.equal(set.sandbox.state.comments.get(conversation).status, 'resolved');
        assert.deepEqual(await pending(), []);
        assert.equal((await open()).stopped, undefined);
        if (remaining >= 0) break;
      }
      if (fault.kind === 'status') assert.ok(failures.length > 3, String(failures));
    }).timeout(120_000);
  }

  it('continues after any number of failures, and counts all that was sent', async () => {
    await hold('First.', 'Second.');
    for (const [strikes, sent] of [
      [/\/replies$/, 1],
      [/^PUT /, 2],
      [/^POST .*\/(?:reviews|comments)$/, 3],
    ] as const) {
      set.server.fail({ kind: 'status', status: 403 }, strikes);
      assert.equal((await submit('changes-requested', 'Not yet.')).isBegun, true);
      await set.server.recover();
      assert.match((await open()).stopped ?? '', new RegExp(`${sent} of 3 that were pending (?:is|are) sent`));
    }
    assert.equal((await submit('changes-requested', 'Not yet.')).why, undefined);
    assert.deepEqual([saying('First.').length, saying('Second.').length], [1, 1]);
  });

  itWithOptional('needs no text to continue when everything but the verdict was sent', async () => {
    await hold('First.', 'Second.');
    const before = verdictsSent();
    set.server.fail({ kind: 'status', status: 403 }, /^POST .*\/reviews$/);
    assert.equal((await submit('changes-requested')).isBegun, true);
    await set.server.recover();
    assert.deepEqual((await open()).pending, []);
    assert.equal((await submit('changes-requested')).why, undefined);
    assert.equal(verdictsSent(), before + 1);
  });

  it('remembers what was sent even if its text is removed', async () => {
    await hold('First.', 'Second.');
    set.server.fail({ kind: 'status', status: 403 }, /\/replies$/);
    await submit('approved', 'Well done.');
    await set.server.recover();
    await keep('approved', '');
    assert.match((await open()).stopped ?? '', /1 of 3 that were pending is sent/);
  });

  it('keeps the typed text until it is sent, and discards removed text', async () => {
    await keep('changes-requested', 'Half a ');
    const { verdict, summary, stopped } = await open();
    assert.deepEqual([verdict, summary, stopped], ['changes-requested', 'Half a ', undefined]);
    await keep('approved', '');
    assert.deepEqual([(await open()).summary, (await open()).verdict], ['', undefined]);
    await keep('comment', 'All of it.');
    assert.equal((await submit('comment', 'All of it.')).why, undefined);
    assert.equal(saying('All of it.').length, 1);
    assert.equal((await open()).summary, '');
  });

  it('does not send an empty review', async () => {
    const before = set.sandbox.state.comments.all().length;
    for (const verdict of ['comment', 'changes-requested'] as const) {
      assert.deepEqual(await submit(verdict, ' '), { type: 'finished', why: 'Say what it is about.', isBegun: false });
    }
    assert.equal(set.sandbox.state.comments.all().length, before);
  });

  it('refreshes the possible verdicts, because others may have merged the change request', async () => {
    await open();
    await hold('Too late?', 'Perhaps.');
    set.sandbox.state.changeRequests.put({ ...changeRequest(), status: 'merged' });
    set.sandbox.state.keepWrites();
    const refused = await submit('approved');
    assert.equal(refused.why, 'It is merged: nothing is left to decide.');
    const { offers } = await open();
    assert.deepEqual(
      offers.map(({ isRefused }) => isRefused),
      [true, true, false],
    );
    assert.equal((await submit('comment')).why, undefined);
    assert.equal(saying('Too late?').length, 1);
    assert.match((await submit('comment', 'And this.')).why ?? '', /^Could not review #8 ".*": it is merged\.$/);
  });

  for (const [who, decide, comment] of [
    ['amara', true, true],
    ['lucia', documentedOnly, true],
    ['sam', false, false],
  ] as const) {
    it(`offers ${who} what the role allows, with the reason for the rest`, async () => {
      const { spaces } = set.sandbox.state;
      if (who === 'sam') spaces.put({ ...spaces.get(place.space), defaultLevel: 'read' });
      await set.app.session.signIn({ url: set.server.url, token: set.sandbox.tokenFor(who) });
      const { offers } = await open();
      assert.deepEqual(
        offers.map(({ isRefused }) => !isRefused),
        [decide, decide, comment],
      );
      const toComment = / does not let you comment\. You need the role Commenter\.$/;
      const toDecide = / does not let you approve or request changes\. You need the role Reviewer\.$/;
      for (const { verdict, isRefused, meaning } of offers) {
        const isByComment = verdict === 'comment' || documentedOnly;
        assert.equal((isByComment ? toComment : toDecide).test(meaning), isRefused);
      }
      if (!decide) assert.match((await submit('approved')).why ?? '', /^Your role in this space/);
    });
  }

  itWithOptional('tries the verdict when it cannot find out whether it is possible', async () => {
    set.server.fail({ kind: 'status', status: 500 }, /^GET \/spaces\/[^/]+$/);
    const { offers } = await open();
    assert.ok(offers.every(({ isRefused }) => !isRefused));
  });

  it('reports an error in a notification when the page is hidden', async () => {
    isSeen = false;
    set.server.fail({ kind: 'status', status: 403 }, /^POST /);
    const { why } = await submit('comment', 'Away.');
    assert.equal(answers.transcript.at(-1), why);
    assert.equal((await open()).summary, 'Away.');
  });
});
