import * as vscode from 'vscode';
import { attempt, Failure, isCancellation, reasonOf } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { parseDescriptionUri } from '../../model/content/address.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { fileSystemError } from '../../model/content/content.ts';
import { descriptionMarkdown, hasDescription, lostInMarkdown } from '../../model/reviews/description.ts';
import { type ResourceAddress, resourceAddress } from '../../model/session/connection.ts';
import type { Files } from '../../ui/files.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';
import { Times } from '../../ui/times.ts';
import { documentFrom } from './descriptionDocument.ts';

/**
 * Descriptions of change requests as Markdown files. VS Code itself compares the two sides when somebody else has changed
 * a description meanwhile, since its time is then later.
 */
export class DescriptionFiles implements Files {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #times = new Times();
  /** Why VS Code saves a document, by its address. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #listening: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    this.#listening = vscode.Disposable.from(
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
    const { changeRequest, place, text } = await this.#read(uri);
    const mtime = this.#times.of(uri, text, Date.now());
    const isRefused = this.#app.content.rights.refusedIn(place).includes('edit');
    const isReadOnly = changeRequest.status === 'merged' || isRefused || lostInMarkdown(changeRequest) !== undefined;
    const permissions = isReadOnly ? { permissions: vscode.FilePermission.Readonly } : {};
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text), ...permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await this.#read(uri)).text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual) {
      throw new Error(
        'It is sent to the service when it is saved, so it is not saved by itself. Save it with the command.',
      );
    }
    try {
      await this.#save(await this.#placeOf(uri), Buffer.from(bytes).toString());
    } catch (error) {
      const why = isCancellation(error) ? 'It was cancelled.' : reasonOf(error);
      throw new Error(`${why} Your text stays in the editor.`, { cause: error });
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didChange.dispose();
  }

  async #save(place: ChangeRequestPlace, text: string): Promise<void> {
    const { changeRequests } = this.#app.content;
    const markdown = text.replace(/\r\n?/g, '\n').trim();
    const before = await descriptionMarkdown(await changeRequests.fresh(place));
    const body = { description: await documentFrom(markdown) };
    const isTaken = (now: ChangeRequest) => hasDescription(now) === (markdown !== '');
    await withWrite(
      words`Saving the description of #${place.number}`,
      signal =>
        attempt(words`save the description of #${place.number}`, () =>
          place.connection.api.request(route, { ...parametersOf(place), body }, { signal }),
        ),
      async () => {
        const now = await descriptionMarkdown(await changeRequests.fresh(place));
        return now === before && now !== markdown ? new NotDone('It is not saved.') : 'It is saved.';
      },
    );
    // Servers that do not know the field ignore it, and answer as if all were well.
    if (isTaken(await changeRequests.fresh(place))) return;
    throw new Failure(
      words`Could not save the description of #${place.number}: the server has not taken it, and may not have descriptions.`,
    );
  }

  async #read(uri: vscode.Uri): Promise<{ changeRequest: ChangeRequest; place: ChangeRequestPlace; text: string }> {
    try {
      const place = await this.#placeOf(uri);
      const changeRequest = await this.#app.content.changeRequests.fresh(place);
      const markdown = await descriptionMarkdown(changeRequest);
      return { changeRequest, place, text: markdown ? `${markdown}\n` : '' };
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

/** Whether a write has touched the change request of a description. */
function isTouched(touched: ReadonlySet<ResourceAddress>, uri: vscode.Uri): boolean {
  const address = parseDescriptionUri(uri);
  if (!address) return false;
  const { connection: id, space: spaceId, changeRequest } = address;
  const path = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  return touched.has(resourceAddress({ id }, path, { spaceId, changeRequestId: String(changeRequest) }));
}

const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
