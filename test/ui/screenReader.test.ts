import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { bringIntoSight, thread } from '../host/threads.ts';
import type { Workbench } from '../host/workbench.ts';
import {
  changed,
  commentOf,
  headOf,
  listed,
  canComment,
  pagesOf,
  setPageScript,
  threadOf,
} from './reviewPageScript.ts';
import { space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow } from './stage.ts';

// The accessibility tree of Chromium is what screen readers read.
const isIn = async (locator: Locator, ...lines: string[]) => {
  const tree = (await locator.ariaSnapshot()).split('\n').map(line => line.trim());
  for (const line of lines) assert.ok(tree.includes(line), `${line} is not in\n${tree.join('\n')}`);
};

describe('a screen reader on the review page', () => {
  const script = setPageScript();
  const { post, sent } = script;
  let page: Page;

  beforeEach(async () => {
    ({ page } = script);
    const head = {
      ...headOf('Moor it better'),
      checks: [
        {
          text: 'Links have not been checked.',
          tone: 'open' as const,
          action: 'findBrokenLinks' as const,
          label: 'Look',
        },
      ],
    };
    await post({ type: 'head', head }, canComment);
    await post(pagesOf(listed('Moorings', { conversations: 2, isViewed: false })));
    await post({ type: 'page', id: 'Moorings', mode: 'split', facts: [], rows: [{ ...changed, line: 0 } as never] });
    await page.evaluate(recordAnnouncements);
  });

  const announced = () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  const hears = (...sentences: string[]) => eventually(async () => assert.deepEqual(await announced(), sentences));
  const postThread = (more: Parameters<typeof threadOf>[1] = {}) =>
    post({ type: 'threads', id: '', threads: [threadOf('On the text', more)], hasMore: false });

  it('reads headings without the buttons next to them, and buttons with their purpose', async () => {
    await isIn(
      page.locator('.head'),
      '- heading "#8 Moor it better" [level=1]',
      '- button "Change Subject…"',
      '- heading "Reviewers" [level=2]',
      '- button "Request Reviewers…": Request…',
      '- text: "open: Links have not been checked."',
      `- 'button "Look: Links have not been checked."': Look`,
    );
  });

  it('reads once how many changes and comments a page has', async () => {
    const name = /^Moorings, 1 edited, 2 open conversations$/;
    const article = page.getByRole('article', { name });
    await isIn(article, '- button "Fold Moorings" [expanded]', '- heading "Moorings" [level=3]', '- checkbox "Viewed"');
    assert.doesNotMatch(await article.ariaSnapshot(), /conversations 2/);
    await article.getByRole('group', { name: 'Edited paragraph, as it was', exact: true }).waitFor();
    const after = article.getByRole('group', { name: 'Edited paragraph', exact: true });
    await after.getByRole('button', { name: 'Comment on This Block' }).waitFor();
  });

  it('reads who started a conversation, its length and status, and reactions', async () => {
    const comments = [
      commentOf('Ada', { isYou: false, reactions: [{ emoji: '👍', count: 2, isYours: true, names: ['Ben'] }] }),
    ];
    await postThread({ comments, label: '' });
    const group = page.getByRole('group', { name: 'Conversation of Ada, 1 comment, open', exact: true });
    const comment = group.getByRole('article', { name: 'Comment by Ada' });
    await comment.getByRole('button', { name: 'You and Ben reacted with 👍', exact: true, pressed: true }).waitFor();
    await postThread({ comments, label: '', state: 'resolved' });
    await page.getByRole('group', { name: 'Conversation of Ada, 1 comment, resolved', exact: true }).waitFor();
  });

  it('reads the end of a review as a dialog with its verdicts', async () => {
    await page.getByRole('button', { name: 'Finish Review' }).first().click();
    const offer = { title: 'Approve', meaning: 'It can be merged as it is.', isRefused: false };
    const toSend = { pending: [], offers: [{ verdict: 'approved' as const, ...offer }], summary: '' };
    await post({ type: 'toSend', toSend });
    const dialog = page.getByRole('dialog', { name: 'Finish Review of #8', exact: true });
    await dialog.getByRole('group', { name: 'Verdict' }).getByRole('radio', { name: 'Approve' }).waitFor();
    await dialog.getByRole('textbox', { name: /^Summary optional/ }).waitFor();
    await post({ type: 'finished', isBegun: false });
    await dialog.waitFor({ state: 'detached' });
  });

  it('announces once that a page is viewed', async () => {
    const viewed = pagesOf(listed('Moorings', { conversations: 2, isViewed: true }));
    await post(viewed, viewed, canComment);
    await eventually(async () => {
      const [sentence = '', ...others] = await announced();
      assert.match(sentence, /^1 of 1 viewed/);
      assert.deepEqual(others, []);
    });
  });

  it('announces once that a draft is stored, and then that it is sent or why not', async () => {
    await page.getByRole('button', { name: 'Comment on the Change Request' }).click();
    await page.keyboard.type('Hello');
    const draft = await eventually(async () => (await sent('type'))[0]?.draft ?? assert.fail('not saved'));
    await post({ type: 'draftState', draft, state: 'stored' }, { type: 'draftState', draft, state: 'stored' });
    await hears('Draft kept');
    await page.getByRole('button', { name: 'Comment Now' }).click();
    await post({ type: 'draftState', draft, state: 'failed', why: 'The server cannot be reached.' });
    await hears('Draft kept', 'Sending…', 'The server cannot be reached.');
    await page.getByRole('button', { name: 'Comment Now' }).click();
    await post({ type: 'draftState', draft, state: 'sent' });
    await hears('Draft kept', 'Sending…', 'The server cannot be reached.', 'Sending…', 'Sent.');
  });

  it('announces once that a conversation is resolved', async () => {
    await postThread({ label: '' });
    await page.getByRole('button', { name: 'Resolve the Conversation' }).click();
    await postThread({ label: '', state: 'resolved' });
    await postThread({ label: 'Later', state: 'resolved' });
    await hears('Resolved.');
  });

  it('announces a message above the page once', async () => {
    const message = { type: 'banner', text: 'The server cannot be reached.', label: 'Try Again' } as const;
    await post(message, message);
    await hears('The server cannot be reached.Try Again');
  });
});

