import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import type { Failures } from '../../../src/ui/failures.ts';
import type { Children, Node, NodePage } from '../../../src/ui/tree/node.ts';
import { Tree } from '../../../src/ui/tree/tree.ts';

/** Time in milliseconds within which another box may be clicked. */
const pause = 1000;

describe('checkboxes of a tree', () => {
  const ticked = new Set<string>();
  const clicks = new vscode.EventEmitter<vscode.TreeCheckboxChangeEvent<Node>>();
  let tree: Tree;
  let drawn: (string | undefined)[];

  beforeEach(async () => {
    ticked.clear();
    tree = new Tree(listOf(folder), {} as Failures);
    openWith(clicks.event);
    const [row] = await tree.getChildren();
    await tree.getChildren(row);
    drawn = [];
    tree.onDidChangeTreeData(node => drawn.push(node?.id));
    tree.onDidTick(boxes => {
      for (const [{ id }, isTicked] of boxes) {
        if (isTicked) ticked.add(id);
        else ticked.delete(id);
      }
      tree.refreshFromCache('folder');
    });
    mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    tree.dispose();
  });

  function openWith(onDidChangeCheckboxState: vscode.Event<vscode.TreeCheckboxChangeEvent<Node>>): void {
    const never: vscode.Event<never> = () => new vscode.Disposable(() => undefined);
    const others = { onDidCollapseElement: never, onDidExpandElement: never, onDidChangeSelection: never };
    const view = { visible: true, dispose: () => undefined, onDidChangeCheckboxState, ...others };
    const { createTreeView } = vscode.window;
    Object.assign(vscode.window, { createTreeView: () => view });
    tree.open('marginalia.documentation');
    Object.assign(vscode.window, { createTreeView });
  }

  function listOf(...make: (() => Node)[]): Children {
    async function* list(): AsyncGenerator<NodePage> {
      yield { items: make.map(one => one()), hasMore: false };
    }
    return { list, empty: 'Nothing' };
  }

  const box = (isTicked: boolean) => ({ isTicked, accessibleLabel: 'Viewed' });
  const page = (id: string) => (): Node => {
    const fromCache = async () => page(id)();
    return {
      id: `folder#${id}`,
      label: id,
      contextValue: 'page',
      checkbox: box(ticked.has(`folder#${id}`)),
      fromCache,
    };
  };
  function folder(): Node {
    const children = listOf(page('one'), page('other'));
    return {
      id: 'folder',
      label: `${ticked.size} of 2`,
      contextValue: 'folder',
      children,
      fromCache: async () => folder(),
    };
  }

  /** Clicks the box of a row, and waits for the immediate effects. */
  async function click(id: string): Promise<void> {
    const [parent] = await tree.getChildren();
    const row = (await tree.getChildren(parent)).find(one => one.id === id) ?? assert.fail(`no row ${id}`);
    clicks.fire({ items: [[row, vscode.TreeItemCheckboxState.Checked]] });
    await settled();
  }

  /** Waits for everything that happens without a timer. */
  function settled(): Promise<void> {
    return new Promise(resolve => setImmediate(resolve));
  }

  it('are redrawn at once, and the row above them when no other checkbox may be clicked', async () => {
    await click('folder#one');
    assert.deepEqual(drawn, ['folder#one']);
    mock.timers.tick(pause - 1);
    await click('folder#other');
    assert.deepEqual(drawn, ['folder#one', 'folder#other']);
    mock.timers.tick(pause - 1);
    assert.deepEqual(drawn, ['folder#one', 'folder#other']);
    mock.timers.tick(1);
    assert.ok(drawn.includes('folder'));
    assert.equal((await tree.getChildren())[0]?.label, '2 of 2');
  });

  it('are counted on the row above even if their list was loaded meanwhile', async () => {
    await click('folder#one');
    ticked.clear();
    tree.refresh();
    await tree.getChildren();
    ticked.add('folder#one');
    mock.timers.tick(pause);
    await settled();
    assert.equal((await tree.getChildren())[0]?.label, '1 of 2');
    assert.ok(drawn.includes('folder'));
  });

  it('do not delay a row when none was clicked', async () => {
    ticked.add('folder#one');
    tree.refreshFromCache('folder');
    await settled();
    assert.deepEqual(drawn, ['folder', 'folder#one']);
  });

  it('do not redraw rows of an account that has signed out meanwhile', async () => {
    await click('folder#one');
    tree.clear();
    mock.timers.tick(pause);
    assert.deepEqual(drawn, ['folder#one', undefined]);
  });
});
