import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { marginalia, pageUri, signedIn } from '../../host/support.ts';
import { commentWithText, loadScreen, newThread, textOfComment } from './screen.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const run = (command: string, argument: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const markdown = 'Odd words: [a](file:///etc/passwd) ![b](https://example.com/b.png) [c](https://example.com/c)';

describe('the text of a comment', () => {
  let sandbox: RunningSandbox;

  beforeEach(async () => {
    sandbox = await signedIn();
    await loadScreen(page);
    await (await marginalia()).threads(page);
    await run('comment.create', { thread: newThread(page), text: markdown });
  });
  afterEach(() => sandbox.close());

  const stored = () => sandbox.state.comments.all().filter(comment => comment.markdown.startsWith('Odd words'));

  it('is shown with web links only, and without images', async () => {
    const html = await vscode.commands.executeCommand<string>(
      'markdown.api.render',
      textOfComment(commentWithText('Odd words')),
    );
    assert.doesNotMatch(html, /<img|href="file:/);
    assert.match(html, /<a href="https:\/\/example\.com\/b\.png"/);
    assert.match(html, /<a href="https:\/\/example\.com\/c"/);
  });

  it('is edited as Markdown', async () => {
    await run('comment.edit', commentWithText('Odd words'));
    assert.equal(textOfComment(commentWithText('Odd words')), markdown);
    await run('comment.cancel', commentWithText('Odd words'));
    assert.notEqual(textOfComment(commentWithText('Odd words')), markdown);
    assert.deepEqual(
      stored().map(comment => comment.markdown),
      [markdown],
    );
  });

  it('is unchanged when it is saved unchanged', async () => {
    await run('comment.save', commentWithText('Odd words'));
    assert.deepEqual(
      stored().map(comment => [comment.markdown, comment.editedAt]),
      [[markdown, undefined]],
    );
  });
});
