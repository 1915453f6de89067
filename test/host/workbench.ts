import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { root } from '../../scripts/setup.mjs';
import { manifest, manifestTexts, titleOf } from '../project/sources.ts';
import { eventually } from './eventually.ts';
import { appendDetails, paragraph } from './explain.ts';
import {
  builtInExtensions,
  installExtension,
  launchBrowser,
  startServer,
  withoutTrust,
  writeSettings,
  type Server,
} from './vscode.ts';
import { WindowControl } from './windowControl.ts';

export interface WorkbenchOptions {
  /** The package to install; by default the output of `npm run package`. */
  vsix?: string;
  /** Environment variables of the extension, in addition to those of this process without its MARGINALIA_ variables. */
  env?: Record<string, string>;
  settings?: Record<string, unknown>;
  /** The folder to open; by default an empty window. */
  folder?: string;
  /** True to open folders in Restricted Mode; by default they are trusted. */
  isRestricted?: boolean;
  viewport?: { width: number; height: number };
  /** A browser in which several windows are opened one after another; by default a new one. */
  browser?: Browser;
  /** The language of VS Code, such as "de"; by default English. Without a language pack, only extensions show it. */
  language?: string;
  /** True if the window has the test extension, and so `Workbench.control`. */
  isControlled?: boolean;
}

const viewport = { width: 1400, height: 900 };

/** Opens a VS Code as a user has it, with only the packaged extension installed and no test mode. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'marginalia-ui-'));
  const restricted = { 'security.workspace.trust.startupPrompt': 'never' };
  writeSettings(dataDir, { ...(options.isRestricted && restricted), ...options.settings });
  const extensions = await installed(options.vsix ?? join(root, 'dist/marginalia.vsix'));
  process.once('SIGTERM', exit);
  const args = [
    '--extensions-dir',
    extensions,
    '--builtin-extensions-dir',
    fewExtensions(options.isControlled),
    ...(options.isRestricted ? [] : [withoutTrust]),
  ];
  const server = await startServer({
    dataDir,
    args,
    env: { ...withoutSignIn, ...options.env, MARGINALIA_TEST_SOCKET: socketIn(dataDir) },
  });
  const browser = options.browser ?? (await launchBrowser());
  const context = await browser.newContext({ viewport: options.viewport ?? viewport });
  const closeBrowser = () => (options.browser ? context.close() : browser.close());
  const page = await context.newPage();
  // The timeout is higher than anything takes on a busy machine.
  page.setDefaultTimeout(60_000);
  page.on('dialog', dialog => void dialog.accept()); // Chromium asks "Leave site?" for unsaved changes.
  const { isControlled = false, language } = options;
  await page.addInitScript(stopAnimations);
  if (isControlled) await page.addInitScript(giveKey);
  if (language) await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${language}'`);
  const messages = await listenToNotifications(page);
  const workbench = new Workbench({ page, closeBrowser, server, dataDir, messages, isControlled, language });
  try {
    await workbench.load(options.folder === undefined ? 'ew=true' : `folder=${encodeURIComponent(options.folder)}`);
    if (isControlled) await workbench.control.ready();
  } catch (error) {
    if (error instanceof Error) appendDetails(error, ...(await workbench.report('window that did not open')));
    await workbench.close();
    throw error;
  }
  return workbench;
}

/** The folder in which each package was installed, by package. All windows of this process share it. */
const folders = new Map<string, Promise<string>>();

