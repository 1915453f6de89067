import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { documents } from '../../hostile/documents.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { dangersIn } from '../../host/html.ts';
import { rendered } from '../../host/preview.ts';
import { describeOnce, editContent, marginalia, pageUri, signedIn } from '../../host/support.ts';
import { newThread, threadWithText } from '../comments/screen.ts';
import { assertForPeople, Watch } from './unharmed.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describeOnce('a hostile page', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;
  let watch: Watch;
  const pages = Object.entries(documents).map(([name, markdown], index) => {
    const slug = `hostile-${index}`;
    return { name, markdown, slug, uri: pageUri(changeRequest.space, changeRequest.number, `${slug}.md`) };
  });

  before(async () => {
    watch = new Watch();
    sandbox = await signedIn();
    const edits = pages.map(({ name: title, markdown, slug }) => {
      return { operation: 'insert_page', title, slug, document: { markdown } } as const;
    });
    editContent(sandbox, changeRequest, edits);
    await (await marginalia()).threads(pages[0]?.uri ?? assert.fail());
    await run('tree.refresh');
  });
  beforeEach(() => (answers = answerPrompts()));
  afterEach(() => {
    assertForPeople(answers.transcript);
    answers.restore();
  });
  after(async () => {
    await sandbox.close();
    watch.end();
  });

  for (const { name, uri } of pages) {
    it(`is opened, shown and commented on, and runs nothing: ${name}`, async () => {
      const document = await vscode.workspace.openTextDocument(uri);
      const html = await rendered(document.getText(), uri);
      // VS Code itself renders formulas.
      assert.deepEqual(
        dangersIn(html)
          .filter(danger => danger !== '<math>')
          .slice(0, 5),
        [],
      );
      assert.doesNotMatch(html, /<[^>]*\b(?:href|src)="(?:command|javascript|file|vscode):/i);
      const text = `About ${name}`;
      await run('comment.create', { thread: newThread(uri, { start: 0, end: 0 }), text });
      assert.equal(documentKey(threadWithText(text).uri), documentKey(uri));
      threadWithText(text).dispose();
    });
  }

  it('is compared with its former version, which may be any of them', async () => {
    await run('changeRequest.openChanges', vscode.Uri.parse(`${pages[0]?.uri}`));
    assert.deepEqual(answers.transcript, []);
  });
});