/** Records the texts of status regions when they change, as screen readers read them. */
function recordAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  for (const region of document.querySelectorAll<HTMLElement>('[role=status], [role=alert]')) observe(region);
  // A region that is inserted with its text is not read, but later changes of it are.
  new MutationObserver(changes => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(node => node instanceof HTMLElement);
    for (const element of added) {
      for (const region of element.querySelectorAll<HTMLElement>('[role=status], [role=alert]')) observe(region);
    }
  }).observe(document.body, { childList: true, subtree: true });

  function observe(region: HTMLElement): void {
    new MutationObserver(() => {
      // Hidden texts, such as the shorter of two, are not read.
      const text = region.innerText.trim();
      if (region.isConnected && text) announced.push(text);
    }).observe(region, { childList: true, subtree: true, characterData: true });
  }
}

describe('a screen reader in VS Code', () => {
  let workbench: Workbench;
  shareWindow({ settings: { 'comments.openView': 'never' } }, async stage => {
    ({ workbench } = stage);
    await openSpace(workbench);
  });
  const sidebarRow = (name: RegExp | string) => workbench.page.locator('.sidebar').getByRole('treeitem', { name });

  it('reads the kind and state of rows', async () => {
    await workbench.expandRow(changeRequestRow(workbench, 8));
    await sidebarRow('Space, Heron manual, 5 open, 1 draft').waitFor();
    await sidebarRow(/^Change request 8, Call it .*, open, 13 open comments$/).waitFor();
    const glossary = sidebarRow('Glossary, edited, 1 open comment');
    await glossary.getByRole('checkbox', { name: 'Viewed: Glossary', checked: false }).click();
    await glossary.getByRole('checkbox', { name: 'Viewed: Glossary', checked: true }).waitFor();
    await sidebarRow('Get started, 1 of 1 viewed').waitFor();
    await workbench.foldView('Documentation', false);
    await workbench.foldView('Review', true);
    const facts = 'open, 13 open comments, 1 of 10 viewed, approved, Heron manual, Tidewell, Jun Takahashi';
    await sidebarRow(new RegExp(`^Change request 8, .*, ${facts}, \\d+ \\w+ ago$`)).waitFor();
  });

  it('reads the kind, placement and authors of a thread in an editor', async () => {
    await workbench.expandRow(changeRequestRow(workbench, 8));
    await workbench.openFrom(workbench.treeRow('Two-point mooring'), workbench.page.locator('.editor.modified'));
    const widget = thread(workbench, 'Step 3 is where beginners fall in.');
    await bringIntoSight(widget);
    const name = /^Comment thread with 3 comments on lines? \d+.*\. Discussion\.$/;
    assert.match((await widget.locator('.comments-container').getAttribute('aria-label')) ?? '', name);
    await widget.getByRole('treeitem', { name: /^Amara Okonkwo, Step 3 is where beginners fall in\./ }).waitFor();
    for (const button of ['Resolve Conversation', 'Copy Link', 'Collapse', 'Reply...']) {
      await widget.getByRole('button', { name: button, exact: true }).first().waitFor();
    }
  });

  it('reads the purpose of prompts, and validation errors', async () => {
    const { control, quickInput } = workbench;
    const changeRequest = `/spaces/${space}/change-requests/8.md`;
    const asked = control.executeOn('marginalia.changeRequest.requestReviewers', changeRequest);
    await quickInput.getByRole('textbox', { name: 'Search by name or email - Request Reviewers for #8' }).waitFor();
    await quickInput.getByRole('checkbox', { name: /^Amara Okonkwo, .*, already asked$/ }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await asked;
    const signingIn = control.execute('marginalia.session.signIn');
    const field = quickInput.getByRole('textbox').first();
    await quickInput.getByText('Address of the server').waitFor();
    await field.fill('not an address');
    const message = quickInput.locator('.quick-input-message');
    await eventually(async () => assert.match((await message.textContent()) ?? '', /address/));
    await workbench.page.keyboard.press('Escape');
    await signingIn;
  });
});
