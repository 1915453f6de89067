import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, isCancellation, reasonOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseDescriptionUri } from '../../model/content/address.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { fileSystemError } from '../../model/content/content.ts';
import { descriptionMarkdown, findUnsupportedNodeType } from '../../model/reviews/description.ts';
import { type ResourceAddress, resourceAddress } from '../../model/session/connection.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { FileTimes } from '../../ui/fileTimes.ts';
import { saveDescription } from './description.ts';

/**
 * Serves descriptions of change requests as Markdown documents. VS Code offers to compare the two sides if someone else
 * has changed a description, but only if its size has changed.
 */
export class DescriptionFiles implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #times = new FileTimes();
  /** The reason of the pending save, by document URI. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  /** The text that VS Code last read, by document URI. */
  readonly #textsRead = new Map<string, string>();
  /** The text whose state VS Code last checked, by document URI. */
  readonly #textsChecked = new Map<string, string>();
  /** Texts that were saved but could not be read back, by document URI. */
  readonly #unverified = new Map<string, string>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (parseDescriptionUri(document.uri)) this.#reasons.set(document.uri.toString(), reason);
      }),
      app.session.onDidWrite(({ touched }) => {
        const uris = vscode.workspace.textDocuments.map(({ uri }) => uri);
        this.#didChange.fire(uris.filter(uri => isTouched(touched, uri)));
      }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // VS Code calls `stat` after a save, and reports the save as failed if that throws.
    const unverified = this.#unverified.get(uri.toString());
    const current = await this.#read(uri).catch((error: unknown) => {
      if (unverified === undefined) throw error;
      return undefined;
    });
    if (!current) return this.#stateOf(uri, unverified ?? '');
    const { changeRequest, place, text } = current;
    this.#textsChecked.set(uri.toString(), text);
    const isRefused = this.#app.content.rights.refusedIn(place).includes('edit');
    const isReadOnly =
      changeRequest.status === 'merged' || isRefused || findUnsupportedNodeType(changeRequest) !== undefined;
    const permissions = isReadOnly ? { permissions: vscode.FilePermission.Readonly } : {};
    return { ...this.#stateOf(uri, text), ...permissions };
  }

  #stateOf(uri: vscode.Uri, text: string): vscode.FileStat {
    const mtime = this.#times.of(uri, text, Date.now());
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await this.#read(uri);
    this.#textsRead.set(uri.toString(), text);
    return Buffer.from(text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual) {
      throw new Error(
        t("Auto Save doesn't apply to descriptions, because saving sends them to the service. Save manually."),
      );
    }
    try {
      await this.#save(uri, await this.#placeOf(uri), Buffer.from(bytes).toString());
    } catch (error) {
      const why = isCancellation(error) ? t('Saving was canceled.') : reasonOf(error);
      throw new Error([why, t('Your text is still in the editor.')].join(' '), { cause: error });
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  async #save(uri: vscode.Uri, place: ChangeRequestPlace, text: string): Promise<void> {
    const { changeRequests } = this.#app.content;
    const markdown = text.replace(/\r\n?/g, '\n').trim();
    const before = await descriptionMarkdown(await changeRequests.fetch(place));
    this.#refuseUnseen(uri, place, textOf(before));
    const after = await saveDescription(this.#app, place, { markdown, before });
    if (after) {
      this.#textsRead.set(uri.toString(), textOf(await descriptionMarkdown(after)));
      return;
    }
    this.#textsRead.delete(uri.toString());
    this.#unverified.set(uri.toString(), textOf(markdown));
  }

  /** Rejects the first save over a text that the user has not seen, if VS Code has not detected the change itself. */
  #refuseUnseen(uri: vscode.Uri, { number }: ChangeRequestPlace, text: string): void {
    const key = uri.toString();
    const known = this.#textsRead.get(key);
    if (known === undefined || known === text) return;
    this.#textsRead.set(key, text);
    const isDetectedByVSCode =
      this.#textsChecked.get(key) === text && Buffer.byteLength(text) !== Buffer.byteLength(known);
    if (isDetectedByVSCode) return;
    throw new Failure(
      tEscaped`The description of #${number} has changed on the server since you opened it. Compare the two with "File: Compare Active File with Saved", then save again to replace it.`,
    );
  }

  async #read(uri: vscode.Uri): Promise<{ changeRequest: ChangeRequest; place: ChangeRequestPlace; text: string }> {
    try {
      const place = await this.#placeOf(uri);
      const changeRequest = await this.#app.content.changeRequests.fetch(place);
      const markdown = await descriptionMarkdown(changeRequest);
      this.#unverified.delete(uri.toString());
      return { changeRequest, place, text: textOf(markdown) };
    } catch (error) {
      throw fileSystemError(uri, error);
    }
  }

  async #placeOf(uri: vscode.Uri): Promise<ChangeRequestPlace> {
    const place = await this.#app.content.changeRequestOf(uri);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    return place;
  }
}

function textOf(markdown: string): string {
  return markdown ? `${markdown}\n` : '';
}

/** Returns true if a write has changed the change request of a description. */
function isTouched(touched: ReadonlySet<ResourceAddress>, uri: vscode.Uri): boolean {
  const address = parseDescriptionUri(uri);
  if (!address) return false;
  const { connection: id, space: spaceId, changeRequest } = address;
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  return touched.has(resourceAddress({ id }, path, { spaceId, changeRequestId: String(changeRequest) }));
}
