import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Role } from '../../../src/sandbox/store/rows.ts';
import { memberId, numberKey } from '../../../src/sandbox/store/state.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, marginalia } from '../../host/support.ts';
import { commentWithText, isTextShown, rangesOn, screen, whenThreadsLoaded, threadWithText } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const user = 'sam';

/** The context values of menus: the user's thread and comment, and those of others. */
const commenting = {
  ownThread: 'thread.open.reply',
  ownComment: 'comment.edit.delete',
  otherThread: 'thread.open.reply',
  other: 'comment',
};
const reading = { ownThread: 'thread.open', ownComment: 'comment', otherThread: 'thread.open', other: 'comment' };

describe('comments in an editor by role', () => {
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  /** Adds comments of the user and of others to a page, and opens the page for the user with this role. */
  async function open(role: Role | null, defaultLevel: Role | null = null): Promise<void> {
    const { state } = on.sandbox;
    page = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n\nWait.\n' });
    const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
    const { id, revision, space } = row ?? assert.fail();
    const comment = { space, changeRequest: id, revision, page: page.id, postedAt: state.now(), reactions: [] };
    state.comments.put({ ...comment, id: 'own', postedBy: user, markdown: 'Mine.', status: 'open' });
    state.comments.put({ ...comment, id: 'other', postedBy: 'jun', markdown: 'Of others.', status: 'open' });
    const member = memberId('tidewell', user);
    state.members.put({ ...state.members.get(member), role });
    state.spaces.put({ ...state.spaces.get(space), defaultLevel });
    state.keepWrites();
    await (await marginalia()).signIn({ url: on.server.url, token: on.sandbox.tokenFor(user) });
    await vscode.window.showTextDocument(page.uri);
    await whenThreadsLoaded(page.uri);
    await eventually(() => assert.ok(isTextShown('Mine.') && isTextShown('Of others.')));
  }

  const contexts = () => ({
    ownThread: threadWithText('Mine.').contextValue,
    ownComment: commentWithText('Mine.').contextValue,
    otherThread: threadWithText('Of others.').contextValue,
    other: commentWithText('Of others.').contextValue,
  });

  for (const [role, expected] of [
    ['read', reading],
    ['comment', commenting],
    ['edit', commenting],
    ['review', commenting],
    ['create', commenting],
    ['admin', { ...commenting, other: 'comment.delete' }],
  ] as const) {
    it(`offer what the service allows with the role "${role}"`, async () => {
      await open(role);
      assert.deepEqual(contexts(), expected);
      const canComment = role !== 'read';
      assert.equal(threadWithText('Of others.').canReply, canComment);
      await eventually(() => assert.equal((rangesOn(page.uri) ?? []).length > 0, canComment));
    });
  }

  it('offer a guest what the space allows', async () => {
    await open(null, 'comment');
    assert.deepEqual(contexts(), commenting);
  });

  it('tell a reader which role a reaction needs, and send nothing', async () => {
    await open('read');
    const answers = answerPrompts();
    const comment = commentWithText('Of others.');
    const [reaction] = comment.reactions ?? [];
    await screen().controller.reactionHandler?.(comment, reaction ?? assert.fail());
    answers.restore();
    assert.match(
      answers.transcript.join(),
      /^Your role in this space does not let you react\. You need the role Commenter\.$/,
    );
    assert.deepEqual(on.server.writes, []);
  });
});
