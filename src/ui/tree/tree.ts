import * as vscode from 'vscode';
import { isCancellation } from '../../api/failure.ts';
import { plain, plainLines, words } from '../../api/words.ts';
import type { Failures } from '../failures.ts';
import { own } from '../own.ts';
import { Level } from './level.ts';
import { addressOf, type Children, type Node } from './node.ts';
import { Reach } from './reach.ts';

/** How many pages of a list are read to find a row. */
const mostPages = 100;

/** Milliseconds after a click on a box in which another one may follow. */
const nextTickWithin = 1000;

/** A tree of rows whose lists are read page by page, when they are shown. */
export class Tree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#didChange.event;
  readonly #didTick = new vscode.EventEmitter<readonly (readonly [Node, isTicked: boolean])[]>();
  /** Fires when boxes of rows are clicked. */
  readonly onDidTick = this.#didTick.event;
  readonly #didShow = new vscode.EventEmitter<Node>();
  /** Fires with a row of something that runs, whenever it is made, and with each that is made anew. */
  readonly onDidShow = this.#didShow.event;
  readonly #failures: Failures;
  readonly #root: Node;
  readonly #levels = new Map<string, Level>();
  /** The rows that have been shown, each with the one that it stands below. */
  readonly #rows = new Map<string, { row: Node; parent: Node }>();
  /** When it was told last of rows that they are to be made anew of what is known, in milliseconds since 1970. */
  readonly #renewedAt = new Map<string, number>();
  readonly #renewing = new Map<string, AbortController>();
  readonly #reach = new Reach(this.#levels, row => this.#didChange.fire(row));
  readonly #closed = new Set<string>();
  /** When a box was clicked last, in milliseconds since 1970. */
  #tickedAt = -Infinity;
  /** The view that shows the tree, when it has been opened. */
  view: vscode.TreeView<Node> | undefined;
  #selection: { now: readonly Node[]; before: readonly Node[]; at: number } = { now: [], before: [], at: 0 };

  constructor(root: Children, failures: Failures) {
    this.#root = own({ id: 'root', label: '', contextValue: '', children: root });
    this.#failures = failures;
  }

  /** Puts the tree into a view. */
  open(viewId: string, dragAndDropController?: vscode.TreeDragAndDropController<Node>): vscode.TreeView<Node> {
    this.view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      ...(dragAndDropController && { dragAndDropController }),
      // What a box stands for is told by its feature.
      manageCheckboxStateManually: true,
    });
    this.view.onDidCollapseElement(({ element }) => this.#closed.add(element.id));
    this.view.onDidExpandElement(({ element }) => this.#closed.delete(element.id));
    this.view.onDidChangeSelection(({ selection: now }) => {
      this.#selection = { now, before: this.#selection.now, at: performance.now() };
    });
    this.view.onDidChangeCheckboxState(({ items }) => {
      this.#tickedAt = Date.now();
      this.#didTick.fire(items.map(([row, state]) => [row, state === vscode.TreeItemCheckboxState.Checked]));
    });
    return this.view;
  }

  /**
   * The row with the focus, for a command that is run by key: VS Code does not tell which one that is, but the key runs
   * `list.toggleSelection` first. Where that took it out of the selection, it is all that was selected with it.
   */
  get focused(): readonly Node[] {
    const { now, before } = this.#selection;
    const added = now.filter(row => !before.includes(row));
    return added.length > 0 ? added : before;
  }

  /** When something was selected last. */
  get selectedAt(): number {
    return this.#selection.at;
  }

  /** Whether the view shows a row, as far as it can be told: it may be scrolled out of sight. */
  isShown(id: string): boolean {
    const known = this.#rows.get(id);
    if (!this.view?.visible || !known) return false;
    for (let at = this.getParent(known.row); at; at = this.getParent(at)) if (this.#closed.has(at.id)) return false;
    return true;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const state = node.children ? (node.children.expanded ? Expanded : Collapsed) : None;
    const item = new vscode.TreeItem(plain(node.label), state);
    const { description, tooltip, icon, command, spoken, uri, box } = node;
    return Object.assign(item, {
      id: node.id,
      contextValue: node.contextValue,
      ...(description !== undefined && { description: plain(description) }),
      ...(tooltip !== undefined && { tooltip: plainLines(tooltip) }),
      ...(icon && { iconPath: icon }),
      ...(command && { command }),
      ...(uri && { resourceUri: uri }),
      ...(box && { checkboxState: checkboxOf(box) }),
      ...(spoken && { accessibilityInformation: { label: plain(spoken, 500) } }),
    });
  }

  async getChildren(node: Node = this.#root): Promise<Node[]> {
    if (!node.children) return [];
    const level = await this.#readLevel(node, node.children);
    this.#reach.note(level);
    const rows = level.rows();
    if (node === this.#root) rows.unshift(...this.#reach.rows());
    else this.#reach.update();
    const asOf = level.shownAsOf ?? Infinity;
    for (const row of rows) {
      this.#rows.set(row.id, { row: offered(row), parent: node });
      if (row.isRunning) this.#didShow.fire(row);
      // It was made while the list was being read, before that was told.
      if ((this.#renewedAt.get(addressOf(row)) ?? -Infinity) >= asOf) void this.#recall(row);
    }
    return rows;
  }

  /** Resolves when the view has its first rows, or a failure in their place; at once while it is not visible. */
  async whenFirstRowsRead(): Promise<void> {
    if (this.view?.visible && this.#root.children) await this.#readLevel(this.#root, this.#root.children);
  }

  getParent(node: Node): Node | undefined {
    const { parent } = this.#rows.get(node.id) ?? {};
    return parent === this.#root ? undefined : parent;
  }

  /** Reads the list of a row again, as far as it was read before; without a row, every list. Rows of others are ignored. */
  refresh(node?: Node): void {
    if (node && !this.#isOurs(node)) return;
    this.#reach.tryAgain();
    if (!node) for (const level of this.#levels.values()) level.isStale = true;
    const level = this.#levels.get((node ?? this.#root).id);
    if (level) level.isStale = true;
    this.#didChange.fire(node === this.#root ? undefined : node);
  }

  /** Forgets all rows, and with them whom they were read from, and reads the top anew. */
  forget(): void {
    for (const level of this.#levels.values()) level.dispose();
    for (const renewing of this.#renewing.values()) renewing.abort();
    this.#levels.clear();
    this.#renewing.clear();
    this.#rows.clear();
    this.#renewedAt.clear();
    this.#reach.forget();
    this.#didChange.fire(undefined);
  }

  /** Hears that the service has answered somebody: lists for which it was not reached are read anew. */
  hearAnswer(): void {
    this.#reach.answered();
  }

  /** Reads the next page of the list of a row. */
  async loadMore(node: Node): Promise<void> {
    if (!this.#isOurs(node)) return;
    await this.#levels.get(node.id)?.more();
    this.#didChange.fire(node === this.#root ? undefined : node);
  }

  /**
   * Shows the state after a write: lists that show what it has touched are read again, other rows alone. Of what is
   * `known` the rows are made anew without asking.
   */
  hear(touched: ReadonlySet<string>, known: ReadonlySet<string> = new Set()): void {
    for (const level of [...this.#levels.values()]) {
      const rows = level.rowsOf(touched);
      if (level.shows(touched) || rows.some(({ renew }) => !renew)) this.#refreshList(level.node);
      else for (const row of rows) void this.#renew(row, level.node);
      for (const row of level.rowsOf(known)) void this.#recall(row);
    }
    for (const address of known) this.#renewedAt.set(address, Date.now());
  }

  /** Makes a row and those of its parts (`<id>#...`) anew of what is known. */
  recall(id: string): void {
    for (const { row } of this.#rows.values()) {
      const address = addressOf(row);
      if (address === id || address.startsWith(`${id}#`)) void this.#recall(row);
    }
  }

  /**
   * Selects a row in the view, opening what it lies below and reading on as far as is needed. The IDs lead to it, from
   * a row of the top, or any that has been shown, to the row itself. Where that is given, as what was just made is, its
   * list is not read on. Gives undefined when it is not there.
   */
  async reveal(...way: (string | Node)[]): Promise<Node | undefined> {
    const known = way.findLastIndex(step => this.#rows.has(idOf(step)));
    let row = this.#rows.get(idOf(way[known] ?? ''))?.row;
    for (const step of way.slice(known + 1)) {
      row = await this.#find(step, row ?? this.#root);
      if (!row) return undefined;
    }
    if (row) await this.view?.reveal(row, { select: true, focus: true });
    return row;
  }

  dispose(): void {
    for (const level of this.#levels.values()) level.dispose();
    for (const renewing of this.#renewing.values()) renewing.abort();
    this.#reach.dispose();
    this.view?.dispose();
    this.#didTick.dispose();
    this.#didChange.dispose();
    this.#didShow.dispose();
  }

  /** Whether a row is of this tree, and not of another. */
  #isOurs(node: Node): boolean {
    if (node.id === this.#root.id) return node === this.#root;
    return this.#levels.has(node.id) || this.#rows.has(node.id);
  }

  #refreshList(node: Node): void {
    this.refresh(node === this.#root ? undefined : node);
  }

  async #recall(row: Node): Promise<void> {
    try {
      const fresh = await row.recall?.();
      if (!fresh) return;
      const before = this.#looksOf(row);
      Object.assign(row, offered(fresh));
      if (this.#looksOf(row) !== before) this.#drawAnew(row);
    } catch (error) {
      this.#failures.log(words`Could not show "${row.label}" anew.`, error);
    }
  }

  /** With a row VS Code lets go of those below it, and of clicks on their boxes: it waits while boxes are clicked. */
  #drawAnew(row: Node): void {
    const wait = row.children ? this.#tickedAt + nextTickWithin - Date.now() : 0;
    if (wait > 0) {
      setTimeout(() => this.#drawAnew(row), wait);
      return;
    }
    const current = this.#rows.get(row.id)?.row;
    if (current === row) this.#didChange.fire(row);
    // Its list was read again meanwhile, perhaps of what was known before.
    else if (current) void this.#recall(current);
  }

  #looksOf(row: Node): string {
    return JSON.stringify(this.getTreeItem(row));
  }

  async #renew(row: Node, parent: Node): Promise<void> {
    const renewing = new AbortController();
    this.#renewing.get(row.id)?.abort();
    this.#renewing.set(row.id, renewing);
    const { signal } = renewing;
    try {
      const fresh = await row.renew?.(signal);
      if (signal.aborted) return;
      if (!fresh) return this.#refreshList(parent);
      // VS Code knows rows by their objects.
      this.#didChange.fire(Object.assign(row, { isRunning: false }, offered(fresh)));
      this.#didShow.fire(row);
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      this.#failures.log(words`Could not read "${row.label}" again.`, error);
      this.#refreshList(parent);
    }
  }

  /** The row below another one, on whichever page of its list it is. */
  async #find(step: string | Node, parent: Node): Promise<Node | undefined> {
    const id = idOf(step);
    let count = -1;
    for (let pages = 1; ; pages++) {
      const rows = await this.getChildren(parent);
      const match = rows.find(row => row.id === id);
      if (!match && typeof step !== 'string') return this.#putFirst(step, parent);
      const isEnd = !this.#levels.get(parent.id)?.hasMore || rows.length === count || pages === mostPages;
      if (match || isEnd) return match;
      count = rows.length;
      await this.loadMore(parent);
    }
  }

  #putFirst(row: Node, parent: Node): Node {
    this.#levels.get(parent.id)?.putFirst(offered(row));
    this.#rows.set(row.id, { row, parent });
    this.#didChange.fire(parent === this.#root ? undefined : parent);
    return row;
  }

  async #readLevel(node: Node, children: Children): Promise<Level> {
    const level = this.#levelOf(node, children);
    await level.read();
    // A caller that waits for the top while `forget` runs waits for the new one.
    const isForgotten = this.#levels.get(node.id) !== level;
    return isForgotten && node === this.#root ? this.#readLevel(node, children) : level;
  }

  #levelOf(node: Node, children: Children): Level {
    let level = this.#levels.get(node.id);
    if (!level) {
      level = new Level(node, children, this.#failures);
      this.#levels.set(node.id, level);
    }
    if (children.isAtHand && level.children !== children) level.isStale = true;
    level.node = node;
    level.children = children;
    return level;
  }
}

function checkboxOf({ isTicked, spoken }: NonNullable<Node['box']>): vscode.TreeItem['checkboxState'] {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const label = plain(spoken, 500);
  return { state: isTicked ? Checked : Unchecked, tooltip: label, accessibilityInformation: { label } };
}

/** A row on which commands may be called, as on what it stands for. */
function offered(row: Node): Node {
  if (typeof row.resource === 'object' && row.resource !== null) own(row.resource);
  return own(row);
}

function idOf(step: string | Node): string {
  return typeof step === 'string' ? step : step.id;
}
