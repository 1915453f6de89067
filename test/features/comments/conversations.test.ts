import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { changeRequestNode } from '../../../src/features/changeRequests/node.ts';
import type { App } from '../../../src/app.ts';
import { documentKey } from '../../../src/model/content/address.ts';
import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import type { ChangeRequestRow, CommentRow } from '../../../src/sandbox/store/rows.ts';
import { markTrusted } from '../../../src/ui/trusted.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import type { Answer } from '../../host/answers.ts';
import { parts } from '../../host/app.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional, marginalia } from '../../host/support.ts';
import { isTextShown, textOfComment, threadWithText } from './screen.ts';

const space = 'heron-manual';
const me = 'mira';

describe('the conversations of a change request', () => {
  const on = stage();
  let row: ChangeRequestRow;
  let page: { id: string; uri: vscode.Uri };

  beforeEach(() => {
    const { state } = on.sandbox;
    const base = { subject: 'Triage', by: 'jun', at: state.now() };
    const { id } = createChangeRequest(state, state.spaces.get(space), base);
    page = addPage(
      on.sandbox,
      { space, number: state.changeRequests.get(id).number },
      {
        title: 'Winches',
        markdown: 'Turn it slowly.\n',
      },
    );
    row = state.changeRequests.get(id);
  });

  let minute = 0;
  function say(id: string, by: string, more: Partial<CommentRow> = {}): void {
    const { state } = on.sandbox;
    const postedAt = new Date(Date.UTC(2026, 10, 1, 10, minute++)).toISOString();
    const { changeRequest = row.id, revision = row.revision } = more;
    const target = { space, changeRequest, revision, page: page.id };
    state.comments.put({
      ...{ id, ...target, postedBy: by, postedAt, markdown: `Remark ${id}`, reactions: [], status: 'open' },
      ...more,
    });
    state.keepWrites();
  }
  function reply(comment: string, by: string): void {
    const { state } = on.sandbox;
    const postedAt = '2026-11-02T10:00:00.000Z';
    state.commentReplies.put({ id: `${comment}-1`, comment, postedBy: by, postedAt, markdown: 'Yes?', reactions: [] });
    state.keepWrites();
  }
  const uri = () => changeRequestUri(space, row.number);
  const asked = (pattern: RegExp) => on.server.requests.filter(one => pattern.test(one)).length;
  const storedReplies = (id: string) => on.sandbox.state.commentReplies.by('comment', id).length;
  const status = (id: string) => on.sandbox.state.comments.get(id).status;
  const resource = (comment: string) => markTrusted({ kind: 'conversation', uri: uri(), comment });
  const seen = (rows: readonly unknown[]) =>
    (rows as vscode.QuickPickItem[]).map(({ label, description }) => `${label}: ${description}`);
  /** Returns the beginning of each conversation with the detail line of its row. */
  const seenBelow = (rows: readonly unknown[]) =>
    (rows as vscode.QuickPickItem[]).map(({ label, detail }) => `${label}: ${detail}`);

  it('are picked by what they need, with page titles, and opened at their placement', async () => {
    say('one', 'lucia');
    say('two', me);
    reply('two', 'lucia');
    say('three', me);
    say('four', 'lucia', { status: 'resolved' });
    say('five', 'lucia', { page: undefined as never });
    let filters: string[] = [];
    let listed: string[] = [];
    const answers: Answer[] = [
      rows => ((filters = seen(rows)), 'Waiting for My Answer'),
      ...(documentedOnly ? ['Mira Aaltonen'] : []),
      rows => ((listed = seenBelow(rows)), 'Remark two'),
    ];
    await run('comment.showConversations', answers, uri());
    const mine = documentedOnly ? 'Begun by Me: ' : 'Begun by Me: 2';
    assert.deepEqual(filters, ['Open: 4', 'Waiting for My Answer: ', 'Unread: ', mine, 'Resolved: 1', 'All: 5']);
    assert.deepEqual(listed, ['Remark two: Winches · Mira Aaltonen · 1 reply']);
    assert.equal(asked(/\/replies$/), 1, 'of those to which nobody has replied nothing is asked');
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    assert.equal(documentKey(document.uri), documentKey(page.uri));
    await run('comment.showConversations', ['All', rows => ((listed = seenBelow(rows)), undefined)], uri());
    const inOrder = ['five: Change request', 'one: Winches', 'two: Winches', 'three: Winches', 'four: Winches'];
    assert.deepEqual(
      listed.map(one => one.replace(/^Remark /, '').replace(/(?: #\d+)? · .*$/, '')),
      inOrder,
    );
  });

  it('start with an excerpt without Markdown in pickers', async () => {
    say('one', 'lucia', { markdown: 'See **the** [log](https://log.example), @mira' });
    say('two', me, { markdown: '![The buoy](buoy.png)' });
    let labels: string[] = [];
    const walkAway = (rows: readonly unknown[]) => {
      labels = (rows as vscode.QuickPickItem[]).map(({ label }) => label);
      return undefined;
    };
    await run('comment.showConversations', ['All', walkAway], uri());
    assert.deepEqual(labels, ['See the log, @Mira Aaltonen', 'The buoy']);
    await run('comment.resolveSeveral', [walkAway], uri());
    assert.deepEqual(labels, ['See the log, @Mira Aaltonen', 'The buoy']);
  });

  it('wait for the author of the change request, and for those mentioned last', async () => {
    const waiting = async () => {
      let listed: string[] = [];
      await run(
        'comment.showConversations',
        ['Waiting for My Answer', rows => ((listed = seen(rows)), undefined)],
        uri(),
      );
      return listed.map(one => one.replace(/: .*/, ''));
    };
    if (documentedOnly) await run('reviewList.chooseCaller', ['Mira Aaltonen']);
    say('one', 'lucia');
    say('two', 'lucia', { markdown: 'Remark two, @mira?' });
    say('three', me);
    assert.deepEqual(await waiting(), ['Remark two, @Mira Aaltonen?']);
    on.sandbox.state.changeRequests.put({ ...row, createdBy: me });
    on.sandbox.state.keepWrites();
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.deepEqual(await waiting(), ['Remark one', 'Remark two, @Mira Aaltonen?']);
  });

  it('are named after their suggestion', async () => {
    say('suggested', 'lucia', { markdown: '```suggestion\nTurn it fast.\n```\n\nOr break it.' });
    let listed: string[] = [];
    await run('comment.showConversations', ['All', rows => ((listed = seenBelow(rows)), undefined)], uri());
    assert.deepEqual(listed, ['Suggestion: Turn it fast. Or break it.: Winches · Lucía Ferreyra']);
  });

  it('are unread until their page is visited after the last comment of another user', async () => {
    say('mine', me);
    say('answered', me);
    reply('answered', 'lucia');
    say('theirs', 'lucia');
    if (documentedOnly) await run('reviewList.chooseCaller', ['Mira Aaltonen']);
    let listed: string[] = [];
    const unread = async () => {
      await run('comment.showConversations', ['Unread', rows => ((listed = seen(rows)), undefined)], uri());
      return listed.map(one => one.replace(/: .*/, ''));
    };
    assert.deepEqual(await unread(), ['Remark answered', 'Remark theirs']);
    await (await marginalia()).threads(page.uri);
    await vscode.window.showTextDocument(page.uri);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    say('later', 'lucia', { postedAt: new Date().toISOString() });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(async () => assert.deepEqual(await unread(), ['Remark later']));
  });

  it('are shown in hundreds and fetched in thousands', async () => {
    for (let index = 0; index < 1050; index++) say(`many-${index}`, 'lucia');
    const counts: number[] = [];
    const more = (rows: readonly unknown[]) => (counts.push(rows.length), 'Load more');
    await run('comment.showConversations', ['Open', more, more, rows => (counts.push(rows.length), undefined)], uri());
    assert.deepEqual(counts, [101, 201, 301]);
    assert.equal(asked(/\/comments$/), 2);
  });

  it('are answered and resolved together, each once, and failures are listed with reasons', async () => {
    for (const id of ['lost', 'refused', 'done', 'unresolved']) say(id, 'lucia');
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/lost\/replies$/, 1);
    on.server.fail({ kind: 'status', status: 403 }, /^POST .*\/refused\/replies$/, 1);
    on.server.fail({ kind: 'status', status: 403 }, /^PUT .*\/unresolved$/, 1);
    const rows = ['lost', 'refused', 'done', 'unresolved'].map(resource);
    const messages = await run('comment.resolveSeveral', ['Thank you.'], rows[0], rows);
    const summary = messages.at(-1) ?? '';
    assert.match(summary, /^2 of 4 resolved\. Not done: "Remark refused": .*Your text is kept/);
    assert.match(summary, /"Remark unresolved": Your reply is sent\. Could not resolve the conversation: /);
    assert.deepEqual(['lost', 'refused', 'done', 'unresolved'].map(storedReplies), [1, 0, 1, 1]);
    assert.deepEqual(['lost', 'refused', 'done', 'unresolved'].map(status), ['resolved', 'open', 'resolved', 'open']);
    await run('comment.resolveSeveral', [['Remark refused'], 'Thank you.'], uri());
    assert.deepEqual([storedReplies('refused'), status('refused')], [1, 'resolved']);
    assert.deepEqual(await run('comment.resolveSeveral', [['Remark unresolved'], ''], uri()), [
      `Resolve Conversations of #${row.number}`,
      'A reply that is sent to each before it is resolved; may be empty',
    ]);
    assert.deepEqual([storedReplies('unresolved'), status('unresolved')], [1, 'resolved'], 'nothing but that');
  });

  it('are not offered for a reply when the user may not reply', async () => {
    for (const id of ['open', 'locked']) say(id, 'lucia');
    const locked = (json: unknown) => {
      const { items, ...others } = json as { items: { id: string; permissions?: object }[] };
      const lock = (one: (typeof items)[number]) => ({ ...one, permissions: { ...one.permissions, reply: false } });
      return { ...others, items: items.map(one => (one.id === 'locked' ? lock(one) : one)) };
    };
    on.server.fail(otherJson(locked), /^GET .*\/comments$/);
    let listed: string[] = [];
    await run('comment.resolveSeveral', [rows => ((listed = seenBelow(rows)), undefined)], uri());
    assert.deepEqual(listed, ['Remark open: Winches · Lucía Ferreyra']);
  });

  // If the server does not report who the user is, the replies are read before the write, too, which fails here.
  itWithOptional('with a reply of unknown outcome are looked up before it is sent again', async () => {
    say('unknown', 'lucia');
    await (await marginalia()).threads(page.uri);
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/unknown\/replies$/, 1);
    on.server.fail({ kind: 'status', status: 400 }, /^GET .*\/unknown\/replies$/);
    const messages = await run('comment.replyToSeveral', ['Thank you.'], resource('unknown'));
    assert.match(
      messages.at(-1) ?? '',
      /Your text is kept in the conversation; before it is sent again, it is looked up/,
    );
    assert.equal(storedReplies('unknown'), 1);
    await on.server.recover();
    await run('comment.replyToSeveral', ['Thank you.'], resource('unknown'));
    assert.equal(storedReplies('unknown'), 1);
  });

  it('offer an unsent reply in its conversation, and send it once', async () => {
    for (const id of ['refused', 'done']) say(id, 'lucia');
    await vscode.window.showTextDocument(page.uri);
    await eventually(() => assert.ok(isTextShown('Remark refused')));
    on.server.fail({ kind: 'status', status: 403 }, /^POST .*\/refused\/replies$/, 1);
    const rows = ['refused', 'done'].map(resource);
    await run('comment.replyToSeveral', ['Not for everybody.'], rows[0], rows);
    const drafts = () =>
      threadWithText('Remark refused').comments.filter(({ contextValue }) => contextValue === 'comment.draft');
    await eventually(() => assert.deepEqual(drafts().map(textOfComment), ['Not for everybody.']));
    await run('comment.send', [], drafts()[0]);
    assert.deepEqual(['refused', 'done'].map(storedReplies), [1, 1]);
    assert.deepEqual(drafts(), []);
  });

  it('are child rows of it, with resolved ones in a separate list', async () => {
    say('one', 'lucia');
    say('two', me, { page: undefined as never, markdown: '**Remark** [two](https://two.example)' });
    say('three', 'lucia', { status: 'resolved' });
    const app = parts();
    try {
      await app.session.signIn({ url: on.server.url, token: on.sandbox.token });
      const place = { connection: app.session.current ?? assert.fail(), space, number: row.number };
      const { changeRequests } = app.content;
      const node = changeRequestNode(app as unknown as App, place, await changeRequests.get(place));
      const below = async (parent: Node, label: string) =>
        (await app.tree.getChildren(parent)).find(one => one.label === label) ?? assert.fail(`no ${label}`);
      const labels = async (parent: Node) => (await app.tree.getChildren(parent)).map(({ label }) => label);
      const spoken = async (parent: Node) =>
        (await app.tree.getChildren(parent)).map(row => (row.accessibleLabel ?? '').split(', ')[0]);
      const conversations = await below(node, 'Conversations');
      assert.equal(asked(/\/comments$/), 0, 'nothing is asked before it is opened');
      assert.deepEqual(await labels(conversations), ['Remark two', 'Remark one', 'Resolved']);
      assert.deepEqual(await spoken(conversations), ['Remark two', 'Remark one', '1 resolved conversation']);
      const one = await below(conversations, 'Remark one');
      assert.equal(one.description, 'Winches · Lucía Ferreyra');
      const resolved = await below(conversations, 'Resolved');
      assert.deepEqual(await labels(resolved), ['Remark three']);
      const [three] = await app.tree.getChildren(resolved);
      const values = [one.contextValue, three?.contextValue ?? ''];
      assert.deepEqual(rowsOffering('marginalia.comment.resolveSeveral', values), ['conversation.open']);
      const before = asked(/\/comments$/);
      const discussion = app.discussions.of(uri()) ?? assert.fail();
      await discussion.sender.change('one', { resolved: true });
      assert.deepEqual(await labels(conversations), ['Remark two', 'Resolved']);
      assert.equal(asked(/\/comments$/), before, 'it is known already');
      say('four', 'lucia');
      await app.discussions.refresh();
      await eventually(async () => assert.ok((await labels(conversations)).includes('Remark four')));
    } finally {
      app.dispose();
    }
  });
});
