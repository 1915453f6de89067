import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PageDiscussion } from '../../../src/features/reviewPage/discussion/pageDiscussion.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import { DeletedPages } from '../../../src/model/discussions/deletedPages.ts';
import type { ComparisonRow, PageThread, ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, editContent, pagesOf } from '../../host/support.ts';
import { postedThreads } from './postedThreads.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const { signal } = new AbortController();

describe('a comment on a deleted page, on the review page', () => {
  const set = stageOfParts();
  let server: FaultyServer;
  let answers: Answers;
  let messages: ToPage[];
  let pages: Pages;
  let discussion: PageDiscussion;
  let openPage: PageDiscussion | undefined;
  let page: string;

  beforeEach(async () => {
    answers = answerPrompts();
    // Content of the sandbox itself is not cached. A server without revisions is compared with the cached content.
    server = await startFaultyServer(set.sandbox.url, randomUUID());
    await set.app.session.signIn({ url: server.url, token: set.sandbox.token });
    page = pagesOf(set.sandbox, changeRequest).find(({ title }) => title === 'Two-point mooring')?.id ?? assert.fail();
    await open();
    await show(page);
    await pages.recordVisit(page);
  });
  afterEach(async () => {
    answers.restore();
    await server.close();
  });

  /** Opens the review page. */
  async function open(): Promise<void> {
    openPage?.dispose();
    const sent: ToPage[] = (messages = []);
    const place = { connection: set.app.session.current ?? assert.fail(), ...changeRequest };
    pages = new Pages(set.app, place, uri => uri.toString());
    const post = (message: ToPage) => sent.push(message);
    openPage = discussion = new PageDiscussion({ app: set.app, place, pages, post, signal });
    await discussion.begin();
    await discussion.postThreadsOn('');
  }

  /** Shows a page and its conversations. Returns the rows. */
  async function show(id: string): Promise<readonly ComparisonRow[]> {
    const message = await pages.show(id, 'split', signal);
    await discussion.postThreadsOn(id);
    return message.type === 'page' ? message.rows : assert.fail(JSON.stringify(message));
  }

  async function deletePage(): Promise<void> {
    editContent(set.sandbox, changeRequest, [{ operation: 'delete_page', page }]);
    set.app.content.refresh();
    await open();
    await eventually(async () => {
      const { pages: listed } = await pages.list();
      assert.equal(listed.find(({ id }) => id === page)?.kind, 'deleted');
    });
    await discussion.postThreadsOn('');
  }

  const send = (text: string, line: number | undefined, isDeleted: boolean, isPending = false) =>
    discussion.write({
      ...{ type: 'send', draft: randomUUID(), text, isPending },
      target: { page, side: isDeleted ? 'before' : 'after', ...(line !== undefined && { line }) },
    });

  const threadsOn = (id: string): readonly PageThread[] => postedThreads(messages, id);
  const saying = (words: string, id: string) =>
    threadsOn(id).filter(({ comments }) => comments.some(({ markdown }) => markdown.includes(words)));

  /** Returns the block at which a conversation is shown. Asserts that it is shown nowhere else. */
  function blockOf(words: string, rows: readonly ComparisonRow[]): ComparisonRow {
    assert.deepEqual(saying(words, ''), [], 'not with what was said on the whole change request');
    const [thread, ...others] = saying(words, page);
    assert.ok(thread && others.length === 0, `"${words}" stands on the deleted page`);
    assert.equal(thread.isLineBefore, true);
    return rows.findLast(({ lineBefore = Infinity }) => lineBefore <= (thread.line ?? -1)) ?? assert.fail('no block');
  }

  const blockSaying = (words: string, rows: readonly ComparisonRow[]) =>
    rows.find(({ before = '', after = '' }) => `${before}${after}`.includes(words)) ?? assert.fail(words);

  it('is placed at its block when it was written before the page was deleted', async () => {
    const { line } = blockSaying('Both anchors', await show(page));
    await send('Why so long?', line, false);
    await deletePage();
    const rows = await show(page);
    assert.match(blockOf('Why so long?', rows).before ?? '', /Both anchors/);
    assert.equal(saying('Why so long?', page)[0]?.label, '');
  });

  it('is placed at its block when the page was already deleted, and quotes the whole block', async () => {
    await deletePage();
    const rows = await show(page);
    const { lineBefore } = blockSaying('Both anchors', rows);
    await send('Keep this one.', lineBefore, true);
    assert.match(blockOf('Keep this one.', rows).before ?? '', /Both anchors/);
    const [comment] = saying('Keep this one.', page)[0]?.comments ?? [];
    assert.match(comment?.markdown ?? '', /^On the deleted page “Two-point mooring”:\n\n> .*Both anchors/);
    assert.deepEqual(answers.transcript, [], 'it is where it was written');
    // The comment is still shown when the review page is reopened.
    await open();
    assert.match(blockOf('Keep this one.', await show(page)).before ?? '', /Both anchors/);
  });

  it('is placed at its block while it is pending', async () => {
    await deletePage();
    const rows = await show(page);
    const { lineBefore } = blockSaying('Both anchors', rows);
    await send('Held back.', lineBefore, true, true);
    assert.match(blockOf('Held back.', rows).before ?? '', /Both anchors/);
    assert.deepEqual([saying('Held back.', page)[0]?.state, answers.transcript], ['draft', []]);
  });

  it('is placed on its page when it is about the page', async () => {
    await deletePage();
    await show(page);
    await send('Why all of it?', undefined, true);
    assert.deepEqual([saying('Why all of it?', '').length, saying('Why all of it?', page)[0]?.line], [0, undefined]);
    assert.equal(saying('Why all of it?', page)[0]?.label, '');
  });

  it('is shown with the change request when the page is hidden, with a message', async () => {
    const { id } = addPage(set.sandbox, changeRequest, { title: 'New here', markdown: 'One line.\n' });
    set.app.content.refresh();
    await open();
    const [row] = await show(id);
    const draft = randomUUID();
    const block = { page: id, side: 'after' as const, line: row?.line ?? 0 };
    await discussion.write({ type: 'type', draft, target: block, text: 'W' });
    editContent(set.sandbox, changeRequest, [{ operation: 'delete_page', page: id }]);
    set.app.content.refresh();
    answers.restore();
    answers = answerPrompts('Comment on the Change Request');
    await discussion.write({ type: 'send', draft, target: block, text: 'Which line?', isPending: false });
    assert.match(saying('Which line?', '')[0]?.comments[0]?.markdown ?? '', /“New here”:\n\n> One line\./);
    assert.match(answers.transcript.at(-1) ?? '', /in the conversation of the change request, with a quotation/);
  });

  it('is not reported as failed when the pages cannot be read after it was sent', async () => {
    const { line } = blockSaying('Both anchors', await show(page));
    const draft = randomUUID();
    const target = { page, side: 'after' as const, line: line ?? 0 };
    await discussion.write({ type: 'type', draft, target, text: 'Sent on' });
    const fails = () => Promise.reject(new Error('503'));
    Object.assign(pages, { documents: fails, documentOf: fails });
    await discussion.write({ type: 'send', draft, target, text: 'Sent once', isPending: false });
    const wrote = messages.flatMap(message =>
      message.type === 'draftState' && message.draft === draft ? message.state : [],
    );
    assert.deepEqual([wrote.at(-1), answers.transcript], ['sent', []]);
    assert.equal(saying('Sent once', page).length, 1);
  });

  it('lets the deleted pages load once for all parts, and not for existing pages', async () => {
    await deletePage();
    const others = pagesOf(set.sandbox, changeRequest).filter(({ type }) => type === 'document');
    for (const { id } of others.slice(0, 5)) await show(id);
    await show(page);
    let reads = 0;
    const { deletedPages } = pages;
    pages.deletedPages = () => {
      reads++;
      return deletedPages.call(pages);
    };
    await discussion.postAllThreads();
    assert.equal(reads, 1);
    reads = 0;
    await discussion.postThreadsOn(others[0]?.id ?? assert.fail());
    assert.equal(reads, 0);
  });

  it('is listed in the conversations when its page cannot be read, which is tried once', async () => {
    const { line } = blockSaying('Both anchors', await show(page));
    for (const text of ['Unread 1', 'Unread 2', 'Unread 3']) await send(text, line, false);
    await deletePage();
    await show(page);
    const read = Pages.prototype.deletedPages;
    let asked = 0;
    pages.deletedPages = async () => {
      const { page: deleted, snapshot, uri } = (await read.call(pages)).get(page) ?? assert.fail();
      const failing = Object.create(snapshot, {
        markdown: {
          value: () => {
            asked++;
            return Promise.reject(new Error('403'));
          },
        },
      }) as typeof snapshot;
      return new DeletedPages([{ page: deleted, snapshot: failing, uri }], set.app.failures);
    };
    await discussion.postAllThreads();
    assert.equal(asked, 1);
    assert.deepEqual([saying('Unread', '').length, saying('Unread', page).length], [3, 0]);
  });
});
