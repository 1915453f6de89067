import * as vscode from 'vscode';
import { type ResourceFields, fieldSample, changeableFields } from '../../api/resourceDocuments.ts';
import type { Session } from '../session/session.ts';
import { addressOfPath, type Connection } from '../session/connection.ts';
import { keyOfDocument, parseResourceUri, type ResourceDocument, type View } from './address.ts';
import { ProcessingPoller } from './processingPoller.ts';
import { pathOf } from './items.ts';
import type { Resource, ResourceDefinition } from './resourceDefinitions.ts';
import { openResourceDocuments } from './openDocuments.ts';
import { readResource } from './readResources.ts';

/** A document as it was last read. */
export interface DocumentState {
  text: string;
  /** When the text last changed, in milliseconds since 1970, as reported to VS Code. */
  mtime: number;
  /** The fields in the text, with which the user's edits are compared. */
  fields: ResourceFields;
  isReadOnly: boolean;
  /** The changed fields of the service that the user was shown while editing. */
  seen?: ResourceFields;
}

/** How long a read counts as fresh, in milliseconds: VS Code requests the state of a file before it reads it. */
const freshFor = 2000;

/**
 * Provides resources as documents. The state at the beginning of an edit is stored, also for the next window, because
 * the user's changes are determined from it.
 */
export class ResourceDocuments implements vscode.Disposable {
  readonly #session: Session;
  readonly #memory: vscode.Memento;
  readonly #states = new Map<string, DocumentState>();
  readonly #readAt = new Map<string, number>();
  readonly #reading = new Map<string, Promise<DocumentState>>();
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  /** Fires with the address of an open document that must be read again. */
  readonly onDidChange = this.#didChange.event;
  readonly #poller: ProcessingPoller;
  readonly #subscriptions: vscode.Disposable;

  constructor(session: Session, memory: vscode.Memento) {
    this.#session = session;
    this.#memory = memory;
    this.#poller = new ProcessingPoller(session, address => visibleDocuments().includes(address));
    const lookAgainAt = (isMatch: (uri: vscode.Uri) => boolean) => {
      this.#readAt.clear();
      for (const uri of openResourceDocuments().filter(isMatch)) this.refresh(uri);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#poller,
      session.onDidWrite(({ touched }) => lookAgainAt(uri => touched.has(addressOf(uri)))),
      session.onDidChange(() => lookAgainAt(() => true)),
      session.onDidSignOut(() => void this.#forgetOthers()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (parseResourceUri(uri)) this.refresh(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri, isDirty }) => {
        if (!isDirty && parseResourceUri(uri)) this.forget(uri);
      }),
    );
    void this.#forgetOthers();
  }

  /** Returns the current state of a document. While the document is edited, returns the state before the edit. */
  async read(uri: vscode.Uri): Promise<DocumentState> {
    const key = keyOfDocument(uri);
    const known = this.cached(uri);
    const isRecent = Date.now() - (this.#readAt.get(key) ?? -Infinity) < freshFor;
    if (known && (isRecent || isWrittenIn(uri))) return known;
    const reading = this.#reading.get(key) ?? this.#read(uri).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  /** Returns the last state of a document that was read. */
  cached(uri: vscode.Uri): DocumentState | undefined {
    const key = keyOfDocument(uri);
    return this.#states.get(key) ?? this.#memory.get<DocumentState>(memoryKey(key));
  }

  /** Stores the state of a document. */
  store(uri: vscode.Uri, state: DocumentState): void {
    const key = keyOfDocument(uri);
    this.#states.set(key, state);
    this.#readAt.set(key, Date.now());
    if (!state.isReadOnly) void this.#memory.update(memoryKey(key), state);
  }

  /** Stores the text that was sent, until VS Code reads the result. */
  applyWrite(uri: vscode.Uri, text: string, fields: ResourceFields): void {
    this.store(uri, { text, fields, mtime: this.#laterThan(this.cached(uri)), isReadOnly: false });
  }

  forget(uri: vscode.Uri): void {
    const key = keyOfDocument(uri);
    this.#states.delete(key);
    this.#readAt.delete(key);
    void this.#memory.update(memoryKey(key), undefined);
  }

  /**
   * Returns the document at an address, and its connection. Throws if the address is wrong or its account is signed
   * out.
   */
  async placeOf(uri: vscode.Uri): Promise<{ connection: Connection; document: ResourceDocument }> {
    const document = parseResourceUri(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    const connection = await this.#session.find(document.connection);
    if (!connection) throw this.#session.signedOut(document.connection);
    return { connection, document };
  }

  /** Fetches the current editable fields of a resource. */
  async current(uri: vscode.Uri, signal?: AbortSignal): Promise<ResourceFields> {
    const { connection, document } = await this.placeOf(uri);
    const resource = await readResource(connection, document.item, { isFresh: true, signal });
    return editableFields(document.item.definition, resource);
  }

  /** Marks an open document as stale, so that VS Code reads it again. */
  refresh(uri: vscode.Uri): void {
    this.#readAt.delete(keyOfDocument(uri));
    this.#didChange.fire(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  /** Drops the stored documents of accounts that are signed out, except documents with unsaved changes. */
  async #forgetOthers(): Promise<void> {
    await this.#session.restore();
    const signedIn = this.#session.connections.map(({ id }) => `//${id}/`);
    const written = new Set(vscode.workspace.textDocuments.filter(isDirty).map(({ uri }) => keyOfDocument(uri)));
    const keys = this.#memory.keys().filter(key => key.startsWith(memoryKey('//')));
    for (const key of keys.map(key => key.slice(memoryKey('').length))) {
      if (written.has(key) || signedIn.some(start => key.startsWith(start))) continue;
      this.#states.delete(key);
      void this.#memory.update(memoryKey(key), undefined);
    }
  }

  async #read(uri: vscode.Uri): Promise<DocumentState> {
    const { connection, document } = await this.placeOf(uri);
    const { item, view } = document;
    const known = this.cached(uri);
    const fresh =
      view === 'new'
        ? newOf(item.definition)
        : shownOf(view, item.definition, await this.#readNow(connection, document));
    const mtime = known && known.text === fresh.text ? known.mtime : this.#laterThan(known);
    const state = { ...fresh, mtime };
    this.store(uri, state);
    return state;
  }

  async #readNow(connection: Connection, { item, view }: ResourceDocument): Promise<Resource> {
    const resource = await readResource(connection, item);
    const isFollowed = view === 'whole' && item.definition.isRunning?.(resource) === true;
    this.#poller.track(connection, addressOfPath(connection, pathOf(item)), isFollowed);
    return resource;
  }

  #laterThan(known: DocumentState | undefined): number {
    return Math.max(Date.now(), (known?.mtime ?? 0) + 1);
  }
}

/** Returns the fields of a resource that its document contains. */
export function editableFields(definition: ResourceDefinition, resource: Resource): ResourceFields {
  const { change, secrets = [], fields } = definition;
  const all = change ? changeableFields(change, fields?.(resource) ?? resource) : resource;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !secrets.includes(name)));
}

