import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ShownThread } from '../../../src/features/comments/shownThread.ts';
import type { Threads } from '../../../src/features/comments/threads.ts';
import { writtenIn } from '../../../src/features/comments/typedIn.ts';
import { pretending } from '../../host/window.ts';

const controller = 'marginalia.comments';

/** The box of the thread that VS Code has given this number. */
const boxOf = (number: number) => {
  const path = `/commentinput-${randomUUID()}-${controller}.${number}.md`;
  return { uri: vscode.Uri.from({ scheme: 'comment', authority: controller, path }) } as vscode.TextDocument;
};

describe('a reply that is typed', () => {
  for (const numbers of [
    [9, 10],
    [98, 99, 100],
  ]) {
    it(`belongs to the conversation of its box, with threads ${numbers.join(', ')}`, () => {
      const replyThreads = numbers.map(number => ({
        conversation: { comment: { id: `of ${number}`, target: {} } },
        discussion: { key: 'a discussion' },
        thread: { uri: vscode.Uri.parse('marginalia://sandbox/page.md') },
      })) as unknown as ShownThread[];
      const threads = {
        onScreen: { controller: { id: controller }, withReplyBox: () => replyThreads },
        drafts: { accountOf: () => undefined },
      } as unknown as Threads;
      const boxes = numbers.map(boxOf);
      const restore = pretending({ visibleTextEditors: boxes.toReversed().map(document => ({ document })) });
      try {
        assert.deepEqual(
          boxes.map(box => writtenIn(box, threads, undefined)?.conversation),
          numbers.map(number => `of ${number}`),
        );
      } finally {
        restore();
      }
    });
  }
});
