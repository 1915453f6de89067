import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Failures } from '../../../src/ui/failures.ts';
import type { Children, Node } from '../../../src/ui/tree/node.ts';
import { Tree } from '../../../src/ui/tree/tree.ts';

/** Milliseconds in which VS Code reads the rows below expanded rows. */
const readBelowMs = 1000;

// VS Code shows an expanded row as empty if the row above it is redrawn while VS Code reads the rows below it.
describe('the redraw of a row', () => {
  let tree: Tree;
  let drawn: (string | undefined)[];
  let count: number;

  beforeEach(() => {
    count = 0;
    mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    tree.dispose();
  });

  function listOf(make: () => Node, expanded: boolean): Children {
    return {
      list: async function* () {
        yield { items: [make()], hasMore: false };
      },
      empty: 'Nothing',
      expanded,
    };
  }

  /** Reads the rows as VS Code does when a row is expanded that has a folder below it. */
  async function expand(isFolderExpanded: boolean): Promise<void> {
    const page = (): Node => ({ id: 'page', label: 'Page', contextValue: 'page' });
    const folder = (): Node => {
      return { id: 'folder', label: 'Folder', contextValue: 'folder', children: listOf(page, isFolderExpanded) };
    };
    const row = (): Node => ({
      ...{ id: 'row', label: `${count} comments`, contextValue: 'row', children: listOf(folder, false) },
      fromCache: async () => row(),
    });
    tree = new Tree(listOf(row, false), {} as Failures);
    const [first] = await tree.getChildren();
    await tree.getChildren(first);
    drawn = [];
    tree.onDidChangeTreeData(node => drawn.push(node?.label));
  }

  async function changeLabel(): Promise<void> {
    count++;
    tree.refreshFromCache('row');
    await new Promise(resolve => setImmediate(resolve));
  }

  it('waits until VS Code has read the children of an expanded row', async () => {
    await expand(true);
    await changeLabel();
    mock.timers.tick(readBelowMs - 1);
    assert.deepEqual(drawn, []);
    mock.timers.tick(1);
    assert.deepEqual(drawn, ['1 comments']);
    await changeLabel();
    assert.deepEqual(drawn, ['1 comments', '2 comments']);
  });

  it('does not wait if none of its children is expanded', async () => {
    await expand(false);
    await changeLabel();
    assert.deepEqual(drawn, ['1 comments']);
  });
});
