import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/writing/pageCommands.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { row } from '../../host/app.ts';
import { addLargeSpace, large } from '../../host/large.ts';
import { stageOfParts } from '../../host/stage.ts';
import { itWithOptional } from '../../host/support.ts';

describe('number of requests of page commands in a change request with many pages', () => {
  const on = stageOfParts();
  let rows: Node[];

  beforeEach(async () => {
    addLargeSpace(on.sandbox);
    const allPages = ['Tidewell', 'Products', 'Heron', large.title, '#1', 'All pages'];
    rows = await on.app.tree.getChildren(await row(on.app.tree, ...allPages));
    assert.equal(rows.length, large.pages);
  });

  // The service accepts 50 edits in one request. Creating a page reads the page beside it, to find out whether pages
  // begin with their titles, and then reads the new page to open it.
  for (const [command, count, answers, writes, reads] of [
    ['create', 1, ['Buoys'], 1, 2],
    ['createBelow', 1, ['Buoys'], 1, 2],
    ['duplicate', 1, [], 1, 2],
    ['rename', 1, ['Buoys', 'buoys'], 1, 0],
    ['moveUp', 1, [], 1, 0],
    ['moveDown', 100, [], 2, 0],
    ['moveTo', 100, ['Top Level'], 2, 0],
    ['hide', 100, [], 2, 0],
    ['delete', 100, ['Delete'], 2, 0],
  ] as const) {
    itWithOptional(
      `is ${writes} to ${command} ${count}, and one read of the change request and its pages each`,
      async () => {
        const selected = rows.slice(50, 50 + count);
        const before = on.server.requests.length;
        await runOn(selected, command, answers);
        const sent = on.server.requests.slice(before);
        const countOf = (request: RegExp) => sent.filter(one => request.test(one)).length;
        assert.equal(countOf(/^POST .*\/content$/), writes, sent.join('\n'));
        assert.ok(countOf(/^GET .*\/content\/pages$/) <= writes, sent.join('\n'));
        assert.ok(countOf(/^GET .*\/change-requests\/1$/) <= 1 + writes, sent.join('\n'));
        assert.ok(countOf(/^GET .*\/content\/page\//) <= reads, sent.join('\n'));
      },
    );
  }

  async function runOn(selected: readonly Node[], command: string, answers: readonly Answer[]): Promise<void> {
    const messages = answerPrompts(...answers);
    try {
      await commands[`marginalia.page.${command}`]?.run(on.app as unknown as App, selected[0], selected);
    } finally {
      messages.restore();
    }
  }
});
