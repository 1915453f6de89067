import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Document } from '../../../src/markdown/document.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, describeOnce, marginalia, pageUri, sampleSandbox } from '../../host/support.ts';
import { isTextShown, loadScreen, newThread, textOfComment, threadWithText, threadsOn } from './screen.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const lists = /^GET .*\/comments$/;
const replies = /^GET .*\/replies$/;

/** Members of a comment that a server may omit or send with another value. */
const oddities: Record<string, Record<string, unknown>> = {
  'no author': { postedBy: null },
  'an author without a name': { postedBy: { id: 7 } },
  'an invalid time': { postedAt: 'yesterday' },
  'no time': { postedAt: undefined },
  'no reactions': { reactions: undefined },
  'reactions without users': { reactions: [{ emoji: '1f44d', count: 2 }, null, { users: [] }, 'like'] },
  'reactions with invalid users': {
    reactions: [{ emoji: '1f44d', count: '2', users: [null, { user: null }] }],
  },
  'a number as its target': { target: 7 },
  'a page without an ID as its target': { target: { page: { title: 'Lost' }, node: 'here' } },
  'no target': { target: null },
  'no status': { status: undefined },
  'no number of replies': { replies: null },
  'its replies instead of their number': { replies: [{ id: 'r' }] },
  'unknown permissions': { permissions: 'all', urls: null, resolvedBy: {}, editedAt: 3, status: { open: true } },
  'only an ID and a text': {
    object: undefined,
    postedBy: undefined,
    postedAt: undefined,
    reactions: undefined,
    replies: undefined,
    target: undefined,
    status: undefined,
    permissions: undefined,
    urls: undefined,
  },
};

describeOnce('a malformed comment', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;
  let others: string[];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    await loadScreen(page);
    await (await marginalia()).threads(page);
    answers = answerPrompts();
    await run('comment.create', { thread: newThread(page, { start: 0, end: 0 }), text: 'The odd one' });
    await run('comment.reply', { thread: threadWithText('The odd one'), text: 'The odd answer' });
    await run('comment.reply', { thread: threadWithText('The odd one'), text: 'An answer as usual' });
    others = otherThreads();
  });
  afterEach(async () => {
    answers.restore();
    await server.close();
    await sandbox.close();
  });

  /** The first comments of the other threads on the page. Other tests may have left documents open, with their threads. */
  const otherThreads = () =>
    [...threadsOn(page)]
      .map(({ comments: [first] }) => (first ? textOfComment(first) : ''))
      .filter(text => text !== 'The odd one' && text !== '*(empty)*')
      .sort();

  /** Changes the comment with this text in each list of comments or replies. */
  const spoil = (words: string, fields: Record<string, unknown>, strikes: RegExp) =>
    server.fail(
      otherJson(json => {
        const list = json as { items: { body: { markdown: string } }[] };
        return { ...list, items: list.items.map(one => (one.body.markdown === words ? { ...one, ...fields } : one)) };
      }),
      strikes,
    );

  for (const [name, fields] of Object.entries(oddities)) {
    it(`with ${name} is shown, and so are the others`, async () => {
      spoil('The odd one', fields, lists);
      spoil('The odd answer', fields, replies);
      await run('tree.refresh');
      assert.deepEqual(otherThreads(), others);
      const thread = threadWithText('The odd one');
      assert.deepEqual(thread.comments.map(textOfComment), ['The odd one', 'The odd answer', 'An answer as usual']);
      assert.ok(thread.comments.every(({ author }) => author.name !== ''));
      const { threads } = await marginalia();
      assert.ok((await threads(page)).length > 0);
    });
  }

  it('on a table cell is placed on the row, and names the cell', async () => {
    const markdown = '| Buoy | Range |\n|---|---|\n| Heron S | 4 km |\n| Heron L | 9 km |\n';
    const { id, uri } = addPage(sandbox, { space: 'heron-manual', number: 8 }, { title: 'Buoys', markdown });
    await run('tree.refresh');
    await (await marginalia()).threads(uri);
    await run('comment.create', { thread: newThread(uri, { start: 0, end: 0 }), text: 'Nine?' });
    const path = `/v1/spaces/heron-manual/change-requests/8/content/page/${id}?format=document`;
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const { document } = (await (await fetch(sandbox.url + path, { headers })).json()) as { document: Document };
    const [table] = document.nodes;
    const { records = {}, definition = {} } = (table?.data ?? {}) as Record<string, object>;
    const tableCell = { record: Object.keys(records)[1], definition: Object.keys(definition)[1] };
    spoil('Nine?', { target: { page: { id }, node: { id: table?.key }, tableCell } }, lists);
    await run('tree.refresh');
    const thread = threadWithText('Nine?');
    assert.match(thread.label ?? '', /^About the cell “Range” of “Heron L”/);
    assert.equal(thread.range?.end.line, 3);
  });

  it('without an author is shown as by somebody', async () => {
    spoil('The odd one', { postedBy: null }, lists);
    await run('tree.refresh');
    assert.equal(threadWithText('The odd one').comments[0]?.author.name, 'Somebody');
  });

  for (const body of [undefined, null, 'words', [], {}, { markdown: null }, { markdown: 7 }, { document: null }]) {
    it(`is shown as empty when its body is ${JSON.stringify(body)}`, async () => {
      spoil('The odd one', { body }, lists);
      await run('tree.refresh');
      assert.deepEqual(otherThreads(), others);
      const comment = threadWithText('The odd answer').comments[0] ?? assert.fail();
      assert.equal(typeof comment.body === 'string' ? comment.body : comment.body.value, '*(empty)*');
    });
  }

  for (const id of [undefined, null, 7, '', '..', '\ud800']) {
    it(`is omitted, and no other, when its ID is ${JSON.stringify(id)}`, async () => {
      spoil('The odd one', { id }, lists);
      await run('tree.refresh');
      assert.deepEqual(otherThreads(), others);
      assert.ok(!isTextShown('The odd one'));
    });
  }

  it('is shown without its replies when these are not a list', async () => {
    server.fail(
      otherJson(() => ({ items: {} })),
      replies,
    );
    await run('tree.refresh');
    await eventually(() => assert.match(threadWithText('The odd one').label ?? '', /does not list its replies/));
  });

  it('as the reply to a new comment does not lose the comment', async () => {
    for (const answer of [{ id: 'c' }, {}, null, [], 'words']) {
      server.fail(
        otherJson(() => answer),
        /^POST .*\/comments$/,
        1,
      );
      const text = `Answered by ${JSON.stringify(answer)}`;
      await run('comment.create', { thread: newThread(page, { start: 0, end: 0 }), text });
      assert.equal(sandbox.state.comments.all().filter(({ markdown }) => markdown === text).length, 1);
    }
    assert.doesNotMatch(answers.transcript.join('\n'), /TypeError|undefined|Cannot read/);
  });
});
