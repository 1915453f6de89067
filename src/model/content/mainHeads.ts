import * as vscode from 'vscode';
import { isId } from '../../api/normalize.ts';
import type { SpacePlace } from '../rights.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../session/connection.ts';
import type { Space } from '../spaces.ts';
import { addressOfMainContent, parseTime } from './changeRequests.ts';
import type { Head } from './snapshot.ts';

/** The heads of the main content of spaces. Each fetched space updates its head; a missing one is fetched once. */
export class MainHeads implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<SpacePlace>();
  /** Fires when the head of a space's main content differs from the cached one. */
  readonly onDidChange = this.#didChange.event;
  readonly #known = new Map<ResourceAddress, { place: SpacePlace; head: Head }>();

  get(place: SpacePlace): Head | undefined {
    return this.#known.get(keyOf(place))?.head;
  }

  async fetch(place: SpacePlace): Promise<Head> {
    const { connection, space: spaceId } = place;
    const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
    this.setSpace(connection, space);
    return headOf(space);
  }

  /** Stores the head that a fetched space contains. */
  setSpace(connection: Connection, space: Space): void {
    if (!isId(space.revision)) return;
    const place = { connection, space: space.id };
    const before = this.get(place);
    this.#known.set(keyOf(place), { place, head: headOf(space) });
    if (before && before.revision !== space.revision) this.#didChange.fire(place);
  }

  /** Drops the heads of spaces whose main content a write has touched. */
  expire(touched: ReadonlySet<ResourceAddress>): void {
    for (const [key, { place }] of this.#known) if (touched.has(addressOfMainContent(place))) this.#known.delete(key);
  }

  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}

function keyOf({ connection, space: spaceId }: SpacePlace): ResourceAddress {
  return resourceAddress(connection, '/spaces/{spaceId}', { spaceId });
}

function headOf({ revision, updatedAt }: Space): Head {
  return { revision, mtime: parseTime(updatedAt) };
}
