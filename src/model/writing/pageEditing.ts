import * as vscode from 'vscode';
import { headAddress, isComparedWithHead } from '../content/address.ts';
import { type ChangeRequestPlace, hasEnded } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import { addressOfRights, type SpaceRight } from '../rights.ts';
import type { Connection } from '../session/connection.ts';
import type { Session } from '../session/session.ts';
import { pageEditsRoute } from './pageEdits.ts';
import { isPageEditingOn, onDidTogglePageEditing } from './setting.ts';

/** The reason why a page is read-only. */
export type ReadOnlyReason =
  /** The user has turned page editing off. */
  | 'off'
  | 'mainContent'
  | 'merged'
  | 'archived'
  /** The role of the user does not allow editing. */
  | 'forbidden'
  /** The server does not offer page edits. */
  | 'unsupported'
  | 'signedOut'
  /** An earlier revision, or the older side of a diff. */
  | 'revision'
  /** The status of the change request could not be read yet. */
  | 'unknown';

/** Decides which pages can be edited. */
export class PageEditing implements vscode.Disposable {
  readonly #session: Session;
  readonly #content: Content;
  readonly #didChange = new vscode.EventEmitter<void>();
  /** Fires when pages may have become writable or read-only. */
  readonly onDidChange = this.#didChange.event;
  /**
   * Requested rights by space. They are cached so that a space without this information is not requested for every
   * page.
   */
  readonly #rights = new Map<string, Promise<readonly SpaceRight[]>>();
  readonly #subscriptions: vscode.Disposable;

  constructor(session: Session, content: Content) {
    this.#session = session;
    this.#content = content;
    const fire = () => {
      // If page editing is off, VS Code need not check the open pages again.
      if (isPageEditingOn()) this.#didChange.fire();
    };
    this.#subscriptions = vscode.Disposable.from(
      session.onDidChange(() => {
        this.#rights.clear();
        fire();
      }),
      onDidTogglePageEditing(() => this.#didChange.fire()),
      content.rights.onDidChange(fire),
      content.changeRequests.onDidChangeStatus(fire),
    );
  }

  /** Returns why a page is read-only; undefined if it can be edited. */
  async readOnlyReason(uri: vscode.Uri): Promise<ReadOnlyReason | undefined> {
    if (!isPageEditingOn()) return 'off';
    const place = await this.placeOf(uri);
    return typeof place === 'string' ? place : this.reasonIn(place);
  }

  /** Returns the change request in which a page can be edited, whatever its status, or else why there is none. */
  async placeOf(uri: vscode.Uri): Promise<ChangeRequestPlace | 'mainContent' | 'revision' | 'signedOut'> {
    const address = headAddress(uri);
    if (!address || isComparedWithHead(uri)) return 'revision';
    const { version, space } = address;
    const connection = await this.#session.find(address.connection);
    if (!connection) return 'signedOut';
    if (version.kind === 'main') return 'mainContent';
    return version.kind === 'revision' ? 'revision' : { connection, space, number: version.number };
  }

  /** Returns why the pages of a change request are read-only; undefined if they can be edited. */
  async reasonIn(place: ChangeRequestPlace): Promise<ReadOnlyReason | undefined> {
    if (!isPageEditingOn()) return 'off';
    const { rights, changeRequests } = this.#content;
    const status = changeRequests.lastStatus(place);
    if (status === undefined) return 'unknown';
    if (hasEnded({ status })) return status === 'merged' ? 'merged' : 'archived';
    const refused = rights.reportedSince(-Infinity, place) ?? (await this.#readRights(place));
    if (refused.includes('edit')) return 'forbidden';
    return canSupportPageEdits(place.connection) ? undefined : 'unsupported';
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  #readRights(place: ChangeRequestPlace): Promise<readonly SpaceRight[]> {
    const key = addressOfRights(place);
    // Editing is attempted if the rights cannot be read.
    const reading = this.#rights.get(key) ?? this.#content.rights.read(place).catch(() => []);
    this.#rights.set(key, reading);
    return reading;
  }
}

/**
 * Returns true if a server may support page edits. Only a save can tell, but servers whose change requests do not name
 * their space are too old (see `supportsDescription`).
 */
export function canSupportPageEdits({ api, hasDescriptions }: Connection): boolean {
  return hasDescriptions !== false && !api.isKnownUnsupported(exactRoute);
}

const exactRoute = new RegExp(`^${pageEditsRoute.replace(/[{}]/g, '\\$&')}$`);
