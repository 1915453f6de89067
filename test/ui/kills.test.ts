import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import { addToReview, bringIntoSight, openReply, startThread, thread } from '../host/threads.ts';
import type { Workbench } from '../host/workbench.ts';
import { createRandom } from '../sandbox/random.ts';
import { isFullSize } from '../size.ts';
import type { Service } from './service.ts';
import { changeRequestRow, openSpace, setStage } from './stage.ts';

const title = 'Two-point mooring';
/** The changed page has another title in each change request, by which the tests find its row. */
const titleIn = (number: number) => `Mooring ${number}`;
const lines = ['Drop the anchor.', 'Pay out the line.', 'Make it fast.'] as const;
const kills = 20;

// The suite takes ten minutes. `typed.test.ts` has shorter tests of this kind.
(isFullSize ? describe : describe.skip)('a review in which the extensions end again and again', () => {
  let service: Service;
  let server: FaultyServer;
  let workbench: Workbench;

  setStage({ signedIn: true, settings: { 'comments.openView': 'never' } }, stage => {
    ({ service, server, workbench } = stage);
  });

  const modified = () => workbench.page.locator('.editor.modified');
  const filledBox = () => workbench.page.locator('.review-widget .comment-form .view-lines').filter({ hasText: /\S/ });
  const random = createRandom(8);

  /** Returns the places that contain a word: on the server and in the drafts. */
  function placesOf(word: string): string[] {
    const sent = [...service.state.comments.all(), ...service.state.commentReplies.all()];
    const isIn = (text: string | undefined) => text?.includes(word) ?? false;
    return [
      ...sent.flatMap(({ markdown }) => (isIn(markdown) ? `server: ${markdown}` : [])),
      ...workbench
        .storedDrafts()
        .flatMap(draft => (isIn(draft) ? `kept: ${(JSON.parse(draft) as { text: string }).text}` : [])),
    ];
  }

  async function type(word: string): Promise<void> {
    await workbench.page.keyboard.insertText(word);
    await eventually(() => assert.notDeepEqual(placesOf(word), [], `not kept: ${word}`));
  }

  async function openPage(number: number): Promise<void> {
    await openSpace(workbench);
    await workbench.expandRow(changeRequestRow(workbench, number));
    // The rows may still belong to the extension host that has ended.
    await eventually(async () => {
      try {
        await workbench.treeRow(titleIn(number)).click({ timeout: 5000 });
        await modified().getByText(lines[0]).first().waitFor({ timeout: 5000 });
      } catch (error) {
        await workbench.runCommand('Marginalia: Refresh');
        throw error;
      }
    });
    await thread(workbench, 'Any news?').first().waitFor();
  }

  /** Opens a new box. A box that VS Code has restored may have the focus until then. */
  async function begin(line: string): Promise<void> {
    await startThread(modified(), line);
    const widget = workbench.page.locator('.review-widget').filter({ hasText: 'Start discussion' });
    await widget.locator('.comment-form .monaco-editor.focused').waitFor();
    await waitUntilEmpty(widget);
  }

  /** After a crash, VS Code restores the text of another thread in a box, from where the extension removes it. */
  async function waitUntilEmpty(widget: Locator): Promise<void> {
    await widget.locator('.comment-form .view-lines').filter({ hasText: /^\s*$/ }).waitFor();
  }

  async function openBox(conversation: Locator): Promise<void> {
    const box = conversation.locator('.comment-form .monaco-editor');
    if (await box.isVisible()) {
      await bringIntoSight(box);
      await box.click();
    } else {
      await openReply(conversation);
    }
    await waitUntilEmpty(conversation);
  }

  async function end(isCrash: boolean, number: number): Promise<void> {
    if (!isCrash) return workbench.reload();
    const row = workbench.treeRow('Tidewell');
    await row.waitFor();
    workbench.crash();
    await row.waitFor({ state: 'detached' });
    await row.waitFor({ timeout: 60_000 });
    // VS Code shows no threads in an editor that was open when its extensions ended.
    await workbench.runCommand('View: Close All Editors');
    await openPage(number);
  }

  /** Sends a comment whose outcome is unknown when the extensions end. */
  async function send(word: string, isCrash: boolean): Promise<void> {
    // The box survives a crash, so its text may arrive only later.
    server.fail({ kind: isCrash || random.chance(0.5) ? 'late' : 'held' }, /^POST .*\/comments$/, 1);
    await workbench.page.keyboard.insertText(word);
    const form = workbench.page.locator('.review-widget:has(.monaco-editor.focused) .form-actions');
    await form.getByText('Comment Now').first().click();
    await server.waiting();
  }

  it(`loses no typed word: each is where it was typed or on the server after ${kills} crashes`, async function () {
    this.timeout(kills * 90_000);
    const words: string[] = [];
    const next = () => {
      const word = `word${words.length}x`;
      words.push(word);
      return word;
    };
    const numbers: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      numbers.push(await service.propose(`Say it better ${kill}`, title, `${lines.join('\n\n')}\n`));
      const number = numbers.at(-1) ?? assert.fail();
      await service.rename(number, title, titleIn(number));
      await service.comment(number, titleIn(number), 'Any news?');
    }
    for (const [kill, number] of numbers.entries()) {
      await workbench.runCommand('View: Close All Editors');
      await openPage(number);
      if (random.chance(0.6)) {
        await begin(lines[0]);
        await addToReview(workbench, next());
      }
      if (random.chance(0.6)) {
        await begin(lines[1]);
        await send(next(), kill % 2 === 1);
      }
      if (random.chance(0.5)) await openBox(thread(workbench, 'Any news?'));
      else await begin(lines[2]);
      await type(next());
      await end(kill % 2 === 1, number);
      await server.recover();
      await modified().getByText(lines[0]).first().waitFor();
      if (random.chance(0.7) && (await filledBox().count()) > 0) {
        // A user who continues immediately types after the restored text.
        await bringIntoSight(filledBox().first());
        await filledBox().first().click();
        await workbench.page.keyboard.press('Control+End');
        await type(` ${next()}`);
      }
      // A held request has arrived after the page was read.
      await workbench.runCommand('Marginalia: Refresh');
      await eventually(() => {
        const wrong = words.flatMap(word => (placesOf(word).length === 1 ? [] : { word, places: placesOf(word) }));
        assert.deepEqual(wrong, [], `after end ${kill}`);
      });
    }
  });
});
