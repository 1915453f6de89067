import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { findChangeRequest } from '../../../src/features/picking/findChangeRequest.ts';
import { restoreReviewPage } from '../../../src/features/reviewPage/panels.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { row } from '../../host/app.ts';
import { stageOfParts } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly } from '../../host/support.ts';
import { fakePanel } from '../reviewPage/fakePanel.ts';

describe('a command on a change request', () => {
  const set = stageOfParts();

  /** Returns the number of the change request that a command uses. `replies` answer its prompts. */
  async function numberFor(app: App, target: unknown, ...replies: Answer[]): Promise<number> {
    const answers = answerPrompts(...replies);
    const { number } = await findChangeRequest(app, target, { statuses: ['open', 'draft'] });
    answers.restore();
    return number;
  }

  it('from the palette uses the active review page, without a question', async () => {
    const { panel, setVisible } = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    const app = { ...set.app, context } as unknown as App;
    const connection = app.session.current ?? assert.fail();
    await restoreReviewPage(app, panel, { connection: connection.id, space: 'heron-manual', number: 8 });
    assert.equal(await numberFor(app, undefined), 8);
    // Features may have the app in another object.
    assert.equal(await numberFor({ ...app }, undefined), 8);

    const target = await row(set.app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual', '#6');
    assert.equal(await numberFor(app, target), 6, 'a row is meant before what is in front');
    assert.equal(await numberFor(app, changeRequestUri('heron-manual', 5)), 5, 'so is a document');

    setVisible(false);
    const space = documentedOnly ? ['Heron manual'] : [];
    const picked: Answer = items =>
      (items as vscode.QuickPickItem[]).find(({ label }) => label.startsWith('#3 '))?.label;
    assert.equal(await numberFor(app, undefined, ...space, picked), 3);
    panel.dispose();
  });
});
