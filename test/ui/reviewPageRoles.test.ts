import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { setReviewPage } from './reviewPageStage.ts';
import { space } from './service.ts';
import type { Role } from '../../src/sandbox/store/rows.ts';
import { memberId } from '../../src/sandbox/store/state.ts';

// Tests how the page shows the actions of a role. `features/reviewPage/rolesTable` tests all roles.

const more = ['More'];
const threadActions = ['Reply…', 'Resolve the Conversation'];

describe('the review page by role', () => {
  const on = setReviewPage();

  /** Opens the review page as a user with this role, to whom the space gives no other role. */
  async function openAs(role: Role): Promise<void> {
    const { state } = on.service;
    const member = state.members.get(memberId('tidewell', 'mira'));
    state.members.put({ ...member, role });
    state.spaces.put({ ...state.spaces.get(space), defaultLevel: null });
    state.keepWrites();
    await on.open();
    const moorings = await on.read('Moorings');
    await moorings.locator('.thread.open').first().waitFor();
  }

  /** Returns the names of the visible buttons in an element, in order, without those of closed menus. */
  async function buttonsIn(element: Locator): Promise<string[]> {
    const names = await element
      .getByRole('button')
      .evaluateAll(buttons =>
        buttons
          .filter(button => button.checkVisibility({ visibilityProperty: true }))
          .map(button => button.getAttribute('aria-label') ?? button.textContent ?? ''),
      );
    return names.map(name => name.trim());
  }

  for (const [role, actions, canComment, verdicts] of [
    ['read', more, false, undefined],
    ['comment', more, true, ['Comment']],
    [
      'review',
      ['Change Subject…', 'Merge…', ...more, 'Request Reviewers…'],
      true,
      ['Approve', 'Request Changes', 'Comment'],
    ],
  ] as const) {
    it(`shows exactly what the role "${role}" allows`, async () => {
      await openAs(role);
      const head = on.frame.locator('header.head');
      const all = ['Change Subject…', 'Update', 'Reopen', 'Merge…', 'More', 'Request Reviewers…'];
      await eventually(async () => {
        const names = await buttonsIn(head);
        assert.deepEqual(names.filter(name => all.includes(name)).toSorted(), [...actions].toSorted());
      });
      const thread = on.page('Moorings').locator('.thread.open').first();
      await thread.scrollIntoViewIfNeeded();
      const offered = await buttonsIn(thread);
      for (const name of threadActions) assert.equal(offered.includes(name), canComment, name);
      const finish = on.frame.locator('.bar').getByRole('button', { name: 'Finish Review' });
      if (!verdicts) {
        assert.equal(await finish.count(), 0);
        await on.frame.getByText('You can read here, but not comment. You need the role Commenter.').waitFor();
        return;
      }
      await finish.click();
      const choices = on.frame.getByRole('dialog').locator('.choice');
      await choices.nth(2).waitFor();
      const enabled = choices.filter({ has: on.frame.locator('input:enabled') });
      assert.deepEqual(await enabled.locator('b').allTextContents(), verdicts);
      const disabled = choices.filter({ has: on.frame.locator('input:disabled') });
      for (const text of await disabled.allTextContents()) assert.match(text, /\. You need the role Reviewer\.$/);
      const canApprove = verdicts.some(verdict => verdict === 'Approve');
      const summary = canApprove ? 'Summary optional when you approve' : 'Summary';
      await on.frame.getByRole('textbox', { name: summary, exact: true }).waitFor();
    });
  }
});
