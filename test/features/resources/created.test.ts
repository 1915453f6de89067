import assert from 'node:assert/strict';
import { commands } from '../../../src/features/resources/commands.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { Doing } from '../../host/content.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

describe('a new space or collection', () => {
  skipLookUpDelays();
  const on = stageOfParts();
  const doing = new Doing(on);

  /** Creates a resource on a row. Returns the messages and the row that is revealed. */
  async function create(kind: string, title: string, ...path: string[]) {
    const { tree } = on.app;
    const reveal = tree.reveal.bind(tree);
    let revealed: Node | undefined;
    tree.reveal = async (...way) => (revealed = await reveal(...way));
    const messages = await doing.run(commands, `${kind}.create`, [title], await doing.row(...path));
    return { messages, revealed };
  }

  const kinds = documentedOnly ? ['collection'] : ['space', 'collection'];
  for (const kind of kinds) {
    it(`is revealed in the view: a ${kind} at the top of the organization`, async () => {
      const { revealed } = await create(kind, 'Just made');
      assert.match(revealed?.label ?? '', /Just made$/);
      assert.equal(on.app.tree.getParent(revealed as Node)?.label, 'Tidewell');
    });

    it(`is revealed in the view: a ${kind} in a collection`, async () => {
      const { revealed } = await create(kind, 'Just made', 'Products');
      assert.match(revealed?.label ?? '', /Just made$/);
      assert.equal(on.app.tree.getParent(revealed as Node)?.label, 'Products');
    });

    it(`is revealed in the view: a ${kind} whose reply is empty`, async () => {
      on.server.fail({ kind: 'other', reply: () => ({ body: Buffer.from('') }) }, /^POST/);
      const { revealed } = await create(kind, 'Just made', 'Products');
      assert.match(revealed?.label ?? '', /Just made$/);
    });

    it(`is created even if the view cannot reveal the ${kind}`, async () => {
      const parents = kind === 'space' ? 'spaces' : 'collections';
      on.server.fail({ kind: 'status', status: 500 }, new RegExp(`^GET /${parents}/[^/]+$`));
      const { messages } = await create(kind, 'Just made');
      assert.match(messages.at(-1) ?? '', /"Just made" is created, but the view could not show it: /);
    });
  }
});
