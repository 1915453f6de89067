import assert from 'node:assert/strict';
import { changeRequestRow, loadedFonts, openPageOfRow, openSpace, shareWindow } from './stage.ts';
import type { Workbench } from '../host/workbench.ts';

const tab = (title: string, text: string) => `{% tab title="${title}" %}\n${text}\n{% endtab %}\n`;
const page = `{% tabs %}\n${tab('Bank', 'Pull it.')}\n${tab('Boat', 'Row to it.')}{% endtabs %}\n
{% hint style="info" %}
Keep the line dry.
{% endhint %}
`;

describe('custom blocks in the preview', () => {
  let workbench: Workbench;
  let number: number;

  shareWindow({}, async stage => {
    ({ workbench } = stage);
    number = await stage.service.propose('Show it', 'Moorings', page);
    await openSpace(workbench);
  });

  it('include tabs that switch, by mouse and by keyboard', async () => {
    await workbench.expandRow(changeRequestRow(workbench, number));
    const editor = workbench.editor(`change-requests/${number}`);
    await openPageOfRow(workbench, 'Moorings', editor.getByText('Pull it.'));
    await workbench.runCommand('Marginalia: Open Preview');
    const preview = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
    const isShown = async (visible: string, hidden: string) => {
      await preview.getByText(visible).waitFor();
      await preview.getByText(hidden).waitFor({ state: 'hidden' });
    };
    await isShown('Pull it.', 'Row to it.');
    assert.deepEqual(await loadedFonts(preview), ['codicon']);
    await preview.getByText('Boat', { exact: true }).click();
    await isShown('Row to it.', 'Pull it.');
    await preview.locator('summary', { hasText: 'Bank' }).press('Enter');
    await isShown('Pull it.', 'Row to it.');
  });
});
