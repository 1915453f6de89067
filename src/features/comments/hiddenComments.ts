import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { FailureWithActions } from '../../ui/failures.ts';
import * as say from '../../ui/say.ts';
import { scheme } from '../../model/content/address.ts';
import { commentBoxes } from './boxes.ts';
import { waitForRoundTrip } from './commentingRanges.ts';
import { isExpanded } from './editorThread.ts';
import type { EditorThreads } from './editorThreads.ts';

/** How long comments are hidden before the user is notified. */
export const notifyDelayMs = 10_000;
/**
 * Minimum number of round trips to wait for a comment box. Even on a busy machine, VS Code shows the box after one or
 * two.
 */
const minRoundTrips = 25;
/** Minimum time to wait for a comment box, because comments of other extensions may delay it. */
const minBoxWaitMs = 1000;

const turnOnLabel = t('Turn On');

type OnScreen = Pick<EditorThreads, 'onDidAdd' | 'all' | 'withReplyBox' | 'openEmpty'>;

/** Notifies the user when VS Code hides comments in editors, which VS Code itself does not mention. */
export class HiddenComments implements vscode.Disposable {
  readonly #onScreen: OnScreen;
  readonly #delayMs: number;
  readonly #subscriptions: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  /** True if the user was notified since comments were last visible. */
  #hasNotified = false;

  constructor(onScreen: OnScreen, delayMs = notifyDelayMs) {
    [this.#onScreen, this.#delayMs] = [onScreen, delayMs];
    this.#subscriptions = vscode.Disposable.from(
      onScreen.onDidAdd(() => this.#check()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#check()),
      vscode.window.onDidChangeTextEditorOptions(() => this.#check()),
      vscode.workspace.onDidChangeConfiguration(() => this.#check()),
    );
  }

  /**
   * Throws a Failure if VS Code would not show a new thread in the active editor. Its message offers to show comments
   * and retry.
   */
  async requireThreadsVisible(uri: vscode.Uri, retry: () => Promise<void>): Promise<void> {
    if (await this.#showsThreads(uri)) return;
    if (isZenMode()) {
      throw new FailureWithActions(t('Zen Mode hides comments in editors. Exit it to add a comment.'), undefined, {
        label: t('Exit Zen Mode'),
        run: async () => {
          await vscode.commands.executeCommand('workbench.action.exitZenMode');
          await retry();
        },
      });
    }
    this.#hasNotified = true;
    const turnOn = async () => {
      await turnOnComments();
      await retry();
    };
    throw new FailureWithActions(t('Editor commenting is turned off. Turn it on to add a comment.'), undefined, {
      label: turnOnLabel,
      run: turnOn,
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  /**
   * Returns whether VS Code shows comments. Extensions cannot query that, so this opens a thread and waits for its
   * comment box.
   */
  async #showsThreads(uri: vscode.Uri): Promise<boolean> {
    if (commentBoxes().length > 0) return true;
    const thread = this.#onScreen.openEmpty(uri, undefined);
    const end = performance.now() + minBoxWaitMs;
    try {
      for (let trips = 0; trips < minRoundTrips || performance.now() < end; trips++) {
        await waitForRoundTrip();
        if (commentBoxes().length > 0) return true;
      }
      return false;
    } finally {
      thread.dispose();
    }
  }

  #check(): void {
    if (commentBoxes().length > 0) this.#hasNotified = false;
    if (this.#hasNotified || !this.#isAnyHidden()) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#hasNotified && this.#isAnyHidden()) this.#notify();
    }, this.#delayMs);
  }

  /**
   * Returns whether VS Code hides any threads. VS Code does not report "Toggle Editor Commenting", but expanded threads
   * have no boxes then.
   */
  #isAnyHidden(): boolean {
    if (commentBoxes().length > 0 || isZenMode()) return false;
    const expected = isSettingOff() ? this.#onScreen.all : this.#onScreen.withReplyBox().filter(isExpanded);
    const pages = urisInTextTabs();
    return expected.some(({ thread }) => pages.has(thread.uri.toString()));
  }

  #notify(): void {
    this.#hasNotified = true;
    say.warn(t('Comments on this page are hidden because editor commenting is turned off.'), {
      label: turnOnLabel,
      run: turnOnComments,
    });
  }
}

function isSettingOff(): boolean {
  return vscode.workspace.getConfiguration('comments').get('visible') === false;
}

/**
 * Returns whether VS Code is in Zen Mode, which extensions cannot query: in Zen Mode, editors have no line numbers,
 * whatever their settings are. Returns false if Zen Mode is configured to keep line numbers.
 */
function isZenMode(): boolean {
  const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === scheme);
  return editors.length > 0 && editors.every(hasLostLineNumbers);
}

function hasLostLineNumbers({ document, options }: vscode.TextEditor): boolean {
  const configured = vscode.workspace.getConfiguration('editor', document).get('lineNumbers');
  return options.lineNumbers === vscode.TextEditorLineNumbersStyle.Off && configured !== 'off';
}

/**
 * Returns the addresses of the visible pages. Diffs are excluded, because VS Code may show the threads of only one
 * side.
 */
function urisInTextTabs(): Set<string> {
  const inputs = vscode.window.tabGroups.all.map(({ activeTab }) => activeTab?.input);
  return new Set(inputs.flatMap(input => (input instanceof vscode.TabInputText ? input.uri.toString() : [])));
}

/** Makes VS Code show comments in editors, whether the setting or the command has hidden them. */
async function turnOnComments(): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const configuration = vscode.workspace.getConfiguration('comments');
  const { workspaceValue, globalValue } = configuration.inspect('visible') ?? {};
  const target = workspaceValue === undefined ? Global : Workspace;
  if (isSettingOff()) return configuration.update('visible', true, target);
  // Changing the setting also overrides the command, which does not change the setting.
  try {
    await configuration.update('visible', false, target);
  } finally {
    await configuration.update('visible', workspaceValue ?? globalValue, target);
  }
}
