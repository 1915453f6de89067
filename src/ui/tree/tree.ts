import * as vscode from 'vscode';
import { isCancellation } from '../../api/failure.ts';
import { escapeLine, escapeLines } from '../../api/escape.ts';
import type { Failures } from '../failures.ts';
import { markTrusted } from '../trusted.ts';
import { TreeLevel } from './level.ts';
import { nodeAddress, type Children, type Node } from './node.ts';
import { OfflineIndicator } from './offlineIndicator.ts';

/** Maximum number of pages of a list that are loaded to find a row. */
const maxPages = 100;

/** Milliseconds after a click on a checkbox within which another click is likely. */
const tickDebounceMs = 1000;

/** Milliseconds that VS Code has to read the rows below the expanded rows that it was given. */
const readBelowWithinMs = 1000;

/** A tree data provider whose lists are loaded page by page when they are shown. */
export class Tree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#didChange.event;
  readonly #didTick = new vscode.EventEmitter<readonly (readonly [Node, isTicked: boolean])[]>();
  /** Fires when checkboxes of rows are clicked. */
  readonly onDidTick = this.#didTick.event;
  readonly #didShow = new vscode.EventEmitter<Node>();
  /** Fires with each new row whose operation is still running, and with each refreshed row. */
  readonly onDidShowRow = this.#didShow.event;
  readonly #failures: Failures;
  readonly #root: Node;
  readonly #levels = new Map<string, TreeLevel>();
  /** The rows shown so far, by ID, each with its parent. */
  readonly #rows = new Map<string, { row: Node; parent: Node }>();
  /** When each address was last announced as changed locally, in milliseconds since 1970. */
  readonly #locallyUpdatedAt = new Map<string, number>();
  readonly #refreshing = new Map<string, AbortController>();
  readonly #offlineIndicator = new OfflineIndicator(this.#levels, row => this.#didChange.fire(row));
  readonly #collapsed = new Set<string>();
  /** When a checkbox was last clicked, in milliseconds since 1970. */
  #tickedAt = -Infinity;
  /** When VS Code last got expanded rows below a row, by the ID of that row, in milliseconds since 1970. */
  readonly #expandedAt = new Map<string, number>();
  /** The view of the tree; undefined until it is opened. */
  view: vscode.TreeView<Node> | undefined;
  #selection: { now: readonly Node[]; before: readonly Node[]; at: number } = { now: [], before: [], at: 0 };

  constructor(root: Children, failures: Failures) {
    this.#root = markTrusted({ id: 'root', label: '', contextValue: '', children: root });
    this.#failures = failures;
  }

  /** Creates the view of the tree. */
  open(viewId: string, dragAndDropController?: vscode.TreeDragAndDropController<Node>): vscode.TreeView<Node> {
    this.view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      ...(dragAndDropController && { dragAndDropController }),
      // The feature that a checkbox belongs to sets the states of all checkboxes.
      manageCheckboxStateManually: true,
    });
    this.view.onDidCollapseElement(({ element }) => this.#collapsed.add(element.id));
    this.view.onDidExpandElement(({ element }) => this.#collapsed.delete(element.id));
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
   * The focused rows, for a command that a key runs. VS Code does not report the focus, but the keybinding runs
   * `list.toggleSelection` first. If that has deselected the row, the previous selection is returned.
   */
  get focusedRows(): readonly Node[] {
    const { now, before } = this.#selection;
    const added = now.filter(row => !before.includes(row));
    return added.length > 0 ? added : before;
  }

  /** When the selection last changed, on the clock of `performance.now`. */
  get selectedAt(): number {
    return this.#selection.at;
  }

  /**
   * Returns true if the view is visible and all ancestors of the row are expanded. The row may still be scrolled out of
   * view.
   */
  isVisible(id: string): boolean {
    const known = this.#rows.get(id);
    if (!this.view?.visible || !known) return false;
    for (let at = this.getParent(known.row); at; at = this.getParent(at)) if (this.#collapsed.has(at.id)) return false;
    return true;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const state = node.children ? (node.children.expanded ? Expanded : Collapsed) : None;
    const item = new vscode.TreeItem(escapeLine(node.label), state);
    const { description, tooltip, icon, command, accessibleLabel, uri, checkbox } = node;
    return Object.assign(item, {
      id: node.id,
      contextValue: node.contextValue,
      ...(description !== undefined && { description: escapeLine(description) }),
      ...(tooltip !== undefined && { tooltip: escapeLines(tooltip) }),
      ...(icon && { iconPath: icon }),
      ...(command && { command }),
      ...(uri && { resourceUri: uri }),
      ...(checkbox && { checkboxState: checkboxOf(checkbox) }),
      ...(accessibleLabel && { accessibilityInformation: { label: escapeLine(accessibleLabel, 500) } }),
    });
  }

  async getChildren(node: Node = this.#root): Promise<Node[]> {
    if (!node.children) return [];
    const level = await this.#readLevel(node, node.children);
    this.#offlineIndicator.noteLoad(level);
    const rows = level.rows();
    if (node === this.#root) rows.unshift(...this.#offlineIndicator.rows());
    else this.#offlineIndicator.update();
    if (rows.some(({ children }) => children?.expanded)) this.#expandedAt.set(node.id, Date.now());
    const asOf = level.fetchedAt ?? Infinity;
    for (const row of rows) {
      this.#rows.set(row.id, { row: offered(row), parent: node });
      if (row.isRunning) this.#didShow.fire(row);
      // The row was created from data older than the local change, because the list was being loaded at that time.
      if ((this.#locallyUpdatedAt.get(nodeAddress(row)) ?? -Infinity) >= asOf) void this.#refreshFromCache(row);
    }
    return rows;
  }

  /** Resolves when the view has its first rows or an error; at once while the view is not visible. */
  async whenFirstRowsRead(): Promise<void> {
    if (this.view?.visible && this.#root.children) await this.#readLevel(this.#root, this.#root.children);
  }

  getParent(node: Node): Node | undefined {
    const { parent } = this.#rows.get(node.id) ?? {};
    return parent === this.#root ? undefined : parent;
  }

  /** Reloads the list of a row to the same length, or every list without a row. Rows of other trees are ignored. */
  refresh(node?: Node): void {
    if (node && !this.#hasRow(node)) return;
    this.#offlineIndicator.allowRetry();
    if (!node) for (const level of this.#levels.values()) level.isStale = true;
    const level = this.#levels.get((node ?? this.#root).id);
    if (level) level.isStale = true;
    this.#didChange.fire(node === this.#root ? undefined : node);
  }

  /** Forgets all rows and lists, and loads the top again. */
  clear(): void {
    for (const level of this.#levels.values()) level.dispose();
    for (const renewing of this.#refreshing.values()) renewing.abort();
    this.#levels.clear();
    this.#refreshing.clear();
    this.#rows.clear();
    this.#expandedAt.clear();
    this.#locallyUpdatedAt.clear();
    this.#offlineIndicator.reset();
    this.#didChange.fire(undefined);
  }

  /** Reloads lists that could not be loaded, because the service has answered a request. */
  handleResponse(): void {
    this.#offlineIndicator.handleResponse();
  }

  /** Loads the next page of a row's list. */
  async loadMore(node: Node): Promise<void> {
    if (!this.#hasRow(node)) return;
    await this.#levels.get(node.id)?.loadMore();
    this.#didChange.fire(node === this.#root ? undefined : node);
  }

  /**
   * Updates the tree after a write. Lists that depend on a `touched` address are reloaded, other rows are refreshed one
   * by one. Rows of `known` addresses are updated from cached data without a request.
   */
  applyChange(touched: ReadonlySet<string>, known: ReadonlySet<string> = new Set()): void {
    for (const level of [...this.#levels.values()]) {
      const rows = level.rowsOf(touched);
      if (level.dependsOn(touched) || rows.some(({ fetchAgain }) => !fetchAgain)) this.#refreshList(level.node);
      else for (const row of rows) void this.#refreshRow(row, level.node);
      for (const row of level.rowsOf(known)) void this.#refreshFromCache(row);
    }
    for (const address of known) this.#locallyUpdatedAt.set(address, Date.now());
  }

  /** Updates a row and its parts (`<id>#...`) from cached data. */
  refreshFromCache(id: string): void {
    for (const { row } of this.#rows.values()) {
      const address = nodeAddress(row);
      if (address === id || address.startsWith(`${id}#`)) void this.#refreshFromCache(row);
    }
  }

  /**
   * Selects a row, expanding its ancestors and loading more pages as needed. `path` contains the IDs from a top or
   * already shown row to the row itself. A row given as a `Node`, such as one just created, is inserted without loading
   * more. Returns undefined if the row is not found.
   */
  async reveal(...path: (string | Node)[]): Promise<Node | undefined> {
    const known = path.findLastIndex(step => this.#rows.has(idOf(step)));
    let row = this.#rows.get(idOf(path[known] ?? ''))?.row;
    for (const step of path.slice(known + 1)) {
      row = await this.#find(step, row ?? this.#root);
      if (!row) return undefined;
    }
    if (row) await this.#select(row);
    return row;
  }

  dispose(): void {
    for (const level of this.#levels.values()) level.dispose();
    for (const renewing of this.#refreshing.values()) renewing.abort();
    this.#offlineIndicator.dispose();
    this.view?.dispose();
    this.#didTick.dispose();
    this.#didChange.dispose();
    this.#didShow.dispose();
  }

  /** Selects a row. VS Code does not find a row while it reloads the list of the row, so a failure is tried again. */
  async #select(row: Node, attempts = 3): Promise<void> {
    try {
      await this.view?.reveal(row, { select: true, focus: true });
    } catch (error) {
      if (attempts <= 1) throw error;
      await this.#select(row, attempts - 1);
    }
  }

  /** Returns true if a row belongs to this tree. */
  #hasRow(node: Node): boolean {
    if (node.id === this.#root.id) return node === this.#root;
    return this.#levels.has(node.id) || this.#rows.has(node.id);
  }

  #refreshList(node: Node): void {
    this.refresh(node === this.#root ? undefined : node);
  }

  async #refreshFromCache(row: Node): Promise<void> {
    try {
      const fresh = await row.fromCache?.();
      if (!fresh) return;
      const before = this.#fingerprint(row);
      Object.assign(row, offered(fresh));
      if (this.#fingerprint(row) !== before) this.#redraw(row);
    } catch (error) {
      this.#failures.log(`Could not redraw "${row.label}".`, error);
    }
  }

  /**
   * Redraws a row. VS Code then drops its child rows and pending clicks on their checkboxes, and shows expanded rows below
   * them as empty if it is reading these. So the redraw waits while checkboxes are being clicked or such rows are read.
   */
  #redraw(row: Node): void {
    const expandedAt = this.#expandedAt.get(row.id) ?? -Infinity;
    const waitUntil = Math.max(this.#tickedAt + tickDebounceMs, expandedAt + readBelowWithinMs);
    const wait = row.children ? waitUntil - Date.now() : 0;
    if (wait > 0) {
      setTimeout(() => this.#redraw(row), wait);
      return;
    }
    const current = this.#rows.get(row.id)?.row;
    if (current === row) this.#didChange.fire(row);
    // The list was reloaded meanwhile, possibly from data older than the change.
    else if (current) void this.#refreshFromCache(current);
  }

  #fingerprint(row: Node): string {
    return JSON.stringify(this.getTreeItem(row));
  }

  async #refreshRow(row: Node, parent: Node): Promise<void> {
    const renewing = new AbortController();
    this.#refreshing.get(row.id)?.abort();
    this.#refreshing.set(row.id, renewing);
    const { signal } = renewing;
    try {
      const fresh = await row.fetchAgain?.(signal);
      if (signal.aborted) return;
      if (!fresh) return this.#refreshList(parent);
      // VS Code identifies rows by object, so the object is updated in place.
      this.#redraw(Object.assign(row, { isRunning: false }, offered(fresh)));
      this.#didShow.fire(row);
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      this.#failures.log(`Could not refresh "${row.label}".`, error);
      this.#refreshList(parent);
    }
  }

  /** Finds a child row, loading further pages of the list as needed. */
  async #find(step: string | Node, parent: Node): Promise<Node | undefined> {
    const id = idOf(step);
    let count = -1;
    for (let pages = 1; ; pages++) {
      const rows = await this.getChildren(parent);
      const match = rows.find(row => row.id === id);
      if (!match && typeof step !== 'string') return this.#prepend(step, parent);
      const isEnd = !this.#levels.get(parent.id)?.hasMore || rows.length === count || pages === maxPages;
      if (match || isEnd) return match;
      count = rows.length;
      await this.loadMore(parent);
    }
  }

  #prepend(row: Node, parent: Node): Node {
    this.#levels.get(parent.id)?.prepend(offered(row));
    this.#rows.set(row.id, { row, parent });
    this.#didChange.fire(parent === this.#root ? undefined : parent);
    return row;
  }

  async #readLevel(node: Node, children: Children): Promise<TreeLevel> {
    const level = this.#levelOf(node, children);
    await level.load();
    // A caller that waits for the top level while `clear` runs gets the new one.
    const isForgotten = this.#levels.get(node.id) !== level;
    return isForgotten && node === this.#root ? this.#readLevel(node, children) : level;
  }

  #levelOf(node: Node, children: Children): TreeLevel {
    let level = this.#levels.get(node.id);
    if (!level) {
      level = new TreeLevel(node, children, this.#failures);
      this.#levels.set(node.id, level);
    }
    if (children.isStatic && level.children !== children) level.isStale = true;
    level.node = node;
    level.children = children;
    return level;
  }
}

function checkboxOf({ isTicked, accessibleLabel }: NonNullable<Node['checkbox']>): vscode.TreeItem['checkboxState'] {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const label = escapeLine(accessibleLabel, 500);
  return { state: isTicked ? Checked : Unchecked, tooltip: label, accessibilityInformation: { label } };
}

/** Marks a row and its resource as trusted targets of commands. */
function offered(row: Node): Node {
  if (typeof row.resource === 'object' && row.resource !== null) markTrusted(row.resource);
  return markTrusted(row);
}

function idOf(step: string | Node): string {
  return typeof step === 'string' ? step : step.id;
}
