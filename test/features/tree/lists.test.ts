import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { singlePage, type ListPage } from '../../../src/api/listings.ts';
import { Failures } from '../../../src/ui/failures.ts';
import { type Node, toRowPages } from '../../../src/ui/tree/node.ts';
import { Tree } from '../../../src/ui/tree/tree.ts';

/** A list with this number of pages, each of which waits until it is released. */
class SlowList {
  readonly #pages: number;
  #waiting: (() => void)[] = [];
  reads = 0;

  constructor(pages: number) {
    this.#pages = pages;
  }

  async *list(): AsyncGenerator<ListPage<Node>> {
    this.reads++;
    for (let page = 0; page < this.#pages; page++) {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
      const items = Array.from({ length: 50 }, (_, index) => rowOf(page * 50 + index));
      yield { items, hasMore: page < this.#pages - 1 };
    }
  }

  /** Releases pages until a promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = promise.finally(() => (isSettled = true));
    while (!isSettled) {
      this.#waiting.splice(0).forEach(go => go());
      await new Promise(resolve => setImmediate(resolve));
    }
    return settled;
  }
}

function rowOf(number: number): Node {
  return { id: `row ${number}`, label: String(number), contextValue: 'row' };
}

describe('a list of the tree', () => {
  let log: vscode.LogOutputChannel;
  let failures: Failures;
  let logged: string[];

  before(() => (log = vscode.window.createOutputChannel('Marginalia lists', { log: true })));
  after(() => log.dispose());
  beforeEach(() => {
    logged = [];
    failures = new Failures(log, () => []);
    failures.log = sentence => logged.push(sentence);
  });

  const numbers = (rows: Node[]) =>
    rows.filter(({ contextValue }) => contextValue === 'row').map(({ label }) => Number(label));
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  /** Returns a tree with one row, which contains a list. */
  function treeOver(list: () => AsyncIterable<ListPage<Node>>): { tree: Tree; top: Node } {
    const top: Node = { id: 'top', label: 'Top', contextValue: 'top', children: { list, empty: '' } };
    return { tree: new Tree({ list: () => singlePage([top]), empty: '' }, failures), top };
  }

  it('stops looking for a row after 100 pages', async () => {
    let pages = 0;
    const { tree } = treeOver(async function* () {
      for (;;) yield { items: [rowOf(++pages)], hasMore: pages < 1000 };
    });
    assert.equal(await tree.reveal('top', 'not there'), undefined);
    assert.ok(pages <= 100, `read ${pages} pages`);
  });

  for (const [misses, isSelected] of [
    [2, true],
    [3, false],
  ] as const) {
    it(`${isSelected ? 'selects' : 'does not select'} a row that VS Code does not find ${misses} times`, async () => {
      const { tree, top } = treeOver(() => singlePage([rowOf(1)]));
      const selected: string[] = [];
      let calls = 0;
      const reveal = async (row: Node) => {
        if (++calls <= misses) throw new Error(`Data tree node not found: ${row.id}`);
        selected.push(row.id);
      };
      tree.view = { visible: false, reveal, dispose: () => {} } as unknown as vscode.TreeView<Node>;
      const revealed = tree.reveal('top');
      if (isSelected) await revealed;
      else await assert.rejects(revealed, /not found: top/);
      assert.deepEqual([selected, calls], [isSelected ? [top.id] : [], 3]);
      tree.dispose();
    });
  }

  it('keeps all its pages when two refreshes overlap', async () => {
    const slow = new SlowList(4);
    const { tree, top } = treeOver(() => slow.list());
    await slow.until(tree.getChildren(top));
    await slow.until(tree.loadMore(top));
    await slow.until(tree.loadMore(top));
    assert.deepEqual(numbers(await tree.getChildren(top)), upTo(150));
    tree.refresh(top);
    const first = tree.getChildren(top);
    tree.refresh(top);
    const second = tree.getChildren(top);
    assert.deepEqual(numbers(await slow.until(second)), upTo(150));
    assert.deepEqual(numbers(await slow.until(first)), upTo(150), 'who asked first gets the newest too');
    tree.dispose();
  });

  it('appends a page that was requested during a refresh', async () => {
    const slow = new SlowList(4);
    const { tree, top } = treeOver(() => slow.list());
    await slow.until(tree.getChildren(top));
    await slow.until(tree.loadMore(top));
    tree.refresh(top);
    const more = tree.loadMore(top);
    tree.refresh(top);
    await slow.until(more);
    assert.deepEqual(numbers(await slow.until(tree.getChildren(top))), upTo(150));
    tree.dispose();
  });

  it('loads one page for each click on "load more"', async () => {
    const slow = new SlowList(4);
    const { tree, top } = treeOver(() => slow.list());
    await slow.until(tree.getChildren(top));
    await slow.until(Promise.all([tree.loadMore(top), tree.loadMore(top)]));
    assert.deepEqual(numbers(await slow.until(tree.getChildren(top))), upTo(150));
    assert.equal(slow.reads, 1);
    tree.dispose();
  });

  it('shows the valid items of a malformed list, and logs the others', async () => {
    type Item = { id: string; title: string };
    const pages = async function* () {
      yield {
        items: [
          { id: 'o', title: 'One' },
          { id: '..', title: 'Two' },
          { id: 't', title: null },
          { id: 'u', title: '' },
          { id: 'v', title: ' \u200b\u2067' },
        ] as Item[],
        hasMore: false,
      };
    };
    const make = ({ id, title }: Item): Node => ({
      id,
      label: title,
      contextValue: 'row',
    });
    const tree = new Tree({ list: () => toRowPages(pages(), make), empty: '' }, failures);
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['One', 'Cannot be shown', 'Untitled', 'Untitled', 'Untitled'],
    );
    assert.equal(logged.length, 1);
    tree.dispose();
  });

  it('is reloaded when one of its rows cannot be refreshed alone', async () => {
    let reads = 0;
    const { tree, top } = treeOver(() => singlePage([rowOf(++reads)]));
    const [row] = await tree.getChildren(top);
    tree.applyChange(new Set([row?.id ?? '']));
    assert.deepEqual(numbers(await tree.getChildren(top)), [2]);
    tree.dispose();
  });

  it('shows the newest state of a row, even if an earlier reply arrives later', async () => {
    const answers: ((node: Node) => void)[] = [];
    const row: Node = { ...rowOf(1), fetchAgain: () => new Promise(resolve => answers.push(resolve)) };
    const { tree, top } = treeOver(() => singlePage([row]));
    await tree.getChildren(top);
    tree.applyChange(new Set([row.id]));
    tree.applyChange(new Set([row.id]));
    const [earlier, later] = answers;
    later?.({ ...row, label: 'Later' });
    earlier?.({ ...row, label: 'Earlier' });
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(row.label, 'Later');
    tree.dispose();
  });
});
