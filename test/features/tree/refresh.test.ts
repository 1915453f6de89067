import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/tree/commands.ts';
import { labels, row } from '../../host/app.ts';
import { stageOfParts } from '../../host/stage.ts';

describe('refreshing', () => {
  const on = stageOfParts();

  const run = (command: string, target: unknown) => commands[command]?.run(on.app as unknown as App, target);

  /** Changes the titles below two rows, and runs a command that refreshes one of them. Returns the titles shown. */
  async function namesAfter(command: string): Promise<string[]> {
    await labels(on.app.tree, 'Tidewell', 'Products');
    const other = await row(on.app.tree, 'Open Rivers Network');
    await labels(on.app.tree, 'Open Rivers Network');
    const { state } = on.sandbox;
    for (const one of state.collections.all()) state.collections.put({ ...one, title: `New ${one.title}` });
    await run(command, other);
    return [...(await labels(on.app.tree, 'Tidewell')), ...(await labels(on.app.tree, 'Open Rivers Network'))];
  }

  it('from the view title reloads everything, although VS Code passes the focused row', async () => {
    const names = await namesAfter('marginalia.tree.refresh');
    assert.ok(names.includes('New Products'), names.join(', '));
  });

  it('from a row reloads only its children', async () => {
    const names = await namesAfter('marginalia.item.refresh');
    assert.ok(!names.includes('New Products'));
    assert.ok(
      names.some(name => name.includes('New ')),
      names.join(', '),
    );
  });
});
