import * as vscode from 'vscode';
import { roleInWords } from './roles.ts';
import { type Connection, type ResourceAddress, resourceAddress } from './session/connection.ts';
import type { Space } from './spaces.ts';

/** What the commands do in a space, under the names that its `permissions` have. */
export type SpaceRight = 'comment' | 'edit' | 'merge';

/** Whether the user may do this in a space. Unless the service says no, it is tried. */
export function mayIn({ permissions }: Space, right: SpaceRight | 'review'): boolean {
  return permissions?.[right] !== false;
}

/** What users are told who lack a right. */
export const missingRole: Readonly<Record<SpaceRight | 'review' | 'react', string>> = {
  comment: `Your role in this space does not let you comment. You need the role ${roleInWords('comment')}.`,
  react: `Your role in this space does not let you react. You need the role ${roleInWords('comment')}.`,
  edit: `Your role in this space does not let you edit. You need the role ${roleInWords('edit')}.`,
  merge: `Your role in this space does not let you merge. You need the role ${roleInWords('review')}.`,
  review: `Your role in this space does not let you approve or request changes. You need the role ${roleInWords('review')}.`,
};

/** A space, as what is in it knows it. */
export interface SpacePlace {
  connection: Connection;
  /** ID of the space. */
  space: string;
}

const all: readonly SpaceRight[] = ['comment', 'edit', 'merge'];

/** What the user may not do in the spaces that have been heard of; the menus of what is in them leave it out. */
export class Rights implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<string>();
  /** Fires with what `addressOfRights` gives for the space. */
  readonly onDidChange = this.#didChange.event;
  readonly #refused = new Map<string, readonly SpaceRight[]>();
  /** When the service has told it last, in the milliseconds of `performance`. */
  readonly #toldAt = new Map<string, number>();

  /** What is refused in a space; nothing in one that has not been heard of: there it is tried. */
  refusedIn(place: SpacePlace): readonly SpaceRight[] {
    return this.#refused.get(addressOfRights(place)) ?? [];
  }

  /** The same as the service has told it since then; undefined where it has not. */
  toldSince(time: number, place: SpacePlace): readonly SpaceRight[] | undefined {
    const toldAt = this.#toldAt.get(addressOfRights(place));
    return toldAt !== undefined && toldAt >= time ? this.refusedIn(place) : undefined;
  }

  /** Whether something is refused in the space of an address. */
  isRefused(right: SpaceRight, { connection, space }: { connection: string; space: string }): boolean {
    const address = addressOfRights({ connection: { id: connection }, space });
    return this.#refused.get(address)?.includes(right) ?? false;
  }

  /** Takes in a space as the service has just given it. */
  learn(connection: Connection, space: Space): void {
    // Some lists of other servers leave them out; that says nothing.
    if (!space.permissions) return;
    const address = addressOfRights({ connection, space: space.id });
    const refused = all.filter(right => !mayIn(space, right));
    const isKnown = String(this.#refused.get(address) ?? []) === String(refused);
    this.#refused.set(address, refused);
    this.#toldAt.set(address, performance.now());
    if (!isKnown) this.#didChange.fire(address);
  }

  /** Asks the service. */
  async read({ connection, space: spaceId }: SpacePlace): Promise<readonly SpaceRight[]> {
    this.learn(connection, await connection.api.request('GET /spaces/{spaceId}', { spaceId }));
    return this.refusedIn({ connection, space: spaceId });
  }

  clear(): void {
    const known = [...this.#refused.keys()];
    this.#refused.clear();
    this.#toldAt.clear();
    for (const address of known) this.#didChange.fire(address);
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}

/** What the user may do in a space, as those name it who show it. */
export function addressOfRights(place: { connection: Pick<Connection, 'id'>; space: string }): ResourceAddress {
  return `${resourceAddress(place.connection, '/spaces/{spaceId}', { spaceId: place.space })}#permissions`;
}
