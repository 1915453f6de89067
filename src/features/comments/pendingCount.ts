import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { overviewUri } from '../../model/content/address.ts';
import { describePendingCount } from '../../model/discussions/draft.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';
import {
  changeRequestOf,
  discussionKey,
  type DiscussionSubject,
  discussionSubjectOf,
} from '../../model/discussions/subject.ts';

/**
 * Shows the number of pending comments in the status bar, and sets the context key that makes "Add to Review" the
 * default.
 */
export class PendingCount implements vscode.Disposable {
  readonly #drafts: Drafts;
  readonly #item = vscode.window.createStatusBarItem('marginalia.pending', vscode.StatusBarAlignment.Left);
  readonly #subscriptions: vscode.Disposable;
  /** The change request of the active page. Focusing a comment box, which is an editor too, does not change it. */
  #subject: DiscussionSubject | undefined;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
    this.#item.name = t('Marginalia: Pending Review');
    this.#subscriptions = vscode.Disposable.from(
      this.#item,
      drafts.onDidChangeOffered(() => this.#show()),
      vscode.window.onDidChangeActiveTextEditor(editor => this.#follow(editor)),
    );
    this.#follow(vscode.window.activeTextEditor);
    void drafts.load().then(() => this.#show());
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    this.#subject = (editor && discussionSubjectOf(editor.document.uri)) ?? this.#subject;
    this.#show();
  }

  #show(): void {
    const pending = this.#subject ? this.#drafts.pendingIn(discussionKey(this.#subject)) : [];
    void vscode.commands.executeCommand('setContext', 'marginalia.reviewing', pending.length > 0);
    const all = pending.length > 0 ? pending : this.#drafts.pendingIn();
    const changeRequest = all[0] && changeRequestOf(all[0].discussion);
    const those = all.filter(({ discussion }) => discussion === all[0]?.discussion);
    if (!changeRequest) return this.#item.hide();
    const number = changeRequest.changeRequest;
    const tooltip = t`Change request #${number}: ${describePendingCount(those)}, sent when you finish your review`;
    const uri = overviewUri(changeRequest);
    const command = { command: 'marginalia.review.finish', title: t('Finish Review...'), arguments: [uri] };
    const accessibilityInformation = { label: tooltip };
    Object.assign(this.#item, {
      text: `$(comment-draft) ${t`${those.length} pending`}`,
      tooltip,
      command,
      accessibilityInformation,
    });
    this.#item.show();
  }
}
