import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import { waitForCount } from '../host/locators.ts';
import { setReviewPage } from './reviewPageStage.ts';

const title = 'Two-point mooring';

describe('a block on the review page', () => {
  const on = setReviewPage();

  it('is reverted by its button after a confirmation, and restored by "Undo"', async () => {
    const number = await on.service.propose('Say it better', title, 'Drop the upstream anchor.\n\nPay out the line.\n');
    await on.open(number);
    const block = on.frame.locator('.row .side.after').filter({ hasText: 'Pay out the line.' });
    await block.hover();
    await block.getByRole('button', { name: 'Revert This Block' }).click();
    await on.workbench.dialog.getByText('Pay out the line.').first().waitFor();
    await on.workbench.answer('Revert');
    await waitForCount(block, 0);
    const stored = await on.service.markdown(number, title);
    assert.ok(stored.includes('Drop the upstream anchor.') && !stored.includes('Pay out'), stored);
    await on.workbench.page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await block.waitFor();
    await eventually(async () => assert.match(await on.service.markdown(number, title), /Pay out the line\./));
  });
});