function installed(vsix: string): Promise<string> {
  const known = folders.get(vsix);
  if (known) return known;
  const dataDir = mkdtempSync(join(tmpdir(), 'marginalia-ui-extensions-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const folder = installExtension(vsix, dataDir).then(() => join(dataDir, 'extensions'));
  folders.set(vsix, folder);
  return folder;
}

/**
 * Built-in extensions for programming, without which a window opens a quarter faster. Git stays, because other parts
 * use its colors.
 */
const unneededExtensions =
  /^(copilot|emmet|extension-editing|grunt|gulp|ipynb|jake|npm|terminal-suggest|tunnel-forwarding)$|^(debug|github|microsoft|ms-vscode)\b|^(css|html|php|typescript)-language|^notebook/;
const few = new Map<boolean, string>();

/**
 * Returns the folder of the built-in extensions that all windows of this process share, with the test extension if
 * `isControlled`.
 */
export function fewExtensions(isControlled = false): string {
  const known = few.get(isControlled);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-ui-builtin-'));
  few.set(isControlled, folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(builtInExtensions)) {
    if (!unneededExtensions.test(name)) symlinkSync(join(builtInExtensions, name), join(folder, name));
  }
  if (isControlled) symlinkSync(join(import.meta.dirname, 'windowControl'), join(folder, 'windowControl'));
  return folder;
}

function socketIn(dataDir: string): string {
  return join(dataDir, 'control.sock');
}

/**
 * Gives a window a fixed key to encrypt secrets with, so that accounts survive a reload. VS Code would request the key
 * from its server, which has none.
 */
const giveKey = `
  const { fetch } = globalThis;
  globalThis.fetch = (resource, options) =>
    resource === '/mint-key' ? Promise.resolve(new Response(new Uint8Array(32))) : fetch(resource, options);
`;

/**
 * Disables animations and transitions, because Chromium would draw them sixty times a second and slow the tests. VS
 * Code does not wait for the end of any of them.
 */
const stopAnimations = `
  if (window === top) {
    const still = new CSSStyleSheet();
    still.replaceSync(\`
      .progress-bit, .codicon-modifier-spin, .codicon-loading, .codicon-tree-item-loading::before { animation: none !important; }
      .scrollbar, .indent-guide { transition: none !important; }
    \`);
    document.adoptedStyleSheets.push(still);
  }
`;

interface Parts {
  page: Page;
  closeBrowser: () => Promise<void>;
  server: Server;
  dataDir: string;
  messages: Set<string>;
  isControlled: boolean;
  language: string | undefined;
}

/** A VS Code window. Locators and all methods wait for the elements that they name. */
export class Workbench {
  readonly page: Page;
  readonly dataDir: string;
  /** The input at the top: command palette, picks and input boxes. */
  readonly quickInput: Locator;
  /** The modal dialog, if there is one. */
  readonly dialog: Locator;
  /** Controls a window that was opened with `isControlled`. */
  readonly control: WindowControl;
  readonly #closeBrowser: () => Promise<void>;
  readonly #server: Server;
  readonly #messages: Set<string>;
  readonly #isControlled: boolean;
  readonly #language: string | undefined;

  constructor({ page, closeBrowser, server, dataDir, messages, isControlled, language }: Parts) {
    this.page = page;
    this.dataDir = dataDir;
    this.control = new WindowControl(socketIn(dataDir));
    this.#closeBrowser = closeBrowser;
    this.#server = server;
    this.#messages = messages;
    this.#isControlled = isControlled;
    this.#language = language;
    this.quickInput = page.locator('.quick-input-widget');
    this.dialog = page.locator('.monaco-dialog-box');
  }

  /** Loads a new window and waits for the extension's icon. */
  async load(query: string): Promise<void> {
    await this.page.goto(this.#server.addressOf(query));
    await this.#activityIcon('Marginalia').waitFor({ timeout: 60_000 });
  }

  /** Reloads the window with VS Code's command, since a reload by the browser would lose recently opened editors. */
  async reload(): Promise<void> {
    const before = this.#isControlled ? await this.control.processId() : undefined;
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.#activityIcon('Marginalia').waitFor({ timeout: 60_000 });
    if (before === undefined) return;
    await eventually(async () => {
      if ((await this.control.processId()) === before) throw new Error('The extensions have not begun anew.');
    });
  }

  /** Kills the extension host like a crash. VS Code starts another one. */
  crash(): void {
    if (this.#server.killExtensionHosts() === 0) throw new Error('No extension host was found, so none was killed.');
  }

  /**
   * Runs a command from the command palette, by its label there. Commands of the extension may be named by `Marginalia:`
   * and their title, whatever their category is.
   */
  async runCommand(name: string): Promise<void> {
    const title = labelInPalette(name);
    const row = this.#pickRow(title);
    // The palette lists the commands known when it was opened, and extensions register theirs after the window opens.
    // It closes when an editor that is still opening takes the focus.
    await eventually(async () => {
      await this.page.keyboard.press('F1');
      await this.#input.fill(`>${title}`, { timeout: 5000 });
      try {
        await row.click({ timeout: 5000 });
      } catch (error) {
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
  }

  /** Answers the input box with this prompt. One input box may directly follow another. */
  async enter(text: string, asked?: string): Promise<void> {
    if (asked !== undefined) {
      const prompt = this.quickInput.filter({ hasText: asked });
      await prompt.or(this.quickInput.filter({ has: this.page.getByPlaceholder(asked) })).waitFor();
    }
    await this.#input.fill(text);
    await this.#input.press('Enter');
  }

  /** Clicks the row of a quick pick with this label. */
  async pick(label: string): Promise<void> {
    await this.#pickRow(label).click();
  }

  /** Chooses the row of a quick pick by typing its label, because a click may hit another row while rows change. */
  async choose(label: string): Promise<void> {
    await this.#pickRow(label).waitFor();
    await this.#input.fill(label);
    await this.quickInput.locator('.monaco-list-row.focused').filter({ hasText: label }).waitFor();
    await this.#input.press('Enter');
  }

  /** Ticks rows of a multi-select quick pick and accepts. */
  async pickMany(...labels: string[]): Promise<void> {
    for (const label of labels) {
      await this.#pickRow(label).click();
    }
    await this.quickInput.getByRole('button', { name: 'OK' }).click();
  }

  /** Returns the notification that contains a text. Use `.getByRole('button', { name })` for its buttons. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
  }

  /** Clears all notifications, since only the newest three are visible. */
  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await this.notification('').first().waitFor({ state: 'detached' });
  }

  /** Presses a button of the modal dialog. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Shows a view container of the activity bar. For Marginalia, opens its tree and closes its review view. */
  async openView(title: string): Promise<void> {
    const heading = this.page.locator('.sidebar .composite.title').filter({ hasText: title });
    // Clicking the icon of a visible container hides it. While a window loads, the container may become visible just
    // before the click, and a click may not have an effect yet.
    await eventually(async () => {
      if (!(await heading.isVisible())) await this.#activityIcon(title).click();
      await heading.waitFor({ timeout: 3000 });
    });
    if (title !== 'Marginalia') return;
    const { 'view.reviews': reviews = '', 'view.spaces': spaces = '' } = manifestTexts(this.#language);
    await this.foldView(reviews, false);
    await this.foldView(spaces, true);
  }

  /** Opens or closes a view of the visible container. A closed one leaves its space to the others. */
  async foldView(title: string, isOpen: boolean): Promise<void> {
    const header = this.page.locator(`.sidebar .pane-header[aria-label^=${JSON.stringify(`${title} `)}]`);
    const changed = header.and(this.page.locator(`[aria-expanded="${isOpen}"]`));
    await header.waitFor();
    await eventually(async () => {
      // The middle of the header may have buttons.
      if (!(await changed.isVisible())) await header.click({ position: { x: 12, y: 10 } });
      await changed.waitFor({ timeout: 3000 });
    });
  }

  /**
   * Returns the tree row with this label, which may be only the beginning of its accessible name. Only visible rows
   * exist.
   */
  treeRow(label: string): Locator {
    const rows = this.page.locator('.sidebar .monaco-list-row');
    const [whole, start, list] = [label, `${label} `, `${label},`].map(text => JSON.stringify(text));
    const readOut = this.page.locator(`[aria-label=${whole}], [aria-label^=${start}], [aria-label^=${list}]`);
    return rows.and(readOut).or(this.#showing(rows, label)).first();
  }

  /** Expands a tree row, unless it is expanded. */
  async expand(label: string): Promise<void> {
    await this.expandRow(this.treeRow(label));
  }

  /** Expands the row that a locator finds, unless it is expanded. */
  async expandRow(row: Locator): Promise<void> {
    await row.waitFor();
    const closed = row.and(this.page.locator('[aria-expanded="false"]'));
    const others = row.and(this.page.locator(':not([aria-expanded="false"])'));
    // Clicking a row that is being redrawn has no effect, and a second click would close a row that opens slowly.
    await eventually(async () => {
      if (await closed.isVisible()) await row.locator('.monaco-tl-twistie').click();
      await others.waitFor({ timeout: 10_000 });
    });
  }

  /** Clicks a row until what it opens is shown, since a row that VS Code is about to replace opens nothing. */
  async openFrom(row: Locator, opened: Locator): Promise<void> {
    await eventually(async () => {
      await row.click({ timeout: 5000 });
      await opened.waitFor({ timeout: 5000 });
    });
  }

  /** Clicks a button at the right end of a row, which is visible while the mouse is over the row. */
  async rowAction(label: string, action: string): Promise<void> {
    const row = this.treeRow(label);
    await eventually(async () => {
      await row.hover({ timeout: 3000 });
      await row.getByRole('button', { name: action }).click({ timeout: 3000 });
    });
  }

  /** Chooses an item from the context menu of an element. */
  async contextMenu(target: Locator, item: string | RegExp): Promise<void> {
    await this.#chooseFromMenu(target, item, async () => {});
  }

  /** Chooses an item from the submenu "More Actions" in the context menu of an element. */
  async moreActions(target: Locator, item: string): Promise<void> {
    const submenu = this.page.locator('.monaco-menu').getByRole('menuitem', { name: 'More Actions', exact: true });
    await this.#chooseFromMenu(target, item, () => submenu.click({ timeout: 3000 }));
  }

  async #chooseFromMenu(target: Locator, item: string | RegExp, openSubmenu: () => Promise<void>): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    const choice = menu.getByRole('menuitem', { name: item, exact: true });
    // A target that is being redrawn opens no menu, or that of its predecessor.
    await eventually(async () => {
      if ((await menu.count()) > 0) await this.page.keyboard.press('Escape');
      await target.click({ button: 'right' });
      await openSubmenu();
      await choice.waitFor({ timeout: 5000 });
    });
    // A menu ignores clicks in its first moments.
    await eventually(async () => {
      // An earlier click may close the menu before this one, which then has nothing to click on.
      if (await choice.isVisible()) await choice.click({ timeout: 3000 });
      await menu.first().waitFor({ state: 'detached', timeout: 1000 });
    });
  }

  /** Returns an editor's tab by its name. */
  tab(name: string | RegExp): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: name });
  }

  /** Returns the text editor of the document whose URI contains this text. */
  editor(uriPart: string): Locator {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri*=${JSON.stringify(uriPart)}]`);
  }

  /** Returns everything that the extension has logged. */
  log(): string {
    return globSync(join(this.dataDir, 'data/logs/**/marginalia.marginalia/*.log'))
      .map(file => readFileSync(file, 'utf8'))
      .join('\n');
  }

  /** Returns the draft files that the extension has stored. */
  storedDrafts(): string[] {
    return this.#draftFiles().map(file => readFileSync(file, 'utf8'));
  }

  #draftFiles(): string[] {
    return globSync(join(this.dataDir, 'data/User/globalStorage/marginalia.marginalia/drafts/*/*.json'));
  }

  /** Returns VS Code's backups of unsaved documents, which it writes some time after they were edited. */
  backups(): string[] {
    const files = globSync(join(this.dataDir, 'data/User/Backups/**/*'), { withFileTypes: true });
    return files.filter(file => file.isFile()).map(file => readFileSync(join(file.parentPath, file.name), 'utf8'));
  }

  /** Returns details for the message of a failed test: notifications, open prompts, logged errors and a screenshot. */
  async report(name: string): Promise<string[]> {
    const asked = await this.dialog.or(this.quickInput).filter({ visible: true }).allInnerTexts();
    return [
      paragraph('Notifications since the window was opened:', [...this.#messages]),
      paragraph('Asked:', asked),
      paragraph('Errors in the log:', errorsIn(this.log())),
      // The folder of a draft is named after the window that has it.
      paragraph(
        'Stored drafts:',
        this.#draftFiles().map(file => `${file}: ${readFileSync(file, 'utf8')}`),
      ),
      paragraph('Threads:', await this.page.locator('.review-widget').allInnerTexts()),
      paragraph('Screenshot:', [relative(root, await this.screenshot(name))]),
    ];
  }

  /** Saves a screenshot in .vscode-test/screenshots and returns its path. */
  async screenshot(name: string): Promise<string> {
    const folder = join(root, '.vscode-test/screenshots');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name.replace(/[^\w.-]+/g, '-')}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** Resets a window with `isControlled`: no account is signed in and nothing is open. */
  async reset(): Promise<void> {
    const { control, dialog, quickInput, page } = this;
    for (const box of [dialog, quickInput, page.locator('.monaco-menu')]) {
      if (await box.first().isVisible()) await page.keyboard.press('Escape');
    }
    await control.closeEditors();
    // A tree that is hidden during the sign-out would show its old rows when it is opened.
    await control.execute('workbench.view.extension.marginalia');
    await this.signOut();
    await page
      .locator('.sidebar .welcome-view-content')
      .getByRole('button', { name: 'Sign In' })
      .filter({ visible: true })
      .first()
      .waitFor();
    for (const command of ['closePanel', 'editorLayoutSingle']) await control.execute(`workbench.action.${command}`);
    await control.execute('workbench.view.explorer');
    await control.execute('notifications.clearAll');
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: null });
    this.#messages.clear();
  }

  /** Signs out of a window with `isControlled`, whether the extension asks or not. */
  async signOut(): Promise<void> {
    const signedOut = this.control.signOut();
    await Promise.race([signedOut, this.dialog.waitFor()]);
    if (await this.dialog.isVisible()) await this.answer('Sign Out');
    await signedOut;
  }

  async close(): Promise<void> {
    // Leaving the page first lets the extension host end by itself; otherwise it would outlive the browser.
    await this.page.goto('about:blank');
    await this.page.close();
    await this.#closeBrowser();
    await this.#server.stop();
    process.off('SIGTERM', exit);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get #input(): Locator {
    return this.quickInput.locator('.quick-input-box input');
  }

  #pickRow(label: string): Locator {
    return this.#showing(this.quickInput.locator('.monaco-list-row'), label).first();
  }

  #showing(rows: Locator, label: string): Locator {
    const name = this.page.locator('.monaco-icon-name-container').getByText(label, { exact: true });
    return rows.filter({ has: name });
  }

  #activityIcon(title: string): Locator {
    return this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^=${JSON.stringify(title)}])`);
  }
}

/** Returns the label of a command in the palette: the name begins with "Marginalia: ", the label with the category. */
export function labelInPalette(name: string): string {
  const command = manifest().contributes.commands.find(command => name === `Marginalia: ${titleOf(command)}`);
  return command ? `${command.category}: ${titleOf(command)}` : name;
}

/** Records the texts of notifications, which disappear after a while. */
async function listenToNotifications(page: Page): Promise<Set<string>> {
  const messages = new Set<string>();
  await page.exposeFunction('marginaliaNotes', (text: string) => messages.add(text));
  await page.addInitScript(`
    if (window === top) setInterval(() => {
      for (const { textContent } of document.querySelectorAll('.notification-toast .notification-list-item-message')) {
        if (textContent) marginaliaNotes(textContent);
      }
    }, 200);
  `);
  return messages;
}

/** Returns the error entries of a log, including their further lines. */
function errorsIn(log: string): string[] {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d [\d:.]+ \[)/m);
  return entries.filter(entry => /^\S+ \S+ \[error\]/.test(entry)).map(entry => entry.trim());
}

// Environment variables of the tests must not sign the extension in.
const withoutSignIn = { MARGINALIA_URL: undefined, MARGINALIA_TOKEN: undefined };

// Without a handler, a signal would end this process before its clean-up and leave the server running.
function exit(): void {
  process.exit(143);
}
