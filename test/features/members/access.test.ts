import assert from 'node:assert/strict';
import { Notice } from '../../../src/api/failure.ts';
import type { App } from '../../../src/app.ts';
import { showAccess } from '../../../src/features/members/members.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { answerPrompts } from '../../host/answers.ts';
import { row } from '../../host/app.ts';
import { stageOfParts } from '../../host/stage.ts';

describe('content that a member can access', () => {
  const set = stageOfParts();

  for (const [chosen, above] of [
    ['Documentation', 'Teams'],
    ['Heron manual', 'Heron'],
  ] as const) {
    it(`is revealed in the view when it is picked: ${chosen}`, async () => {
      const { tree } = set.app;
      const reveal = tree.reveal.bind(tree);
      let revealed: Node | undefined;
      tree.reveal = async (...way) => (revealed = await reveal(...way));
      const answers = answerPrompts(chosen);
      const jun = await row(tree, 'Tidewell', 'Administration', 'Members', 'Jun Takahashi');
      await showAccess(set.app as unknown as App, jun);
      answers.restore();
      const one = revealed ?? assert.fail('Nothing is shown.');
      assert.ok(one.label.endsWith(chosen), one.label);
      assert.equal(tree.getParent(one)?.label, above);
    });
  }

  it('is named when the view cannot show it', async () => {
    const { tree } = set.app;
    const jun = await row(tree, 'Tidewell', 'Administration', 'Members', 'Jun Takahashi');
    tree.reveal = async () => undefined;
    const answers = answerPrompts('Heron manual');
    await assert.rejects(
      showAccess(set.app as unknown as App, jun),
      new Notice('Could not show "Heron manual". You may not have access to it, or it was moved or deleted.'),
    );
    answers.restore();
  });

  it('is reported as missing when a space was deleted or is not visible', async () => {
    const jun = await row(set.app.tree, 'Tidewell', 'Administration', 'Members', 'Jun Takahashi');
    set.server.fail({ kind: 'status', status: 404 }, /^GET \/spaces\/heron-manual$/);
    const answers = answerPrompts('Heron manual');
    await assert.rejects(
      showAccess(set.app as unknown as App, jun),
      new Notice('Could not show "Heron manual". You may not have access to it, or it was moved or deleted.'),
    );
    answers.restore();
  });
});
