import assert from 'node:assert/strict';
import { documentKey } from '../../../src/model/content/address.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, itWithOptional } from '../../host/support.ts';
import { storedText, turnOnEditing } from '../../features/writing/editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('a writer of pages', () => {
  turnOnEditing();
  const on = stageOfParts();

  itWithOptional('has sent a text also where its draft cannot be deleted', async () => {
    const { id, uri } = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop it.\n' });
    const writer = await on.app.writing.load();
    await writer.learn(uri);
    await on.app.content.changeRequests.get((await on.app.content.changeRequestOf(uri)) ?? assert.fail());
    const text = 'Weigh it.\n';
    await writer.saveDraft(uri, text);
    writer.drafts.delete = () => Promise.reject(new Error('EPERM: operation not permitted'));
    await writer.send(uri, text);
    assert.equal((await storedText(on.sandbox, changeRequest, id)).trim(), text.trim());
    await eventually(() => assert.equal(writer.written(documentKey(uri)), undefined));
    await writer.send(uri, 'Lift it.\n');
    assert.equal((await storedText(on.sandbox, changeRequest, id)).trim(), 'Lift it.');
  });
});
