import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PageDiscussion } from '../../../src/features/reviewPage/discussion/pageDiscussion.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { addPage, marginalia } from '../../host/support.ts';
import { openNewThread, storedTexts, typeInto } from './boxes.ts';
import { commentWithText, isTextShown, newThread, screen, whenThreadsLoaded } from './screen.ts';

const space = 'heron-manual';

const isDraft = ({ contextValue }: vscode.Comment) => contextValue === 'comment.draft';

describe('completion in a comment box', () => {
  const on = stage();
  let changeRequest: { space: string; number: number };
  let page: vscode.Uri;
  let box: vscode.TextDocument;
  let thread: vscode.CommentThread;
  const typed: string[] = [];

  beforeEach(async () => {
    const { state } = on.sandbox;
    for (let index = 0; index < 1010; index++) {
      const id = `crew-${index}`;
      state.users.put({ id, displayName: `Crew ${index}`, email: `${id}@tidewell.example` });
      const joinedAt = new Date(Date.UTC(2030, 0, 1, 0, 0, index)).toISOString();
      state.members.put({
        id: memberId('tidewell', id),
        organization: 'tidewell',
        user: id,
        role: 'read',
        disabled: false,
        sso: false,
        joinedAt,
      });
    }
    state.keepWrites();
    // The test has its own change request, because typed texts are stored by change request.
    const base = { subject: 'Completed', by: 'jun', at: state.now() };
    const { id, number } = createChangeRequest(state, state.spaces.get(space), base);
    changeRequest = { space, number };
    const comment = { id: 'said', space, changeRequest: id, revision: state.changeRequests.get(id).revision };
    const postedAt = '2026-11-01T10:00:00.000Z';
    state.comments.put({ ...comment, postedBy: 'amara', postedAt, markdown: 'Hm.', reactions: [], status: 'open' });
    page = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n' }).uri;
    await (await marginalia()).threads(page);
    await vscode.window.showTextDocument(page);
    await whenThreadsLoaded(page);
    ({ thread, box } = await openNewThread(page));
  });
  afterEach(async () => {
    // A typed text is saved as a draft and would be offered to later tests, until its box is cleared.
    await eventually(() => assert.equal(storedTexts(box.getText()).length, 1));
    await typeInto(box, '');
    await eventually(() => assert.deepEqual(typed.splice(0).flatMap(storedTexts), []));
    thread.dispose();
    const drafts = [...screen().threads].flatMap(({ comments }) => comments).filter(isDraft);
    for (const comment of drafts) await run('comment.discard', ['Discard'], comment);
  });

  const asked = (pattern: RegExp) => on.server.requests.filter(one => pattern.test(one)).length;

  /** Returns the completion items after a text. */
  async function offered(text: string) {
    typed.push(text);
    await typeInto(box, text);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      box.uri,
      new vscode.Position(0, text.length),
      text.at(-1),
    );
    return list.items
      .filter(({ filterText = '' }) => /^[@:]/.test(filterText))
      .sort((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));
  }
  const namesOf = (items: vscode.CompletionItem[]) =>
    items.map(({ label }) => (typeof label === 'string' ? label : label.label));

  it('offers participants first, then members, who are fetched once and only as needed', async () => {
    await run('comment.create', [], {
      thread: newThread(page, { start: 0, end: 0 }),
      text: 'Hello @amara, and @nobody.',
    });
    const named = 'Hello @Amara Okonkwo, and @nobody.';
    await eventually(() => assert.ok(isTextShown(named), 'names are shown, and not IDs'));
    assert.equal(commentWithText('Hello @Amara').contextValue, 'comment.edit.delete');
    // One of the members is not a participant.
    await eventually(() => assert.equal(asked(/\/members$/), 1));
    const items = await offered('Ask @');
    assert.equal(asked(/\/members$/), 1, 'they are known');
    const [first] = items;
    assert.equal(first?.label && (first.label as vscode.CompletionItemLabel).description, 'takes part');
    assert.ok(namesOf(items).includes('Jun Takahashi'));
    const jun = items.find(({ label }) => (label as vscode.CompletionItemLabel).label === 'Jun Takahashi');
    assert.equal(jun?.insertText, '@jun ');
    assert.equal(namesOf(items).includes('Crew 1009'), false, 'on the next page');
    assert.ok(namesOf(await offered('Ask @1009')).includes('Crew 1009'));
    assert.equal(asked(/\/members$/), 2);
    assert.deepEqual(await offered('mira@tidewell'), [], 'an address is no mention');
  });

  it('does not offer disabled members', async () => {
    const { members } = on.sandbox.state;
    members.put({ ...members.get(memberId('tidewell', 'crew-3')), disabled: true });
    const names = namesOf(await offered('Ask @Crew'));
    assert.deepEqual(
      ['Crew 2', 'Crew 3', 'Crew 4'].filter(name => names.includes(name)),
      ['Crew 2', 'Crew 4'],
    );
  });

  it('offers participants when the members cannot be listed', async () => {
    on.server.fail({ kind: 'status', status: 403 }, /\/members$/);
    await eventually(async () => assert.ok((await offered('@')).length > 0));
    const roles = (await offered('@')).map(({ label }) => (label as vscode.CompletionItemLabel).description);
    assert.deepEqual([...new Set(roles)], ['takes part']);
  });

  it('offers emoji by name, as characters of the service', async () => {
    const emoji = (await offered('Well done :tad')).find(({ filterText }) => filterText === ':tada');
    assert.equal(emoji?.insertText, '🎉');
    assert.deepEqual(await offered('At 10:30'), [], 'a time is none');
  });

  it('offers the same on the review page, limited to the visible number', async () => {
    const app = parts();
    await app.session.signIn({ url: on.server.url, token: on.sandbox.token });
    const messages: ToPage[] = [];
    const place = { connection: app.session.current ?? assert.fail(), ...changeRequest };
    const pages = new Pages(app, place, String);
    const { signal } = new AbortController();
    const pageDiscussion = new PageDiscussion({ app, place, pages, post: message => messages.push(message), signal });
    try {
      await pageDiscussion.postThreadsOn('');
      for (const word of ['@', '@am', '@OKO', '@Taka', '@crew', '@nobody', ':tad', ':eyes', ':x']) {
        const [mark, typed] = [word.startsWith('@') ? '@' : ':', word.slice(1)] as const;
        await pageDiscussion.offer({ type: 'completionsRequest', id: 7, mark, typed });
        const answer = messages.at(-1);
        if (answer?.type !== 'completions') assert.fail(JSON.stringify(answer));
        // VS Code itself filters items that do not match.
        const fits = new RegExp(`[:\\s_]${typed}`, 'iu');
        const offers = (await offered(word)).filter(({ filterText = '' }) => fits.test(filterText.replace('@', ' ')));
        assert.ok(answer.id === 7 && answer.offers.length <= 8);
        const best = offers.filter(({ filterText = '' }) => word.startsWith('@') || filterText.startsWith(word));
        assert.deepEqual(
          answer.offers.map(({ label, insert }) => [label, insert]),
          [...new Set([...best, ...offers])].slice(0, 8).map(item => [namesOf([item])[0], item.insertText]),
          word,
        );
      }
      assert.match(JSON.stringify(messages), /"label":"Amara Okonkwo","description":"takes part · /);
      assert.match(JSON.stringify(messages), /"insert":"👀"/u);
    } finally {
      pageDiscussion.dispose();
      app.dispose();
    }
  });
});
