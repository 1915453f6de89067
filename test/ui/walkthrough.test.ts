import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { waitForCount } from '../host/locators.ts';
import type { Workbench } from '../host/workbench.ts';
import { manifestTexts } from '../project/sources.ts';
import { translations } from '../project/texts.ts';
import { pressKey } from './reviewPageStage.ts';
import type { Service } from './service.ts';
import { setStage } from './stage.ts';

const stepIds = ['sandbox', 'open', 'comment', 'finish', 'signIn'] as const;

for (const language of [undefined, 'de', 'es']) {
  describe(`the walkthrough in ${language ?? 'English'}`, () => {
    const texts = manifestTexts(language);
    const translated = language ? translations(language) : {};
    const t = (text: string) => translated[text] ?? text;
    const titleOf = (id: (typeof stepIds)[number]) => textOf(`walkthrough.${id}.title`);
    let service: Service;
    let server: FaultyServer;
    let workbench: Workbench;
    let frame: FrameLocator;

    // The window has no folder and is in Restricted Mode.
    const settings = { 'comments.openView': 'never' };
    setStage({ signedIn: false, isRestricted: true, settings, ...(language && { language }) }, async stage => {
      ({ service, workbench } = stage);
      // The name keeps the extension from recognizing a sandbox.
      server = await startFaultyServer(service.url, 'server of a company');
      frame = workbench.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
      await workbench.openView('Marginalia');
    });
    afterEach(() => server.close());

    const walkthrough = () => workbench.page.locator('.gettingStartedContainer').filter({ visible: true });
    const step = (id: (typeof stepIds)[number]) =>
      walkthrough()
        .locator('.getting-started-step')
        .filter({ hasText: titleOf(id) });
    const isDone = (id: (typeof stepIds)[number]) => step(id).getByRole('checkbox', { checked: true });
    const openSteps = () => workbench.runCommand(`Marginalia: ${textOf('command.help.getStarted')}`);

    it('completes each step when it is done', async () => {
      const { page } = workbench;
      const signedOut = textOf('welcome.spaces.signedOut');
      const welcome = page.locator('.welcome-view-content').filter({ hasText: signedOut.split('\n')[0] ?? '' });
      await welcome.getByText(linkIn(signedOut, 'help.getStarted'), { exact: true }).click();
      await walkthrough()
        .locator('h2', { hasText: textOf('walkthrough.title') })
        .waitFor();
      await waitForCount(walkthrough().locator('.getting-started-step'), stepIds.length);
      assert.equal(await walkthrough().getByRole('checkbox', { checked: true }).count(), 0);

      const trySandbox = linkIn(textOf('walkthrough.sandbox.description'), 'session.trySandbox');
      await step('sandbox').getByRole('button', { name: trySandbox }).click();
      await isDone('sandbox').waitFor();
      await workbench.screenshot(`first minutes ${language ?? 'en'} walkthrough`);

      await page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: '#' }).click();
      await frame.locator('.page').first().waitFor();
      await openSteps();
      await isDone('open').waitFor();
      assert.equal(await walkthrough().getByRole('checkbox', { checked: true }).count(), 2);

      await workbench.tab('#').first().click();
      await frame.locator('.page').first().waitFor();
      await frame.locator('.page h2, .page h3').first().click();
      await pressKey(workbench, frame, 'j');
      await pressKey(workbench, frame, 'c');
      await frame.locator('textarea:focus').waitFor();
      await page.keyboard.type('Which line is this?');
      await frame.getByText(t('Draft kept')).waitFor();
      await workbench.screenshot(`first minutes ${language ?? 'en'} comment`);
      await page.keyboard.press('Control+Enter');
      await frame.locator('.comment', { hasText: 'Which line is this?' }).first().waitFor();
      await openSteps();
      await isDone('comment').waitFor();

      await workbench.tab('#').first().click();
      await frame
        .getByRole('button', { name: t('Finish Review') })
        .first()
        .click();
      const dialog = frame.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('Approve') }).check();
      await workbench.screenshot(`first minutes ${language ?? 'en'} finish`);
      await page.keyboard.press('Control+Enter');
      await dialog.waitFor({ state: 'detached' });
      await openSteps();
      await isDone('finish').waitFor();
      assert.equal(await isDone('signIn').count(), 0);

      await step('signIn').click();
      const signIn = linkIn(textOf('walkthrough.signIn.description'), 'session.signIn');
      await step('signIn').getByRole('button', { name: signIn }).click();
      await workbench.enter(server.url, t('Address of the server'));
      await workbench.enter(service.token, new URL(server.url).host);
      await waitForCount(walkthrough().getByRole('checkbox', { checked: true }), stepIds.length);
    });

    function textOf(id: string): string {
      return texts[id] ?? assert.fail(`no text ${id}`);
    }

    /** Returns the label of the link that runs a command. */
    function linkIn(text: string, command: string): string {
      const links = text.matchAll(/\[([^\]]+)\]\(command:marginalia\.([\w.]+)\)/g);
      for (const [, label = '', name] of links) if (name === command) return label;
      return assert.fail(`no link to ${command}`);
    }
  });
}
