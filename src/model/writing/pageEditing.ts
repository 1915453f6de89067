import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { headAddress, isComparedWithHead } from '../content/address.ts';
import { type ChangeRequestPlace, hasEnded } from '../content/changeRequests.ts';
import type { Content } from '../content/content.ts';
import { addressOfRights, type SpaceRight } from '../rights.ts';
import type { Session } from '../session/session.ts';
import { pageEditsRoute, probePageEdits } from './pageEdits.ts';
import { isPageEditingOn, onDidTogglePageEditing } from './setting.ts';

/** Why a page can only be read. */
export type ReadOnlyReason =
  /** The user has not turned the editing of pages on. */
  | 'off'
  | 'mainContent'
  | 'merged'
  | 'archived'
  /** The role of the user does not let them edit. */
  | 'forbidden'
  /** The server takes no page edits. */
  | 'unsupported'
  | 'signedOut'
  /** An earlier revision, or what a page is compared with. */
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
  /** Whether each server takes page edits, asked once for each connection. */
  readonly #probes = new WeakMap<Client, Promise<boolean>>();
  /** The rights that were asked for, by space: a space that does not tell them is not asked on each look at a page. */
  readonly #rights = new Map<string, Promise<readonly SpaceRight[]>>();
  readonly #listening: vscode.Disposable;

  constructor(session: Session, content: Content) {
    this.#session = session;
    this.#content = content;
    const fire = () => {
      // Where no page can be edited anyway, VS Code need not look at the open ones again.
      if (isPageEditingOn()) this.#didChange.fire();
    };
    this.#listening = vscode.Disposable.from(
      session.onDidChange(() => {
        this.#rights.clear();
        fire();
      }),
      onDidTogglePageEditing(() => this.#didChange.fire()),
      content.rights.onDidChange(fire),
      content.changeRequests.onDidChangeStatus(fire),
    );
  }

  /** Returns why a page can only be read; undefined where it can be edited. */
  async readOnlyReason(uri: vscode.Uri): Promise<ReadOnlyReason | undefined> {
    if (!isPageEditingOn()) return 'off';
    const place = await this.placeOf(uri);
    return typeof place === 'string' ? place : this.#reasonIn(place);
  }

  /** The change request that a page can be edited in, whatever its status; otherwise why there is none. */
  async placeOf(uri: vscode.Uri): Promise<ChangeRequestPlace | 'mainContent' | 'revision' | 'signedOut'> {
    const address = headAddress(uri);
    if (!address || isComparedWithHead(uri)) return 'revision';
    const { version, space } = address;
    const connection = await this.#session.find(address.connection);
    if (!connection) return 'signedOut';
    if (version.kind === 'main') return 'mainContent';
    return version.kind === 'revision' ? 'revision' : { connection, space, number: version.number };
  }

  dispose(): void {
    this.#listening.dispose();
    this.#didChange.dispose();
  }

  async #reasonIn(place: ChangeRequestPlace): Promise<ReadOnlyReason | undefined> {
    const { rights, changeRequests } = this.#content;
    const status = changeRequests.lastStatus(place);
    if (status === undefined) return 'unknown';
    if (hasEnded({ status })) return status === 'merged' ? 'merged' : 'archived';
    const refused = rights.toldSince(-Infinity, place) ?? (await this.#readRights(place));
    if (refused.includes('edit')) return 'forbidden';
    return (await this.#isSupported(place)) ? undefined : 'unsupported';
  }

  #readRights(place: ChangeRequestPlace): Promise<readonly SpaceRight[]> {
    const key = addressOfRights(place);
    // Unless the service says that something is refused, it is tried.
    const reading = this.#rights.get(key) ?? this.#content.rights.read(place).catch(() => []);
    this.#rights.set(key, reading);
    return reading;
  }

  async #isSupported(place: ChangeRequestPlace): Promise<boolean> {
    const { api } = place.connection;
    if (api.lacks(exactRoute)) return false;
    const probe = this.#probes.get(api) ?? probePageEdits(place);
    this.#probes.set(api, probe);
    return probe;
  }
}

const exactRoute = new RegExp(`^${pageEditsRoute.replace(/[{}]/g, '\\$&')}$`);
