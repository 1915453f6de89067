import assert from 'node:assert/strict';
import { createChangeRequest } from '../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { requestReviewer } from '../../src/sandbox/operations/reviews/reviewers.ts';
import type { PageRow } from '../../src/sandbox/store/rows.ts';
import { eventually } from '../host/eventually.ts';
import { addToReview, commentIn, sendComment, startThread, thread } from '../host/threads.ts';
import type { Workbench } from '../host/workbench.ts';
import { KeyboardUser } from './keyboard.ts';
import { type Service, space } from './service.ts';
import { setStage, shareWindow, type Stage } from './stage.ts';

const number = 8;
const question = 'Which of the two anchors?';

const settings = { 'comments.openView': 'never' };

let service: Service;
let workbench: Workbench;
let before: number;

function begin(stage: Stage): void {
  ({ service, workbench } = stage);
  before = service.comments(number).length;
}

const icon = () => workbench.page.locator('.activitybar .action-label[aria-label^="Marginalia"]');
const waiting = () => workbench.page.locator('[id="marginalia.marginalia.marginalia.waiting"]');
const modified = () => workbench.page.locator('.editor.modified');
const row = (text: string | RegExp) => workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: text });
const inList = () => row(`#${number} `).first();

/** Returns how many change requests wait, as the icon and the status bar report it. */
async function count(): Promise<number> {
  const count = await eventually(async () => {
    const label = (await icon().getAttribute('aria-label')) ?? '';
    return /(\d+)\+? change requests? waits? for you/.exec(label)?.[1] ?? assert.fail(label);
  });
  await waiting().filter({ hasText: count }).waitFor();
  return Number(count);
}

