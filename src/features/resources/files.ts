import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isCancellation, reasonOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { fileSystemError } from '../../model/content/content.ts';
import { isResourceFolder, parseResourceUri, resourceUri, schemaOf } from '../../model/resources/address.ts';
import { type DocumentState, ResourceDocuments } from '../../model/resources/documents.ts';
import { resourceLabel, capitalize } from '../../model/resources/resourceDefinitions.ts';
import { showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { registerCompletion } from './completion.ts';
import { diagnosticsOf, InvalidDocument } from './findings.ts';
import { SaveConflict, createFromDocument, saveChanges } from './save.ts';
import { registerSavingCreates } from './savingCreates.ts';
import { textOfSchema } from './schemas.ts';

/** Serves resources as JSON documents, which are editable if the service has an operation to change them. */
export class ResourceFiles implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #app: App;
  readonly #documents: ResourceDocuments;
  readonly #findings = vscode.languages.createDiagnosticCollection('marginalia resources');
  /** Warnings about saved documents. */
  readonly #warnings = vscode.languages.createDiagnosticCollection('marginalia conditions');
  /** The reason of the pending save, by document URI. */
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  /**
   * The URIs of created resources, by document URI; undefined if the service returned no ID. Entries exist only during
   * a save.
   */
  readonly #created = new Map<string, vscode.Uri | undefined>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    const documents = new ResourceDocuments(app.session, app.context.workspaceState);
    this.#documents = documents;
    this.#subscriptions = vscode.Disposable.from(
      documents,
      registerCompletion(app),
      registerSavingCreates(),
      documents.onDidChange(uri => this.#didChange.fire([uri])),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (parseResourceUri(document.uri)) this.#reasons.set(String(document.uri), reason);
      }),
      vscode.workspace.onDidSaveTextDocument(document => {
        void this.#checkConditions(document);
        this.#showCreated(document).catch((error: unknown) => app.failures.show(t('open what was created'), error));
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#warnings.delete(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#findings.delete(document.uri)),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isResourceFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { text, mtime, isReadOnly } = await this.#read(uri);
    const size = Buffer.byteLength(text);
    const permissions = isReadOnly ? { permissions: vscode.FilePermission.Readonly } : {};
    return { type: vscode.FileType.File, ctime: 0, mtime, size, ...permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await this.#read(uri)).text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const saved = { uri, text: Buffer.from(bytes).toString(), documents: this.#documents };
    const reason = this.#reasons.get(String(uri));
    this.#reasons.delete(String(uri));
    try {
      if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual) throw new Error(autoSaveMessage);
      if (parseResourceUri(uri)?.view === 'new') await this.#create(saved);
      else await saveChanges(saved);
    } catch (error) {
      this.#reportRefusal(uri, error);
      throw isCancellation(error) ? new Error(t('It was canceled.')) : new Error(reasonOf(error));
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#findings.dispose();
    this.#warnings.dispose();
    this.#didChange.dispose();
  }

  async #read(uri: vscode.Uri): Promise<DocumentState> {
    const schema = schemaOf(uri);
    if (schema) return { text: textOfSchema(schema), mtime: 1, fields: {}, isReadOnly: true };
    try {
      return await this.#documents.read(uri);
    } catch (error) {
      throw fileSystemError(uri, error);
    }
  }

  /** Warns about conditions whose claims are missing in an adaptive schema that was just saved. */
  async #checkConditions(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    if (parseResourceUri(uri)?.item.definition.kind !== 'adaptiveSchema') return;
    this.#warnings.delete(uri);
    try {
      const { conditionFindings } = await import('./conditions.ts');
      const { connection, document: place } = await this.#documents.placeOf(uri);
      const findings = await conditionFindings(connection, place.item);
      this.#warnings.set(uri, diagnosticsOf(document, findings));
    } catch (error) {
      this.#app.failures.log('Could not check the conditions of the document.', error);
    }
  }

  async #create(saved: Parameters<typeof createFromDocument>[0]): Promise<void> {
    const { resource, at } = await createFromDocument(saved);
    // Records the save, so that VS Code considers the document unchanged until its tab is closed.
    this.#documents.applyWrite(saved.uri, saved.text, {});
    const { definition } = parseResourceUri(saved.uri)?.item ?? {};
    const label = definition ? resourceLabel(definition, resource) : '';
    if (definition) say.status(tEscaped`${capitalize(definition.name)} "${label}" is created.`);
    this.#created.set(String(saved.uri), at && resourceUri(at, label));
  }

  /**
   * Replaces the document of a new resource with that of the created one. Runs after the save, because a document that
   * is being saved cannot be closed.
   */
  async #showCreated({ uri }: vscode.TextDocument): Promise<void> {
    const key = String(uri);
    if (!this.#created.has(key)) return;
    const created = this.#created.get(key);
    this.#created.delete(key);
    await closeTab(uri);
    this.#documents.forget(uri);
    if (created) await vscode.window.showTextDocument(created, { preview: false });
  }

  /**
   * Shows the reason of a failed save in Problems, and both sides of a conflict, because VS Code's own message is too
   * general.
   */
  #reportRefusal(uri: vscode.Uri, error: unknown): void {
    const document = vscode.workspace.textDocuments.find(document => String(document.uri) === String(uri));
    if (!document || isCancellation(error)) return;
    const message = reasonOf(error);
    const findings = error instanceof InvalidDocument ? error.findings : [{ path: [], message }];
    this.#findings.set(uri, diagnosticsOf(document, findings));
    if (!(error instanceof SaveConflict)) return;
    const place = parseResourceUri(uri);
    const known = this.#documents.cached(uri);
    if (!place || !known) return;
    this.#documents.store(uri, { ...known, seen: error.theirs });
    const theirs = resourceUri({ ...place, view: 'current' }, t('Theirs'));
    this.#documents.refresh(theirs);
    void showDiff(theirs, uri, t('Theirs ↔ yours')).then(undefined, error =>
      this.#app.failures.show(t('compare the two sides'), error),
    );
  }
}

const autoSaveMessage = t(
  'It is not saved by itself, since what is saved here is sent to the service at once. Save it with the command or its key.',
);

/** Closes the tabs of a document whose text is no longer needed. */
async function closeTab(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const tabsOfDocument = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputText && String(input.uri) === String(uri),
  );
  await vscode.window.tabGroups.close(tabsOfDocument, true);
}
