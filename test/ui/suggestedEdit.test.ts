import assert from 'node:assert/strict';
import { commentAction, commentIn, thread } from '../host/threads.ts';
import { eventually } from '../host/eventually.ts';
import { space } from './service.ts';
import { shareWindow, type Stage } from './stage.ts';

let stage: Stage;

// The reader may comment on the change request but not edit it. Its author may do both.
describe('an edit that a reader suggests', () => {
  shareWindow({ settings: { 'comments.openView': 'never' } }, begun => (stage = begun));

  it('is typed in the page, sent as a suggestion, and applied by the author', async () => {
    const { service, server, workbench } = stage;
    const { page, control } = workbench;
    const title = 'Two-point mooring';
    const number = await service.propose('Moor it better', title, 'Drop the anchor.\n\nGo home.\n');
    const openPage = async () => {
      const path = `/spaces/${space}/change-requests/${number}/hardware/moorings/two-point.md`;
      await control.executeOn('vscode.open', path);
      await workbench.editor(path).getByText('Drop the anchor.').waitFor();
    };
    const titleButton = (name: string) => page.locator('.editor-actions').getByRole('button', { name });

    await workbench.signOut();
    await control.signIn({ url: server.url, token: service.tokenFor('lucia') });
    await openPage();
    await titleButton('Suggest an Edit').click();
    const copy = page.locator('.editor-instance .monaco-editor.focused').filter({ hasText: 'Drop the anchor.' });
    await titleButton('Send Suggestion').waitFor();
    await copy.getByText('Drop the anchor.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Wait.');
    await titleButton('Send Suggestion').click();
    await workbench.answer('Send');
    await workbench.page.locator('.statusbar').getByText(`Sent a suggestion for "${title}".`).waitFor();
    assert.doesNotMatch(await service.markdown(number, title), /Wait/);

    await workbench.signOut();
    await control.closeEditors();
    await control.signIn({ url: server.url, token: service.token });
    await openPage();
    const suggestion = thread(workbench, 'Wait.');
    await commentAction(commentIn(suggestion, 'Wait.'), 'Apply Suggestion');
    await workbench.answer('Apply');
    await eventually(async () => {
      assert.equal(await service.markdown(number, title), 'Drop the anchor. Wait.\n\nGo home.\n');
    });
    assert.equal(service.comments(number)[0]?.postedBy, 'lucia');
  });
});
