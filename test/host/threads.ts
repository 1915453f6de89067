import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

/** Returns the comment thread in an editor that contains a text. */
export function thread(workbench: Workbench, text: string | RegExp): Locator {
  return workbench.page.locator('.review-widget').filter({ hasText: text });
}

/** Returns the comment of a thread that contains a text. Its parts: `.author`, `.timestamp`, `.comment-body`. */
export function commentIn(widget: Locator, text: string | RegExp): Locator {
  return widget.locator('.review-comment').filter({ hasText: text });
}

/** Clicks the "+" in the gutter at the line with this text, or drags it to another line, and waits for the form. */
export async function startThread(editor: Locator, from: string, to = from): Promise<void> {
  const { mouse } = editor.page();
  const start = await eventually(() => gutterAt(editor, from));
  const end = to === from ? start : await eventually(() => gutterAt(editor, to));
  // VS Code accepts the mouse only after it has drawn the "+", and not while it redraws it.
  await eventually(async () => {
    await mouse.move(start.x, start.y - 50);
    await mouse.move(start.x, start.y);
    await editor.locator('.comment-range-glyph.line-hover').waitFor({ timeout: 5000 });
    await mouse.down();
    if (to !== from) {
      await mouse.move(end.x, end.y, { steps: 8 });
    }
    await mouse.up();
    await editor.locator('.review-widget .comment-form .monaco-editor.focused').waitFor({ timeout: 10_000 });
  });
}

/** Types into the focused form and submits it with the keyboard. */
export async function sendComment(workbench: Workbench, text: string): Promise<void> {
  // The form is no input element, so it cannot be filled.
  await workbench.page.keyboard.insertText(text);
  // The shortcut has no effect until VS Code enables the button.
  const button = '.review-widget:has(.monaco-editor.focused) .form-actions .monaco-button:not(.disabled)';
  await workbench.page.locator(button).last().waitFor();
  await workbench.page.keyboard.press('Control+Enter');
}

export async function reply(workbench: Workbench, widget: Locator, text: string): Promise<void> {
  await openReply(widget);
  await sendComment(workbench, text);
}

/** Opens the reply form of a thread. */
export async function openReply(widget: Locator): Promise<void> {
  const button = widget.locator('.review-thread-reply-button');
  await bringIntoSight(button);
  await button.click();
  await widget.locator('.comment-form .monaco-editor.focused').waitFor();
}

/** Replaces the text of a comment that is being edited. */
export async function replaceText(workbench: Workbench, comment: Locator, text: string): Promise<void> {
  await comment.locator('.edit-container .monaco-editor.focused').waitFor();
  await workbench.page.keyboard.press('Control+a');
  await sendComment(workbench, text);
}

/** Types into the focused form and adds the comment to the pending review. */
export async function addToReview(workbench: Workbench, text: string): Promise<void> {
  await workbench.page.keyboard.insertText(text);
  const buttons = workbench.page.locator('.review-widget:has(.monaco-editor.focused) .form-actions');
  await buttons.getByText('Add to Review').first().click();
  await commentIn(thread(workbench, text), /pending/).waitFor();
}

/** Clicks an action of a comment, such as "Edit", which is visible while the mouse is over the comment. */
export async function commentAction(comment: Locator, name: string | RegExp): Promise<void> {
  await bringIntoSight(comment);
  await comment.hover();
  await comment.locator('.comment-actions').getByRole('button', { name }).click();
}

/** Clicks an action in the title of a thread, such as "Resolve". */
export async function threadAction(widget: Locator, name: string | RegExp): Promise<void> {
  const button = widget.locator('.review-actions').getByRole('button', { name });
  await bringIntoSight(button);
  await button.click();
}

/** Toggles a reaction with the picker of a comment. */
export async function react(comment: Locator, emoji: string): Promise<void> {
  await bringIntoSight(comment);
  await comment.hover();
  await comment.locator('.toolbar-toggle-pickReactions').first().click();
  await comment.page().locator('.monaco-menu .action-menu-item').filter({ hasText: emoji }).click();
}

/** Returns the button of a reaction below a comment. Its name contains the count. */
export function reaction(comment: Locator, emoji: string): Locator {
  return comment.getByRole('button', { name: new RegExp(`reactions? with ${emoji}`) });
}

/** Scrolls the editor with the mouse wheel until an element is visible, because Playwright cannot scroll the editor. */
export async function bringIntoSight(target: Locator): Promise<void> {
  const page = target.page();
  const { height } = page.viewportSize() ?? { height: 900 };
  await target.waitFor({ state: 'attached' });
  await eventually(async () => {
    const box = await target.boundingBox();
    if (!box) throw new Error('What is to be brought into sight is not drawn.');
    const middle = box.y + box.height / 2;
    if (middle > 120 && middle < height - 80) return;
    await page.mouse.move(box.x + box.width / 2, height / 2);
    await page.mouse.wheel(0, middle - height / 2);
    throw new Error('It is not in sight yet.');
  });
}

async function gutterAt(editor: Locator, text: string): Promise<{ x: number; y: number }> {
  const glyph = await editor.locator('.comment-range-glyph').first().boundingBox();
  const line = await editor.locator('.view-lines > .view-line').filter({ hasText: text }).first().boundingBox();
  if (!glyph || !line) {
    throw new Error(`No line with "${text}" that can be commented on is in sight.`);
  }
  return { x: glyph.x + glyph.width / 2, y: line.y + line.height / 2 };
}
