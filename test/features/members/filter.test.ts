import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { clearFilter, filterMembers } from '../../../src/features/members/filter.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Answer, answering } from '../../host/answers.ts';
import { labels, row } from '../../host/app.ts';
import { stageOfParts } from '../../host/stage.ts';

describe('the filter of the members', () => {
  const set = stageOfParts();
  const list = async () => (await row(set.app.tree, 'Tidewell', 'Administration', 'Members')) as Node;
  const shown = () => labels(set.app.tree, 'Tidewell', 'Administration', 'Members');

  async function filter(...given: Answer[]): Promise<void> {
    const answers = answering(...given);
    try {
      await filterMembers(set.app as unknown as App, await list()).catch(() => undefined);
    } finally {
      answers.restore();
    }
  }

  it('is asked of the service, and said on the row', async () => {
    await filter('Editor', '');
    assert.deepEqual(await shown(), ['Jun Takahashi']);
    const { description, contextValue } = await list();
    assert.equal(description, 'only edit');
    assert.equal(contextValue, 'members.filtered');
  });

  it('finds text in names and emails', async () => {
    await filter('Any role', 'WHITLOCK');
    assert.deepEqual(await shown(), ['Sam Whitlock']);
  });

  it('stays when the rows are read anew, until it is cleared', async () => {
    await filter('Any role', 'whitlock');
    set.app.tree.refresh();
    assert.deepEqual(await shown(), ['Sam Whitlock']);
    await clearFilter(set.app as unknown as App, await list());
    assert.equal((await shown()).length, 6);
    const { description, contextValue } = await list();
    assert.deepEqual([description, contextValue], [undefined, 'members']);
  });

  it('says quietly that there is no such member', async () => {
    await filter('Any role', 'nobody');
    assert.deepEqual(await shown(), ['No such members']);
  });

  it('is another only when the user has answered all', async () => {
    await filter(undefined);
    await filter('Editor', undefined);
    assert.equal((await shown()).length, 6);
  });
});
