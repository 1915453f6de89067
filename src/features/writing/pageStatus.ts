import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  baseUri,
  documentKey,
  headAddress,
  isPageOfChangeRequest,
  isSuggestedEdit,
  scheme,
} from '../../model/content/address.ts';
import type { ReadOnlyReason } from '../../model/writing/pageEditing.ts';
import type { PageSaveConflict, PageSaveEvent, PageWriter } from '../../model/writing/pageWriter.ts';
import { readOnlyNote, readOnlySentence } from '../../model/writing/readOnlyReasons.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { hideBusyIndicator } from '../../ui/busyIndicator.ts';
import { commandButton } from '../../ui/command.ts';
import { showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';
import { undo } from './commands.ts';
import { unsentSentence } from './node.ts';
import { SentTexts } from './sentTexts.ts';

/** Commands offered for a read-only page, by the reason. */
const nextSteps: Readonly<Partial<Record<ReadOnlyReason, vscode.Command>>> = {
  off: { command: 'workbench.action.openSettings', title: t('Open Setting'), arguments: ['marginalia.pages.editable'] },
  mainContent: { command: 'marginalia.page.proposeChange', title: t('Propose a Change') },
  merged: { command: 'marginalia.page.proposeChange', title: t('Propose a Change') },
  archived: { command: 'marginalia.changeRequest.reopen', title: t('Reopen Change Request') },
  forbidden: { command: 'marginalia.comment.suggestEdit', title: t('Suggest an Edit') },
  unsupported: { command: 'marginalia.changeRequest.importContent', title: t('Import Content') },
  signedOut: { command: 'marginalia.session.signIn', title: t('Sign In') },
  unknown: { command: 'marginalia.tree.refresh', title: t('Refresh') },
};

type ContextKey =
  | 'editablePages'
  | 'suggestiblePages'
  | 'mergedPages'
  | 'archivedPages'
  | 'unsentPages'
  | 'conflictingPages'
  | 'undoablePages';

/** Shows whether the active page can be edited and whether it has an unsent draft, and reports the results of saves. */
export class PageStatus implements vscode.Disposable {
  readonly #app: App;
  readonly #writer: PageWriter;
  readonly #language = vscode.languages.createLanguageStatusItem('marginalia.pageEditing', {
    scheme,
    language: 'markdown',
  });
  readonly #unsent = vscode.window.createStatusBarItem('marginalia.unsentPage', vscode.StatusBarAlignment.Left);
  readonly #sentTexts = new SentTexts();
  readonly #subscriptions: vscode.Disposable;
  /** Counts updates, so that a slow one does not overwrite a later one. */
  #updates = 0;

  constructor(app: App, writer: PageWriter) {
    this.#app = app;
    this.#writer = writer;
    this.#language.name = t('Marginalia: Editing');
    this.#unsent.name = t('Marginalia: Unsent Page');
    const update = () => void this.#update();
    const { editing, drafts } = writer;
    this.#subscriptions = vscode.Disposable.from(
      this.#language,
      this.#unsent,
      this.#sentTexts,
      editing.onDidChange(update),
      drafts.onDidChange(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update),
      writer.onWillSend(({ title, sending }) => {
        // The editor reports the error.
        const sent = sending.catch(() => undefined);
        say.waitStatus(tEscaped`Sending "${title}"...`, sent);
        // A command that sends the page needs no second line in the status bar.
        void hideBusyIndicator(() => sent);
      }),
      writer.onDidConflict(conflicting => {
        update();
        this.#compare(conflicting).catch((error: unknown) => app.failures.show(t('compare the two versions'), error));
      }),
      writer.onDidChangeFile(update),
      writer.onDidSave(saved => {
        this.#showSaved(saved).catch((error: unknown) =>
          app.failures.log('Could not compare the stored page with the text that was sent.', error),
        );
      }),
    );
    void drafts.load().then(update);
    update();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #update(): Promise<void> {
    const count = ++this.#updates;
    const uri = activeUri();
    const isPage = uri?.scheme === scheme && headAddress(uri)?.path.endsWith('.md') === true;
    const reason = isPage ? await this.#reasonFor(uri) : undefined;
    const contexts = await this.#contexts();
    if (count !== this.#updates) return;
    for (const [key, value] of Object.entries(contexts)) {
      void vscode.commands.executeCommand('setContext', `marginalia.${key}`, value);
    }
    this.#showUnsent(uri);
    if (isPage) this.#showEditing(reason, this.#canComment(uri));
    else if (uri && isSuggestedEdit(uri)) this.#showSuggestedEdit();
  }

  #canComment(uri: vscode.Uri): boolean {
    const address = headAddress(uri);
    return address !== undefined && !this.#app.content.rights.isRefused('comment', address);
  }

  async #reasonFor(uri: vscode.Uri): Promise<ReadOnlyReason | undefined> {
    // The error occurs again, with a message, when the page is saved.
    return this.#writer.editing.readOnlyReason(uri).catch((): ReadOnlyReason => 'unknown');
  }

  /** Returns the URIs of the open pages for the menus in the editor title, by context key. */
  async #contexts(): Promise<Record<ContextKey, string[]>> {
    const { drafts } = this.#writer;
    const pages = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(isPageOfChangeRequest);
    const reasons = await Promise.all(pages.map(uri => this.#reasonFor(uri)));
    const namesOf = (isMatch: (key: string) => unknown) => pages.filter(uri => isMatch(documentKey(uri))).map(String);
    return {
      editablePages: pages.filter((_, index) => reasons[index] === undefined).map(String),
      suggestiblePages: pages
        .filter((uri, index) => reasons[index] === 'forbidden' && this.#canComment(uri))
        .map(String),
      mergedPages: pages.filter((_, index) => reasons[index] === 'merged').map(String),
      archivedPages: pages.filter((_, index) => reasons[index] === 'archived').map(String),
      unsentPages: namesOf(key => drafts.get(key)),
      conflictingPages: namesOf(key => this.#writer.conflictOf(key)),
      undoablePages: namesOf(key => this.#writer.lastSaveOf(key)),
    };
  }

  #showSuggestedEdit(): void {
    const item = this.#language;
    item.text = `$(comment-draft) ${t('Suggestion')}`;
    item.detail = t('saved on this computer');
    item.severity = vscode.LanguageStatusSeverity.Information;
    const tooltip = t('Saving stores your edit on this computer. Send it as comments on the page.');
    item.command = { command: 'marginalia.comment.sendSuggestedEdit', title: t('Send Suggestion'), tooltip };
  }

  #showEditing(reason: ReadOnlyReason | undefined, canComment: boolean): void {
    const item = this.#language;
    const nextStep = reason === 'forbidden' && !canComment ? undefined : reason && nextSteps[reason];
    item.text = reason ? `$(lock) ${t('Read-only')}` : `$(edit) ${t('Editable')}`;
    item.detail = reason ? readOnlyNote(reason) : t('saving sends the page');
    item.severity = nextStep ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
    item.command = nextStep && reason && { ...nextStep, tooltip: readOnlySentence(reason) };
  }

  #showUnsent(uri: vscode.Uri | undefined): void {
    const draft = uri && this.#writer.drafts.get(documentKey(uri));
    if (!draft) return this.#unsent.hide();
    this.#unsent.text = `$(cloud-upload) ${unsentSentence}`;
    this.#unsent.tooltip = tEscaped`"${draft.title}" is saved on this computer, not sent. Click to send or discard it.`;
    const target = vscode.Uri.parse(draft.document);
    this.#unsent.command = { command: 'marginalia.pageDraft.choose', title: t('Send or Discard'), arguments: [target] };
    this.#unsent.show();
  }

  /** Opens a diff of the server's version and the local text, which is editable there. */
  async #compare({ uri, title, conflict: { theirs } }: PageSaveConflict): Promise<void> {
    const address = headAddress(uri);
    if (!address) return;
    const page = this.#writer.openPages.get(documentKey(uri))?.page ?? '';
    const { content } = this.#app;
    const { revision } = theirs;
    const place = await content.place({ ...address, version: { kind: 'revision', revision } });
    const path = (await (await content.snapshot(place)).pages()).byId.get(page)?.path ?? address.path;
    await showDiff(baseUri(uri, revision, { path, title }), uri, tEscaped`${title}: Theirs ↔ Mine`);
  }

  /** Warns if the server stored something different from what was sent. */
  async #showSaved(saved: PageSaveEvent): Promise<void> {
    void this.#update();
    const { title, text, before, stored } = saved;
    const { describeDifference, storedDifferences } = await import('../../model/writing/storedDifferences.ts');
    const changed = stored === undefined ? [] : storedDifferences({ base: before, sent: text, stored });
    if (changed.length === 0) return say.status(tEscaped`Sent "${title}"`);
    const [first] = changed;
    const line = (first?.line ?? 0) + 1;
    const show = { action: t('show what was stored'), run: () => this.#showStored(saved, line - 1) };
    const sentence =
      changed.length === 1
        ? tEscaped`The server stored 1 part of "${title}" differently from what you sent.`
        : tEscaped`The server stored ${changed.length} parts of "${title}" differently from what you sent.`;
    say.warn(
      [sentence, ...(first ? [describeDifference(first)] : [])].join(' '),
      commandButton(this.#app, t('Show'), show),
      commandButton(this.#app, t('Undo Save'), { action: t('undo the save'), run: () => undo(this.#app, saved) }),
      { label: t('Keep'), run: () => undefined },
    );
  }

  /** Opens a diff of the text that was sent and the page as the server stored it. */
  async #showStored({ uri, title, text, revision }: PageSaveEvent, line: number): Promise<void> {
    const selection = new vscode.Range(line, 0, line, 0);
    await showDiff(this.#sentTexts.uriOf(uri, revision, text), uri, tEscaped`${title}: Sent ↔ Stored`, selection);
  }
}
