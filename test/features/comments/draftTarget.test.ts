import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { EditorThread } from '../../../src/features/comments/editorThread.ts';
import type { Threads } from '../../../src/features/comments/threads.ts';
import { inferTarget } from '../../../src/features/comments/draftTarget.ts';
import { replaceWindowProperties } from '../../host/window.ts';

const controller = 'marginalia.comments';

/** Returns the box of the thread with this number in VS Code. */
const boxOf = (number: number) => {
  const path = `/commentinput-${randomUUID()}-${controller}.${number}.md`;
  return { uri: vscode.Uri.from({ scheme: 'comment', authority: controller, path }) } as vscode.TextDocument;
};

const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;

interface ThreadOptions {
  /** False for an unsent draft that is offered. */
  canReply?: boolean;
  isOpen?: boolean;
}

/** Returns the conversations to which the boxes of threads with these numbers belong. */
function conversationsOf(numbers: number[], ...threadOptions: ThreadOptions[]): (string | undefined)[] {
  const all = threadOptions.map(({ canReply = true, isOpen = true }, index) => ({
    ...(canReply && { conversation: { comment: { id: `conversation ${index}`, target: {} } } }),
    discussion: { key: 'a discussion' },
    thread: {
      uri: vscode.Uri.parse('marginalia://sandbox/page.md'),
      canReply,
      collapsibleState: isOpen ? Expanded : Collapsed,
    },
  })) as unknown as EditorThread[];
  const threads = {
    onScreen: {
      controller: { id: controller },
      withComments: () => all,
      withReplyBox: () => all.filter(({ thread }) => thread.canReply),
    },
    drafts: { accountOf: () => undefined },
  } as unknown as Threads;
  const boxes = numbers.map(boxOf);
  const restore = replaceWindowProperties({ visibleTextEditors: boxes.toReversed().map(document => ({ document })) });
  try {
    return boxes.map(box => inferTarget(box, threads, undefined)?.conversation);
  } finally {
    restore();
  }
}

describe('a typed reply', () => {
  for (const numbers of [
    [9, 10],
    [98, 99, 100],
  ]) {
    it(`belongs to the conversation of its box, with threads ${numbers.join(', ')}`, () => {
      const expected = numbers.map((_, index) => `conversation ${index}`);
      assert.deepEqual(conversationsOf(numbers, ...numbers.map(() => ({}))), expected);
    });
  }

  it('belongs to the conversation of its box if only the open threads have one', () => {
    assert.deepEqual(conversationsOf([5], { isOpen: false }, {}), ['conversation 1']);
  });

  it('belongs to the conversation of its box whether or not an offered draft has a box', () => {
    const threadOptions = [{ canReply: false }, {}];
    assert.deepEqual(conversationsOf([5, 6], ...threadOptions), [undefined, 'conversation 1']);
    assert.deepEqual(conversationsOf([6], ...threadOptions), ['conversation 1']);
  });

  it('belongs to no conversation if the box may belong to several threads', () => {
    const threadOptions = [{ isOpen: false }, {}, { canReply: false }];
    assert.deepEqual(conversationsOf([5, 6], ...threadOptions), [undefined, undefined]);
  });
});