/** Returns the text of a document with these fields. */
export function formatFields(fields: ResourceFields): string {
  return `${JSON.stringify(fields, null, 2)}\n`;
}

function shownOf(view: View, definition: ResourceDefinition, resource: Resource): Omit<DocumentState, 'mtime'> {
  const isReadOnly = view !== 'fields' || !definition.change || definition.canChange?.(resource) === false;
  const secrets = definition.secrets ?? [];
  const whole = Object.fromEntries(Object.entries(resource).filter(([name]) => !secrets.includes(name)));
  const fields = view === 'whole' || !definition.change ? whole : editableFields(definition, resource);
  return { text: formatFields(fields), fields, isReadOnly };
}

function newOf({ create, titleField: called = 'title', draft }: ResourceDefinition): Omit<DocumentState, 'mtime'> {
  const fields = create ? { [called]: '', ...fieldSample(create), ...draft } : {};
  return { text: formatFields(fields), fields, isReadOnly: false };
}

function isDirty(document: vscode.TextDocument): boolean {
  return document.isDirty;
}

function isWrittenIn(uri: vscode.Uri): boolean {
  const key = keyOfDocument(uri);
  return vscode.workspace.textDocuments.filter(isDirty).some(document => keyOfDocument(document.uri) === key);
}

/** Returns the addresses of visible documents that show all fields of a resource. */
function visibleDocuments(): string[] {
  const uris = vscode.window.visibleTextEditors.map(({ document }) => document.uri);
  return uris.filter(uri => parseResourceUri(uri)?.view === 'whole').map(addressOf);
}

function addressOf(uri: vscode.Uri): `//${string}` {
  const { connection = '', item } = parseResourceUri(uri) ?? {};
  return `//${connection}${item ? pathOf(item) : ''}`;
}

function memoryKey(key: string): string {
  return `resource ${key}`;
}
