import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { isCancellation, reasonOf } from '../../api/failure.ts';
import type { Failures } from '../failures.ts';
import type { Children, Node, NodePage } from './node.ts';

/** The list below one row, as far as it has been read. */
export class Level {
  node: Node;
  children: Children;
  isStale = false;
  readonly #failures: Failures;
  #abort = new AbortController();
  #items = new Map<string, Node>();
  #pages: AsyncIterator<NodePage> | undefined;
  #pagesRead = 0;
  #hasMore = false;
  #error: unknown;
  #reading: Promise<void> | undefined;

  constructor(node: Node, children: Children, failures: Failures) {
    this.node = node;
    this.children = children;
    this.#failures = failures;
  }

  /** Whether the list itself shows something of this. */
  shows(touched: ReadonlySet<string>): boolean {
    return this.children.shows?.some(address => touched.has(address)) ?? false;
  }

  /** The rows that stand for something of this. */
  rowsOf(touched: ReadonlySet<string>): Node[] {
    return [...this.#items.values()].filter(({ id }) => touched.has(id));
  }

  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Reads the first page, or all pages again that were read before. */
  async read(): Promise<void> {
    if (this.isStale) {
      this.isStale = false;
      this.dispose();
      this.#reading = this.#read(Math.max(1, this.#pagesRead));
    }
    this.#reading ??= this.#read(1);
    await this.#reading;
  }

  async more(): Promise<void> {
    await this.#reading;
    this.#reading = this.#take(this.#items);
    await this.#reading;
  }

  /** What is shown: the items, and rows for what is not an item. */
  rows(): Node[] {
    const { last = [], empty } = this.children;
    const items = [...this.#items.values()];
    if (this.#error !== undefined) return [errorRow(this.node, this.#error), ...items, ...last];
    if (this.#hasMore) return [...items, moreRow(this.node), ...last];
    const isEmpty = items.length === 0 && empty !== '';
    return [...(isEmpty ? [emptyRow(this.node, empty)] : items), ...last];
  }

  dispose(): void {
    this.#abort.abort();
  }

  async #read(pages: number): Promise<void> {
    this.#abort = new AbortController();
    this.#pages = this.children.list(this.#abort.signal)[Symbol.asyncIterator]();
    this.#pagesRead = 0;
    const items = new Map<string, Node>();
    const { signal } = this.#abort;
    do await this.#take(items);
    while (this.#pagesRead < pages && this.#hasMore && this.#error === undefined);
    const isKept = this.#error !== undefined && items.size === 0;
    if (!signal.aborted && !isKept) this.#items = items;
  }

  async #take(items: Map<string, Node>): Promise<void> {
    const { signal } = this.#abort;
    try {
      const page = await this.#pages?.next();
      if (signal.aborted) return;
      this.#error = undefined;
      this.#hasMore = page?.done === false && page.value.hasMore;
      if (page?.done === false) for (const item of page.value.items) items.set(item.id, item);
      this.#pagesRead++;
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      this.#error = error;
      this.#failures.log(`Could not list what is below "${this.node.label}".`, error);
    }
  }
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

function emptyRow(parent: Node, label: string): Node {
  return { id: `${parent.id}/empty`, label: '', description: label, spoken: label, contextValue: 'empty' };
}

function errorRow(parent: Node, error: unknown): Node {
  const isSignedOut = failedAs(error, 'signedOut');
  const reason = reasonOf(error);
  const action = isSignedOut
    ? { command: 'marginalia.session.signIn', title: 'Sign In' }
    : { command: 'marginalia.tree.refresh', title: 'Retry', arguments: [parent] };
  return {
    id: `${parent.id}/error`,
    label: isSignedOut ? 'Sign in again' : 'Retry',
    description: reason,
    tooltip: reason,
    spoken: `${action.title}. ${reason}`,
    icon: new vscode.ThemeIcon(isSignedOut ? 'account' : 'warning', new vscode.ThemeColor('list.warningForeground')),
    contextValue: isSignedOut ? 'error.signedOut' : 'error',
    command: action,
  };
}
