import * as vscode from 'vscode';
import { type Fields, fieldSample, fieldsIn } from '../../api/resourceDocuments.ts';
import type { Session } from '../session/session.ts';
import { addressOn, type Connection } from '../session/connection.ts';
import { keyOfDocument, parseResourceUri, type ResourceDocument, type View } from './address.ts';
import { Following } from './following.ts';
import { pathOf } from './items.ts';
import type { Noun, Resource } from './nouns.ts';
import { openDocuments } from './open.ts';
import { readResource } from './reading.ts';

/** A document as it was read last. */
export interface Kept {
  text: string;
  /** When that was another than before, for VS Code. */
  mtime: number;
  /** What the text says; what somebody has changed is told by it. */
  fields: Fields;
  isReadOnly: boolean;
  /** What others have made of it meanwhile, and whoever writes in it has been shown. */
  seen?: Fields;
}

/** Milliseconds for which what was read need not be asked for again: VS Code looks at a file before it reads it. */
const freshFor = 2000;

/**
 * Resources as documents. What a document said when it was opened is kept as long as somebody writes in it, by the next
 * window too: by that it is told what they have changed.
 */
export class ResourceDocuments implements vscode.Disposable {
  readonly #session: Session;
  readonly #memory: vscode.Memento;
  readonly #states = new Map<string, Kept>();
  readonly #readAt = new Map<string, number>();
  readonly #reading = new Map<string, Promise<Kept>>();
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  /** Fires with the address of an open document that is to be read again. */
  readonly onDidChange = this.#didChange.event;
  readonly #following: Following;
  readonly #listening: vscode.Disposable;

