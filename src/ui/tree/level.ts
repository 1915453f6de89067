import * as vscode from 'vscode';
import { failedAs, isNotReached } from '../../api/errors.ts';
import { isCancellation, reasonOf } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { Failures } from '../failures.ts';
import { addressOf, type Children, type Node, type NodePage } from './node.ts';

/** The list below one row, as far as it has been read. */
export class Level {
  node: Node;
  children: Children;
  isStale = false;
  readonly #failures: Failures;
  #current: Shown = { items: new Map(), hasMore: false, asOf: undefined };
  /** How many pages are wanted, which "Load more" alone raises: a refresh reads as many again. */
  #wanted = 1;
  #reading: Reading | undefined;

  constructor(node: Node, children: Children, failures: Failures) {
    this.node = node;
    this.children = children;
    this.#failures = failures;
  }

  /** Whether the list itself shows something of this. */
  shows(touched: ReadonlySet<string>): boolean {
    return this.children.shows?.some(address => touched.has(address)) ?? false;
  }

  /** The rows that stand for something of this, those included that are being read. */
  rowsOf(touched: ReadonlySet<string>): Node[] {
    const rows = new Map([...this.#current.items, ...(this.#reading?.items ?? [])]);
    return [...rows.values()].filter(row => touched.has(addressOf(row)));
  }

  /** When what is shown was asked for; undefined when nothing has been read, and when it will not be shown again. */
  get shownAsOf(): number | undefined {
    return this.isStale ? undefined : this.#current.asOf;
  }

  /**
   * Why the service gives no list at all: it was not reached, or it refuses the token. Any other error is of this list
   * alone, and stands in a row of it.
   */
  get serviceError(): unknown {
    const { error } = this.#reading ?? {};
    return isNotReached(error) || failedAs(error, 'signedOut') ? error : undefined;
  }

  get hasMore(): boolean {
    return this.#reading?.hasMore ?? false;
  }

  /** Reads what is wanted; anew when it is stale. Who waits meanwhile gets the newest. */
  async read(): Promise<void> {
    if (this.isStale || !this.#reading) this.#begin();
    let awaited: Reading | undefined;
    while (awaited !== this.#reading) {
      awaited = this.#reading;
      await awaited?.done;
    }
  }

  /** Reads one page more than has been read. */
  async more(): Promise<void> {
    await this.read();
    const reading = this.#reading;
    if (!reading?.hasMore) return;
    this.#wanted = Math.max(this.#wanted, reading.count) + 1;
    reading.done = reading.done.then(() => this.#fill(reading));
    await this.read();
  }

  /** Shows a row on top, wherever in the list it stands, until the list is read anew. */
  putFirst(row: Node): void {
    const reading = this.#reading;
    if (!reading) return;
    this.#current.items = reading.items = new Map([[row.id, row], ...reading.items]);
  }

  /** What is shown: the items, and rows for what is not an item. */
  rows(): Node[] {
    const { last = [], empty } = this.children;
    const items = [...this.#current.items.values()];
    const { error } = this.#reading ?? {};
    if (this.serviceError !== undefined) return [...items, ...this.#unread(), ...last];
    if (error !== undefined) return [errorRow(this.node, error), ...items, ...last];
    if (this.hasMore) return [...items, moreRow(this.node), ...last];
    return [...(items.length === 0 ? noteRow(this.node, empty) : items), ...last];
  }

  /** A note in place of what is not there while the service gives no list, which the tree says once for all lists. */
  #unread(): Node[] {
    const { items, hasMore, asOf } = this.#current;
    const { empty } = this.children;
    // Where the view itself says what is empty, it says this too.
    if (asOf === undefined) return empty === '' ? [] : noteRow(this.node, 'Not read yet');
    if (hasMore) return noteRow(this.node, 'More is not read yet');
    return items.size === 0 ? noteRow(this.node, empty) : [];
  }

  dispose(): void {
    this.#reading?.abort.abort();
  }

  #begin(): void {
    this.isStale = false;
    this.dispose();
    const abort = new AbortController();
    const pages = this.children.list(abort.signal)[Symbol.asyncIterator]();
    const reading: Reading = {
      abort,
      pages,
      begun: Date.now(),
      items: new Map(),
      count: 0,
      hasMore: true,
      error: undefined,
      done: Promise.resolve(),
    };
    reading.done = this.#fill(reading);
    this.#reading = reading;
  }

  /** Reads as many pages as are wanted, and shows them all at once. */
  async #fill(reading: Reading): Promise<void> {
    while (reading.count < this.#wanted && reading.hasMore && reading.error === undefined) await this.#take(reading);
    if (reading.abort.signal.aborted) return;
    const { items, begun, error, hasMore } = reading;
    if (error === undefined) this.#current = { items, hasMore, asOf: begun };
    // What was shown stays when less can be read.
    else if (items.size > this.#current.items.size) this.#current = { items, hasMore: true, asOf: begun };
  }

  async #take(reading: Reading): Promise<void> {
    try {
      const page = await reading.pages.next();
      reading.hasMore = !page.done && page.value.hasMore;
      reading.count++;
      for (const item of page.done ? [] : page.value.items) {
        reading.items.set(item.id, item);
        if (item.failure !== undefined)
          this.#failures.log(words`Could not show all below "${this.node.label}".`, item.failure);
      }
    } catch (error) {
      reading.hasMore = false;
      if (reading.abort.signal.aborted || isCancellation(error)) return;
      reading.error = error;
      this.#failures.log(words`Could not list what is below "${this.node.label}".`, error);
    }
  }
}

/** What has been read last of a list. */
interface Shown {
  items: Map<string, Node>;
  hasMore: boolean;
  /** When it was asked for, in milliseconds since 1970. */
  asOf: number | undefined;
}

/** A list while it is read, page by page. */
interface Reading {
  abort: AbortController;
  pages: AsyncIterator<NodePage>;
  begun: number;
  items: Map<string, Node>;
  /** How many pages have been read. */
  count: number;
  hasMore: boolean;
  error: unknown;
  /** Settles when as many pages have been read as were wanted; never rejects. */
  done: Promise<void>;
}

function moreRow(parent: Node): Node {
  return {
    id: `${parent.id}/load-more`,
    label: 'Load more',
    icon: new vscode.ThemeIcon('ellipsis'),
    contextValue: 'more',
    command: { command: 'marginalia.tree.loadMore', title: 'Load More', arguments: [parent] },
  };
}

/** A quiet word in place of items; none where there is nothing to say. */
function noteRow(parent: Node, note: string): Node[] {
  if (note === '') return [];
  return [{ id: `${parent.id}/empty`, label: '', description: note, spoken: note, contextValue: 'empty' }];
}

function errorRow(parent: Node, error: unknown): Node {
  const reason = reasonOf(error);
  return {
    id: `${parent.id}/error`,
    label: 'Retry',
    description: reason,
    tooltip: reason,
    spoken: `Retry. ${reason}`,
    icon: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
    contextValue: 'error',
    command: { command: 'marginalia.item.refresh', title: 'Retry', arguments: [parent] },
  };
}
