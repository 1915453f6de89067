import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { describeRole } from './roles.ts';
import { type Connection, type ResourceAddress, resourceAddress } from './session/connection.ts';
import type { Space } from './spaces.ts';

/** Rights of the user in a space, named like its `permissions`. */
export type SpaceRight = 'comment' | 'edit' | 'merge';

/** Returns true unless the service says that the user lacks a right in a space. */
export function hasSpaceRight({ permissions }: Space, right: SpaceRight | 'review'): boolean {
  return permissions?.[right] !== false;
}

/** Messages for users who lack a right. */
export const requiredRole: Readonly<Record<SpaceRight | 'review' | 'react', string>> = {
  comment: t`Your role in this space does not let you comment. You need the role ${describeRole('comment')}.`,
  react: t`Your role in this space does not let you react. You need the role ${describeRole('comment')}.`,
  edit: t`Your role in this space does not let you edit. You need the role ${describeRole('edit')}.`,
  merge: t`Your role in this space does not let you merge. You need the role ${describeRole('review')}.`,
  review: t`Your role in this space does not let you approve or request changes. You need the role ${describeRole('review')}.`,
};

/** Identifies a space. */
export interface SpacePlace {
  connection: Connection;
  /** ID of the space. */
  space: string;
}

const all: readonly SpaceRight[] = ['comment', 'edit', 'merge'];

/** The rights that the user lacks in known spaces, for which menus hide commands. */
export class Rights implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<string>();
  /** Fires with the result of `addressOfRights` for the space. */
  readonly onDidChange = this.#didChange.event;
  readonly #refused = new Map<string, readonly SpaceRight[]>();
  /** When the service last reported the rights, in milliseconds of `performance.now()`. */
  readonly #reportedAt = new Map<string, number>();

  /** Returns the rights that the user lacks in a space; none if the space is unknown. */
  refusedIn(place: SpacePlace): readonly SpaceRight[] {
    return this.#refused.get(addressOfRights(place)) ?? [];
  }

  /**
   * Returns the missing rights if the service has reported them since `time`, in milliseconds of `performance.now()`.
   */
  reportedSince(time: number, place: SpacePlace): readonly SpaceRight[] | undefined {
    const toldAt = this.#reportedAt.get(addressOfRights(place));
    return toldAt !== undefined && toldAt >= time ? this.refusedIn(place) : undefined;
  }

  /** Returns true if the user lacks a right in the space of an address. */
  isRefused(right: SpaceRight, { connection, space }: { connection: string; space: string }): boolean {
    const address = addressOfRights({ connection: { id: connection }, space });
    return this.#refused.get(address)?.includes(right) ?? false;
  }

  /** Records the rights in a space that the service has just sent. */
  record(connection: Connection, space: Space): void {
    // Lists of some servers omit permissions, which does not mean that they are missing.
    if (!space.permissions) return;
    const address = addressOfRights({ connection, space: space.id });
    const refused = all.filter(right => !hasSpaceRight(space, right));
    const isKnown = String(this.#refused.get(address) ?? []) === String(refused);
    this.#refused.set(address, refused);
    this.#reportedAt.set(address, performance.now());
    if (!isKnown) this.#didChange.fire(address);
  }

  /** Reads the space, and returns the rights that the user lacks in it. */
  async read({ connection, space: spaceId }: SpacePlace): Promise<readonly SpaceRight[]> {
    this.record(connection, await connection.api.request('GET /spaces/{spaceId}', { spaceId }));
    return this.refusedIn({ connection, space: spaceId });
  }

  clear(): void {
    const known = [...this.#refused.keys()];
    this.#refused.clear();
    this.#reportedAt.clear();
    for (const address of known) this.#didChange.fire(address);
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}

/** Returns the address of the user's rights in a space, by which views refer to them. */
export function addressOfRights(place: { connection: Pick<Connection, 'id'>; space: string }): ResourceAddress {
  return `${resourceAddress(place.connection, '/spaces/{spaceId}', { spaceId: place.space })}#permissions`;
}
