import * as vscode from 'vscode';
import type { Listing, Write } from '../api/client.ts';
import { failedAs } from '../api/errors.ts';
import { type Failures, isCancellation, reasonOf } from './failures.ts';

/** A row of the tree. */
export interface Node {
  /** Unique in the tree, and the same after every refresh. */
  id: string;
  label: string;
  description?: string | undefined;
  tooltip?: string | vscode.MarkdownString | undefined;
  icon?: vscode.ThemeIcon | undefined;
  /** What a screen reader says, when the label does not say all that is seen. */
  spoken?: string | undefined;
  /** `<noun>` or `<noun>.<state>`. */
  contextValue: string;
  command?: vscode.Command | undefined;
  /** The document that the row stands for. */
  uri?: vscode.Uri | undefined;
  /** What commands are given. */
  resource?: unknown;
  children?: Children | undefined;
}

export interface Children {
  list: (signal: AbortSignal) => AsyncIterable<NodePage>;
  /** Said in a row of its own when the list has nothing; empty where the view itself says it. */
  empty: string;
  expanded?: boolean;
  /** Rows that always come last, behind "Load more". */
  last?: Node[];
  /** Whether a write changes the list. */
  hears?: (write: Write) => boolean;
}

export type NodePage = Pick<Listing<Node>, 'items' | 'hasMore'>;

/** A list that is at hand. */
export async function* listed(items: Node[]): AsyncGenerator<NodePage> {
  yield { items, hasMore: false };
}

/** The pages of a list of the service, each item made a row. */
export async function* pagesOf<T>(pages: AsyncIterable<Listing<T>>, node: (item: T) => Node): AsyncGenerator<NodePage> {
  for await (const { items, hasMore } of pages) yield { items: items.map(node), hasMore };
}

/** Several lists, one behind the other; the next begins when the one before has been read to its end. */
export async function* chained(...lists: AsyncIterable<NodePage>[]): AsyncGenerator<NodePage> {
  let items: Node[] = [];
  for (const list of lists) {
    for await (const page of list) {
      items.push(...page.items);
      if (!page.hasMore) continue;
      yield { items, hasMore: true };
      items = [];
    }
  }
  yield { items, hasMore: false };
}

/** A tree of rows whose lists are read page by page, when they are shown. */
export class Tree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#didChange.event;
  readonly #failures: Failures;
  readonly #root: Node;
  readonly #levels = new Map<string, Level>();
  readonly #parents = new Map<string, Node>();

  constructor(root: Children, failures: Failures) {
    this.#root = { id: 'root', label: '', contextValue: '', children: root };
    this.#failures = failures;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const state = node.children ? (node.children.expanded ? Expanded : Collapsed) : None;
    const item = new vscode.TreeItem(node.label, state);
    const { description, tooltip, icon, command, spoken, uri } = node;
    return Object.assign(item, {
      id: node.id,
      contextValue: node.contextValue,
      ...(description !== undefined && { description }),
      ...(tooltip !== undefined && { tooltip }),
      ...(icon && { iconPath: icon }),
      ...(command && { command }),
      ...(uri && { resourceUri: uri }),
      ...(spoken && { accessibilityInformation: { label: spoken } }),
    });
  }

  async getChildren(node: Node = this.#root): Promise<Node[]> {
    if (!node.children) return [];
    const level = this.#levelOf(node, node.children);
    await level.read();
    const rows = level.rows();
    for (const row of rows) this.#parents.set(row.id, node);
    return rows;
  }

  getParent(node: Node): Node | undefined {
    const parent = this.#parents.get(node.id);
    return parent === this.#root ? undefined : parent;
  }

  /** Reads the list of a row again, as far as it was read before; without a row, every list. */
  refresh(node?: Node): void {
    if (!node) for (const level of this.#levels.values()) level.isStale = true;
    const level = this.#levels.get((node ?? this.#root).id);
    if (level) level.isStale = true;
    this.#didChange.fire(node);
  }

  /** Reads the next page of the list of a row. */
  async loadMore(node: Node): Promise<void> {
    await this.#levels.get(node.id)?.more();
    this.#didChange.fire(node === this.#root ? undefined : node);
  }

  /** Refreshes the lists that a write has changed. */
  hear(write: Write): void {
    for (const { node } of [...this.#levels.values()]) {
      if (node.children?.hears?.(write)) this.refresh(node === this.#root ? undefined : node);
    }
  }

  dispose(): void {
    for (const level of this.#levels.values()) level.dispose();
    this.#didChange.dispose();
  }

  #levelOf(node: Node, children: Children): Level {
    let level = this.#levels.get(node.id);
    if (!level) {
      level = new Level(node, children, this.#failures);
      this.#levels.set(node.id, level);
    }
    level.node = node;
    level.children = children;
    return level;
  }
}

/** The list below one row, as far as it has been read. */
class Level {
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