  constructor(session: Session, memory: vscode.Memento) {
    this.#session = session;
    this.#memory = memory;
    this.#following = new Following(session, address => visibleDocuments().includes(address));
    const lookAgainAt = (isMeant: (uri: vscode.Uri) => boolean) => {
      this.#readAt.clear();
      for (const uri of openDocuments().filter(isMeant)) this.lookAgain(uri);
    };
    this.#listening = vscode.Disposable.from(
      this.#following,
      session.onDidWrite(({ touched }) => lookAgainAt(uri => touched.has(addressOf(uri)))),
      session.onDidChange(() => lookAgainAt(() => true)),
      session.onDidSignOut(() => void this.#forgetOthers()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (parseResourceUri(uri)) this.lookAgain(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri, isDirty }) => {
        if (!isDirty && parseResourceUri(uri)) this.forget(uri);
      }),
    );
    void this.#forgetOthers();
  }

  /** What a document says now; while somebody writes in it, what it said before. */
  async read(uri: vscode.Uri): Promise<Kept> {
    const key = keyOfDocument(uri);
    const known = this.known(uri);
    const isRecent = Date.now() - (this.#readAt.get(key) ?? -Infinity) < freshFor;
    if (known && (isRecent || isWrittenIn(uri))) return known;
    const reading = this.#reading.get(key) ?? this.#read(uri).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  /** What a document said when it was read last. */
  known(uri: vscode.Uri): Kept | undefined {
    const key = keyOfDocument(uri);
    return this.#states.get(key) ?? this.#memory.get<Kept>(memoryKey(key));
  }

  /** Takes in what a document says, or is known of it. */
  keep(uri: vscode.Uri, state: Kept): void {
    const key = keyOfDocument(uri);
    this.#states.set(key, state);
    this.#readAt.set(key, Date.now());
    if (!state.isReadOnly) void this.#memory.update(memoryKey(key), state);
  }

  /** The text of a document as somebody has sent it, until VS Code has taken note and reads what came of it. */
  written(uri: vscode.Uri, text: string, fields: Fields): void {
    this.keep(uri, { text, fields, mtime: this.#laterThan(this.known(uri)), isReadOnly: false });
  }

  forget(uri: vscode.Uri): void {
    const key = keyOfDocument(uri);
    this.#states.delete(key);
    this.#readAt.delete(key);
    void this.#memory.update(memoryKey(key), undefined);
  }

  /** The document that an address names, and the connection that it is on. */
  async placeOf(uri: vscode.Uri): Promise<{ connection: Connection; document: ResourceDocument }> {
    const document = parseResourceUri(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    const connection = await this.#session.find(document.connection);
    if (!connection) throw this.#session.signedOut(document.connection);
    return { connection, document };
  }

  /** What of a resource is there to be changed, as it is now. */
  async current(uri: vscode.Uri, signal?: AbortSignal): Promise<Fields> {
    const { connection, document } = await this.placeOf(uri);
    const resource = await readResource(connection, document.item, { isFresh: true, signal });
    return fieldsOf(document.item.noun, resource);
  }

  /** Has an open document read again. */
  lookAgain(uri: vscode.Uri): void {
    this.#readAt.delete(keyOfDocument(uri));
    this.#didChange.fire(uri);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didChange.dispose();
  }

  /** Forgets what was kept of documents of accounts that are not signed in any more, unless somebody writes in them. */
  async #forgetOthers(): Promise<void> {
    await this.#session.restore();
    const signedIn = this.#session.connections.map(({ id }) => `//${id}/`);
    const written = new Set(vscode.workspace.textDocuments.filter(isDirty).map(({ uri }) => keyOfDocument(uri)));
    const keys = this.#memory.keys().filter(key => key.startsWith(memoryKey('//')));
    for (const key of keys.map(one => one.slice(memoryKey('').length))) {
      if (written.has(key) || signedIn.some(start => key.startsWith(start))) continue;
      this.#states.delete(key);
      void this.#memory.update(memoryKey(key), undefined);
    }
  }

  async #read(uri: vscode.Uri): Promise<Kept> {
    const { connection, document } = await this.placeOf(uri);
    const { item, view } = document;
    const known = this.known(uri);
    const fresh =
      view === 'new' ? newOf(item.noun) : shownOf(view, item.noun, await this.#readNow(connection, document));
    const mtime = known && known.text === fresh.text ? known.mtime : this.#laterThan(known);
    const state = { ...fresh, mtime };
    this.keep(uri, state);
    return state;
  }

  async #readNow(connection: Connection, { item, view }: ResourceDocument): Promise<Resource> {
    const resource = await readResource(connection, item);
    const isFollowed = view === 'whole' && item.noun.isRunning?.(resource) === true;
    this.#following.note(connection, addressOn(connection, pathOf(item)), isFollowed);
    return resource;
  }

  #laterThan(known: Kept | undefined): number {
    return Math.max(Date.now(), (known?.mtime ?? 0) + 1);
  }
}

/** The fields of a resource as they stand in its document. */
export function fieldsOf(noun: Noun, resource: Resource): Fields {
  const { change, secrets = [], fields } = noun;
  const all = change ? fieldsIn(change, fields?.(resource) ?? resource) : resource;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !secrets.includes(name)));
}

/** A document's text. */
export function textOf(fields: Fields): string {
  return `${JSON.stringify(fields, null, 2)}\n`;
}

function shownOf(view: View, noun: Noun, resource: Resource): Omit<Kept, 'mtime'> {
  const isReadOnly = view !== 'fields' || !noun.change || noun.mayChange?.(resource) === false;
  const secrets = noun.secrets ?? [];
  const whole = Object.fromEntries(Object.entries(resource).filter(([name]) => !secrets.includes(name)));
  const fields = view === 'whole' || !noun.change ? whole : fieldsOf(noun, resource);
  return { text: textOf(fields), fields, isReadOnly };
}

function newOf({ create, called = 'title', draft }: Noun): Omit<Kept, 'mtime'> {
  const fields = create ? { [called]: '', ...fieldSample(create), ...draft } : {};
  return { text: textOf(fields), fields, isReadOnly: false };
}

function isDirty(document: vscode.TextDocument): boolean {
  return document.isDirty;
}

function isWrittenIn(uri: vscode.Uri): boolean {
  const key = keyOfDocument(uri);
  return vscode.workspace.textDocuments.filter(isDirty).some(document => keyOfDocument(document.uri) === key);
}

/** Where what can be seen in an editor says of a resource all that there is. */
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