/** Asserts the result of a sent review. */
async function isFinished(summary: string): Promise<void> {
  await workbench.notification(/You approved #8/).waitFor();
  const { id } = service.changeRequest(number);
  const [sent, another] = service.state.reviews.by('changeRequest', id).filter(({ reviewer }) => reviewer === 'mira');
  assert.ok(sent && !another && sent.status === 'approved');
  assert.equal(service.state.comments.find(sent.comment ?? '')?.markdown, summary || undefined);
  const [comment] = service.comments(number).filter(({ markdown }) => markdown === question);
  assert.ok(comment?.page, 'the comment was not sent');
  assert.equal(service.comments(number).length, before + (summary ? 2 : 1));
  await inList().waitFor({ state: 'detached' });
}

/** Adds 500 change requests that wait for the user, and 300 conversations on the reviewed page. */
function crowd(): void {
  const { state } = service;
  const base = { by: 'jun', at: '2026-01-01T10:00:00.000Z' };
  for (let index = 0; index < 500; index++) {
    const added = createChangeRequest(state, state.spaces.get(space), { ...base, subject: `Change ${index}` });
    requestReviewer(state, added, 'mira', base);
  }
  const { id: changeRequest, revision } = service.changeRequest(number);
  const pages = state.revisions.get(revision).pages;
  const page = pageNamed(pages, 'Two-point mooring') ?? assert.fail('no such page');
  for (let index = 0; index < 300; index++) {
    const fields = {
      postedBy: 'jun',
      postedAt: base.at,
      markdown: `Remark ${index}`,
      reactions: [],
      status: 'open' as const,
    };
    state.comments.put({ id: `remark-${index}`, space, changeRequest, revision, page, ...fields });
  }
  state.keepWrites();
  before += 300;
}

// A review from the waiting list to its end, as users do it. The result is checked in the sandbox.
describe('the day of a reviewer in a separate window', () => {
  setStage({ signedIn: true, settings }, begin);

  it('works by keyboard', byKeyboard);

  it('works by keyboard with 500 change requests and 300 conversations', async () => {
    crowd();
    await workbench.runCommand('Marginalia: Refresh');
    await byKeyboard();
  });

  async function byKeyboard(): Promise<void> {
    const keyboard = new KeyboardUser(workbench);
    await keyboard.run('Focus on Review View');
    const number = await count();
    // The view was opened when it was focused for the first time.
    await keyboard.run('Focus on Review View');
    await keyboard.goTo('#8 ');
    // VS Code does not expand a row that is being redrawn.
    await eventually(async () => {
      await keyboard.press('ArrowRight');
      await row('Overview and discussion').waitFor({ timeout: 5000 });
    });
    await keyboard.goTo('Two-point mooring');
    await keyboard.press('Enter');
    await modified().getByText('upstream anchor').first().waitFor();
    // The button has the same conditions as the keys.
    await workbench.page.getByRole('button', { name: /^Mark as Viewed/ }).waitFor();
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await keyboard.press('Alt+m');
    await keyboard.press('v');
    await row(/1 of \d+ viewed/)
      .first()
      .waitFor();
    // VS Code offers the command only after it knows the commenting ranges.
    await modified().locator('.comment-range-glyph').first().waitFor();
    await keyboard.run('Marginalia: Comment on the Whole Page');
    await workbench.page.locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
    await sendComment(workbench, question);
    await commentIn(thread(workbench, question), question).waitFor();
    await keyboard.run('Marginalia: Finish Review...');
    await keyboard.choose('Approve', 'Finish Review');
    await keyboard.enter('Well done.', '', 'A summary for the author');
    await isFinished('Well done.');
    if (number > 1) assert.equal(await count(), number - 1);
    else await waiting().waitFor({ state: 'detached' });
  }
});

describe('the day of a reviewer', () => {
  shareWindow({ settings }, begin);

  it('works by mouse', async () => {
    await workbench.openView('Marginalia');
    await workbench.foldView('Review', true);
    await count();
    await workbench.foldView('Review', false);
    await workbench.foldView('Documentation', false);
    await waiting().click();
    await workbench.expandRow(inList());
    // VS Code redraws the rows below this row together with it, and loses clicks on their checkboxes meanwhile.
    await inList()
      .filter({ hasText: /0 of \d+ viewed/ })
      .waitFor();
    // The row is redrawn when the comments on its pages have been counted.
    await row(/edited · \d+ open/)
      .first()
      .waitFor();
    await row('Two-point mooring').click();
    await modified().getByText('upstream anchor').first().waitFor();
    await row('Two-point mooring').locator('.monaco-checkbox').click();
    await row(/1 of \d+ viewed/)
      .first()
      .waitFor();
    await startThread(modified(), 'Drop the downstream anchor');
    await addToReview(workbench, question);
    assert.equal(service.comments(number).length, before, 'it waits for the review');
    // The menu item ends with its key.
    await workbench.contextMenu(inList(), /^Finish Review/);
    await workbench.pick('Approve');
    await workbench.enter('', 'A summary for the author');
    await isFinished('');
  });
});

// Such a server reports neither the user nor the changes of a change request, and accepts no reviews.
describe('the day of a reviewer on a server with only the documented operations', () => {
  shareWindow({ settings, documentedOnly: true }, begin);

  it('works by mouse', async () => {
    await workbench.openView('Marginalia');
    await workbench.foldView('Review', true);
    await workbench.foldView('Documentation', false);
    await row('Choose who you are').first().click();
    await workbench.pick('Mira Aaltonen');
    await row('Choose spaces to watch').first().click();
    await workbench.pickMany('Heron manual');
    const waited = await count();
    await workbench.expandRow(inList());
    await workbench.expandRow(row('All pages'));
    await workbench.treeRow('Heron manual').click();
    const editor = workbench.editor('change-requests/8');
    await editor.locator('.comment-range-glyph').first().waitFor();
    await workbench.screenshot('day documented page');
    await workbench.runCommand('Marginalia: Comment on the Whole Page');
    await workbench.page.locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
    await addToReview(workbench, question);
    await workbench.contextMenu(inList(), /^Finish Review/);
    await workbench.pick('Approve');
    await workbench.enter('Well done.', 'A summary for the author');
    await workbench.notification(/You approved #8/).waitFor();
    const sent = service.comments(number).slice(before);
    assert.deepEqual(
      sent.map(({ markdown, page, postedBy }) => [markdown, page !== undefined, postedBy]),
      [
        [question, true, 'mira'],
        ['**Approved.**\n\nWell done.', false, 'mira'],
      ],
    );
    await inList().waitFor({ state: 'detached' });
    if (waited > 1) assert.equal(await count(), waited - 1);
    else await waiting().waitFor({ state: 'detached' });
  });
});

function pageNamed(pages: readonly PageRow[], title: string): string | undefined {
  for (const page of pages) {
    const id = page.title === title ? page.id : pageNamed(page.pages ?? [], title);
    if (id) return id;
  }
  return undefined;
}
