import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PageSaveQueue } from '../../../src/model/writing/pageSaveQueue.ts';
import { UnsentFiles } from '../../../src/model/writing/unsentFiles.ts';
import { distantWindow } from '../../host/farAway.ts';
import { addTitledPage, sentEdits } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('the queue of saved pages', () => {
  const far = distantWindow();

  it('waits for a page that is still being prepared, and sends it together with the others', async () => {
    await far.signIn();
    const place = { connection: await far.app.session.require(), ...changeRequest };
    const unsentFiles = new UnsentFiles(vscode.Uri.file(join(tmpdir(), randomUUID())));
    const queue = new PageSaveQueue(far.app.content, unsentFiles);
    const save = (title: string) => {
      const { id } = addTitledPage(far.sandbox, changeRequest, { title, markdown: 'Before.\n' });
      return queue.save(place, { page: id, title, text: 'After.\n', base: { text: 'Before.\n', revision: '' } });
    };
    const preparation = Promise.withResolvers<string>();
    const second = queue.prepare(preparation.promise).then(save);
    const first = save('Anchors');
    // Longer than VS Code takes to write all files of one "Save All".
    for (let times = 0; times < 3; times++) await fetch(far.server.url);
    assert.deepEqual(sentEdits(far.server), []);
    preparation.resolve('Chains');
    await Promise.all([first, second]);
    assert.deepEqual(
      sentEdits(far.server).map(({ length }) => length),
      [2],
    );
  });
});
