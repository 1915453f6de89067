import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri } from '../../host/support.ts';

describe('a command for which the server asks to wait', () => {
  const on = stage();

  it('shows until when, and ends at once when it is cancelled', async () => {
    const answers = answerPrompts();
    on.server.fail({ kind: 'status', status: 429, retryAfter: 50 }, /\/page\//);
    const start = Date.now();
    const ended = vscode.commands.executeCommand(
      'marginalia.changeRequest.findBrokenLinks',
      changeRequestUri('heron-manual', 8),
    );
    const expected = /Waiting for 127\.0\.0\.1:\d+ until .*\d+:\d\d:\d\d/;
    await eventually(() => assert.match(answers.inStatusBar().join(), expected));
    answers.cancel();
    await ended;
    await eventually(() => assert.deepEqual(answers.inStatusBar(), []));
    answers.restore();
    assert.ok(Date.now() - start < 50_000, 'it has waited');
    assert.ok(answers.notifications.length <= 1, answers.notifications.map(({ text }) => text).join(' | '));
  });
});
