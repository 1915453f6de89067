import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError, isOutage } from '../../api/errors.ts';
import { isCancellation, reasonOf } from '../../api/failure.ts';
import type { Failures } from '../failures.ts';
import { nodeAddress, type Children, type Node, type NodePage } from './node.ts';

/** The list of child rows of one row, as far as it has been loaded. */
export class TreeLevel {
  node: Node;
  children: Children;
  isStale = false;
  readonly #failures: Failures;
  #current: LoadedList = { items: new Map(), hasMore: false, asOf: undefined };
  /** The number of pages to load. "Load more" raises it; a refresh loads the same number again. */
  #requestedPages = 1;
  #loading: Loading | undefined;

  constructor(node: Node, children: Children, failures: Failures) {
    this.node = node;
    this.children = children;
    this.#failures = failures;
  }

  /** Returns true if the list itself depends on one of these addresses. */
  dependsOn(touched: ReadonlySet<string>): boolean {
    return this.children.dependsOn?.some(address => touched.has(address)) ?? false;
  }

  /** Returns the rows for these addresses, including rows of a load in progress. */
  rowsOf(touched: ReadonlySet<string>): Node[] {
    const rows = new Map([...this.#current.items, ...(this.#loading?.items ?? [])]);
    return [...rows.values()].filter(row => touched.has(nodeAddress(row)));
  }

  /** The time at which the shown rows were requested; undefined if nothing was loaded or the list is stale. */
  get fetchedAt(): number | undefined {
    return this.isStale ? undefined : this.#current.asOf;
  }

  /**
   * The error that affects all lists: the service answers no requests now, or it refuses the token. Any other error
   * concerns only this list and is shown in a row of it.
   */
  get serviceError(): unknown {
    const { error } = this.#loading ?? {};
    return isOutage(error) || isApiError(error, 'signedOut') ? error : undefined;
  }

  get hasMore(): boolean {
    return this.#loading?.hasMore ?? false;
  }

  /** Loads the list, again if it is stale. Callers that wait during a reload receive its result. */
  async load(): Promise<void> {
    if (this.isStale || !this.#loading) this.#begin();
    let awaited: Loading | undefined;
    while (awaited !== this.#loading) {
      awaited = this.#loading;
      await awaited?.done;
    }
  }

  /** Loads one more page. */
  async loadMore(): Promise<void> {
    await this.load();
    const reading = this.#loading;
    if (!reading?.hasMore) return;
    this.#requestedPages = Math.max(this.#requestedPages, reading.count) + 1;
    reading.done = reading.done.then(() => this.#fill(reading));
    await this.load();
  }

  /** Shows a row first, regardless of its position in the list, until the list is loaded again. */
  prepend(row: Node): void {
    const reading = this.#loading;
    if (!reading) return;
    this.#current.items = reading.items = new Map([[row.id, row], ...reading.items]);
  }

  /** Returns the rows to show, including those for errors, "Load more" and an empty list. */
  rows(): Node[] {
    const { footer = [], empty } = this.children;
    const items = [...this.#current.items.values()];
    const { error } = this.#loading ?? {};
    if (this.serviceError !== undefined) return [...items, ...this.#notLoadedRows(), ...footer];
    if (error !== undefined) return [errorRow(this.node, error), ...items, ...footer];
    if (this.hasMore) return [...items, moreRow(this.node), ...footer];
    return [...(items.length === 0 ? noteRow(this.node, empty) : items), ...footer];
  }

  /**
   * Returns a note in place of missing rows while the service returns no lists. The reason is shown once, above the
   * tree.
   */
  #notLoadedRows(): Node[] {
    const { items, hasMore, asOf } = this.#current;
    const { empty } = this.children;
    // A view with its own text for an empty list shows this state as well.
    if (asOf === undefined) return empty === '' ? [] : noteRow(this.node, t('Not read yet'));
    if (hasMore) return noteRow(this.node, t('More is not read yet'));
    return items.size === 0 ? noteRow(this.node, empty) : [];
  }

  dispose(): void {
    this.#loading?.abort.abort();
  }

  #begin(): void {
    this.isStale = false;
    this.dispose();
    const abort = new AbortController();
    const pages = this.children.list(abort.signal)[Symbol.asyncIterator]();
    const reading: Loading = {
      abort,
      pages,
      startedAt: Date.now(),
      items: new Map(),
      count: 0,
      hasMore: true,
      error: undefined,
      done: Promise.resolve(),
    };
    reading.done = this.#fill(reading);
    this.#loading = reading;
  }

  /** Loads the requested number of pages, and then replaces the shown rows in one step. */
  async #fill(reading: Loading): Promise<void> {
    while (reading.count < this.#requestedPages && reading.hasMore && reading.error === undefined)
      await this.#take(reading);
    if (reading.abort.signal.aborted) return;
    const { items, startedAt, error, hasMore } = reading;
    if (error === undefined) this.#current = { items, hasMore, asOf: startedAt };
    // After an error, the rows shown before stay unless the failed load returned more.
    else if (items.size > this.#current.items.size) this.#current = { items, hasMore: true, asOf: startedAt };
  }

  async #take(reading: Loading): Promise<void> {
    try {
      const page = await reading.pages.next();
      reading.hasMore = !page.done && page.value.hasMore;
      reading.count++;
      for (const item of page.done ? [] : page.value.items) {
        reading.items.set(item.id, item);
        if (item.failure !== undefined)
          this.#failures.log(`Could not list everything below "${this.node.label}".`, item.failure);
      }
    } catch (error) {
      reading.hasMore = false;
      if (reading.abort.signal.aborted || isCancellation(error)) return;
      reading.error = error;
      this.#failures.log(`Could not list the rows below "${this.node.label}".`, error);
    }
  }
}

/** The last loaded state of a list. */
interface LoadedList {
  items: Map<string, Node>;
  hasMore: boolean;
  /** When the list was requested, in milliseconds since 1970. */
  asOf: number | undefined;
}

/** A load in progress, page by page. */
interface Loading {
  abort: AbortController;
  pages: AsyncIterator<NodePage>;
  startedAt: number;
  items: Map<string, Node>;
  /** The number of pages loaded. */
  count: number;
  hasMore: boolean;
  error: unknown;
  /** Resolves when the requested pages are loaded; never rejects. */
  done: Promise<void>;
}

function moreRow(parent: Node): Node {
  return {
    id: `${parent.id}/load-more`,
    label: t('Load more'),
    icon: new vscode.ThemeIcon('ellipsis'),
    contextValue: 'more',
    command: { command: 'marginalia.tree.loadMore', title: t('Load More'), arguments: [parent] },
  };
}

/** Returns a note in place of rows; none if the note is empty. */
function noteRow(parent: Node, note: string): Node[] {
  if (note === '') return [];
  return [{ id: `${parent.id}/empty`, label: '', description: note, accessibleLabel: note, contextValue: 'empty' }];
}

function errorRow(parent: Node, error: unknown): Node {
  const reason = reasonOf(error);
  return {
    id: `${parent.id}/error`,
    label: t('Retry'),
    description: reason,
    tooltip: reason,
    accessibleLabel: t`Retry. ${reason}`,
    icon: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
    contextValue: 'error',
    command: { command: 'marginalia.item.refresh', title: t('Retry'), arguments: [parent] },
  };
}
