import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import { waitForCount } from '../host/locators.ts';
import { setReviewPage } from './reviewPageStage.ts';

describe('spelling differences on the review page', () => {
  const on = setReviewPage();
  const { open, read, page } = on;
  const toggle = () => on.frame.getByRole('button', { name: /^Show Changes in Spelling/ });
  const marked = '.row.change';

  /** Opens a change request that changes only the spelling of one page, and the spelling and a word of another. */
  async function openRespelled(): Promise<void> {
    const { service } = on;
    const permits = await service.markdown(8, 'Permits');
    const number = await service.propose('Spell it as others do', 'Permits', respelled(permits));
    const mooring = await service.markdown(number, 'Two-point mooring');
    const edited = mooring.replace(/\bBoats\b/, 'Ships');
    assert.notEqual(edited, mooring);
    await service.edit(number, 'Two-point mooring', respelled(edited));
    await on.workbench.runCommand('Marginalia: Refresh');
    await open(number);
  }

  it('are hidden until they are requested, and are counted', async () => {
    await openRespelled();
    const permits = await read('Permits');
    await permits.getByText(/^Its text reads the same\. \d+ changes in spelling are not shown\.$/).waitFor();
    await waitForCount(permits.locator(marked), 0);
    const mooring = await read('Two-point mooring');
    await waitForCount(mooring.locator(marked), 1);
    await waitForCount(mooring.getByText('Written as').filter({ visible: true }), 0);
    await on.press('j');
    await mooring.locator('.row.change :focus, .row.change:focus-within').first().waitFor();
    await eventually(async () => assert.match((await toggle().textContent()) ?? '', /^Show Changes in Spelling\d+$/));

    await on.press('l');
    await toggle().and(on.frame.locator('[aria-pressed="true"]')).waitFor();
    await permits.locator(marked).getByText('Written as').first().waitFor();
    await waitForCount(permits.getByText('reads the same'), 0);
    await mooring.getByText('Written as').filter({ visible: true }).first().waitFor();
    await mooring.locator(marked).nth(1).waitFor();
  });

  it('stay visible when the page is shown again, until they are hidden', async () => {
    await openRespelled();
    await read('Permits');
    await toggle().click();
    await page('Permits').locator(marked).first().waitFor();
    await on.workbench.runCommand('File: New Untitled Text File');
    await on.workbench.runCommand('View: Close Editor');
    await read('Permits');
    await page('Permits').locator(marked).first().waitFor();
    await on.workbench.runCommand('Marginalia: Toggle Changes in Spelling');
    await page('Permits').getByText('Its text reads the same.').waitFor();
    await waitForCount(page('Permits').locator(marked), 0);
  });
});

/** Returns a text with other marks and escapes, but with equal meaning. */
function respelled(markdown: string): string {
  const other = markdown
    .replace(/^\* /gm, '- ')
    .replace(/\*\*([^*\n]+)\*\*/g, '__$1__')
    .replace(/(?<=[a-z])\.$/gm, '\\.');
  assert.notEqual(other, markdown);
  return other;
}
