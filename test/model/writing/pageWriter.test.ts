import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uri } from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import { memento, memoryStorage, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, editContent, itWithOptional, sampleSandbox } from '../../host/support.ts';
import { storedText } from '../../features/writing/editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('page writer', () => {
  const on = stageOfParts();

  itWithOptional('has sent a page even if its draft cannot be deleted', async () => {
    const { id, uri } = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop it.\n' });
    const writer = await on.app.writing.load();
    writer.openPages.set(documentKey(uri), (await writer.find(uri)) ?? assert.fail());
    await on.app.content.changeRequests.get((await on.app.content.changeRequestOf(uri)) ?? assert.fail());
    const text = 'Weigh it.\n';
    await writer.saveDraft(uri, text);
    writer.drafts.delete = () => Promise.reject(new Error('EPERM: operation not permitted'));
    await writer.send(uri, text);
    assert.equal((await storedText(on.sandbox, changeRequest, id)).trim(), text.trim());
    await eventually(() => assert.equal(writer.justSentText(documentKey(uri)), undefined));
    await writer.send(uri, 'Lift it.\n');
    assert.equal((await storedText(on.sandbox, changeRequest, id)).trim(), 'Lift it.');
  });

  // A save takes three requests, because the service has no precondition and replaces the whole page. Without the first
  // request, changes by others would be overwritten; without the last one, a difference in the stored text would not be
  // noticed.
  for (const titles of [['Anchors'], ['Anchors', 'Chains']]) {
    itWithOptional(`saves ${titles.length} with one read, one write, and one more read of each page`, async () => {
      const writer = await on.app.writing.load();
      const pages = titles.map(title => addPage(on.sandbox, changeRequest, { title, markdown: 'Drop it.\n' }));
      for (const { uri } of pages) {
        writer.openPages.set(documentKey(uri), (await writer.find(uri)) ?? assert.fail());
        await writer.requirePlace(uri);
      }
      const before = on.server.requests.length;
      await Promise.all(pages.map(({ uri }) => writer.send(uri, 'Weigh it.\n')));
      await eventually(() => pages.forEach(({ uri }) => assert.ok(writer.lastSaveOf(documentKey(uri))?.stored)));
      const requests = on.server.requests.slice(before).map(one => one.replace(/revisions\/[^/]+/, 'revisions/R'));
      const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}`;
      const reads = pages.map(({ id }) => `GET /spaces/${changeRequest.space}/revisions/R/page/${id}`);
      assert.deepEqual(requests.slice(0, 2), [`GET ${path}`, `POST ${path}/content`]);
      assert.deepEqual(requests.slice(2).sort(), reads.sort());
    });
  }

  for (const way of ['from an editor', 'as a draft'] as const) {
    itWithOptional(`does not overwrite a page with a text of unknown origin, sent ${way}`, async () => {
      const markdown = 'Drop it.\n';
      const { id, uri } = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown });
      const writer = await on.app.writing.load();
      const send = async () => {
        if (way === 'from an editor') return writer.send(uri, 'Weigh it.\n');
        await writer.saveDraft(uri, 'Weigh it.\n');
        return writer.sendDraft(writer.drafts.get(documentKey(uri)) ?? assert.fail());
      };
      await assert.rejects(send, /Someone else may have changed the same parts of "Anchors"/);
      assert.equal(await storedText(on.sandbox, changeRequest, id), markdown);
    });
  }
});

describe('page writer in a window that shows cached content', () => {
  itWithOptional('merges changes made since then', async () => {
    const sandbox = await sampleSandbox();
    const server = await startFaultyServer(sandbox.url, 'Elsewhere');
    const { id, uri: sandboxUri } = addPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'One.\n\nTwo.\n' });
    const [storage, folder, memory] = [memoryStorage(), Uri.file(join(tmpdir(), randomUUID())), memento()];
    const start = () => parts(storage, folder, memory);
    let app = start();
    try {
      const connection = await app.session.signIn({ url: server.url, token: sandbox.token });
      const uri = sandboxUri.with({ authority: connection.id });
      await (await app.writing.load()).find(uri);
      app.dispose();
      editContent(sandbox, changeRequest, [
        { operation: 'update_page', page: id, document: { markdown: 'One.\n\nTwo and more.\n' } },
      ]);
      app = start();
      await app.session.restore();
      server.fail({ kind: 'held' }, /^GET .*\/change-requests\/8$/, 1);
      const writer = await app.writing.load();
      const known = (await writer.find(uri)) ?? assert.fail();
      assert.equal(known.base.text.trim(), 'One.\n\nTwo.', 'the window shows what was known');
      writer.openPages.set(documentKey(uri), known);
      await writer.send(uri, 'One and only.\n\nTwo.\n');
      assert.equal((await storedText(sandbox, changeRequest, id)).trim(), 'One and only.\n\nTwo and more.');
    } finally {
      app.dispose();
      await server.close();
      await sandbox.close();
    }
  });
});

describe('a draft that was being sent when its window closed', () => {
  const text = 'One.\n\nTwo.\n\nThree.\n';
  const faults = {
    'before it arrived': { kind: 'held' },
    'after it was stored, without a reply': { kind: 'late' },
    'during a gateway timeout': { kind: 'busy' },
  } as const;
  for (const [time, fault] of Object.entries(faults)) {
    itWithOptional(
      `${time} is restored in the next window, and is stored once without losing changes of others`,
      async () => {
        const sandbox = await sampleSandbox();
        const server = await startFaultyServer(sandbox.url);
        const { id, uri } = addPage(sandbox, changeRequest, { title: 'Anchors', markdown: text });
        const [storage, folder, memory] = [memoryStorage(), Uri.file(join(tmpdir(), randomUUID())), memento()];
        const start = () => parts(storage, folder, memory);
        const stored = async () => (await storedText(sandbox, changeRequest, id)).trim();
        let app = start();
        try {
          await app.session.signIn({ url: server.url, token: sandbox.token });
          const writer = await app.writing.load();
          writer.openPages.set(documentKey(uri), (await writer.find(uri)) ?? assert.fail());
          await app.content.changeRequests.get((await app.content.changeRequestOf(uri)) ?? assert.fail());
          await writer.saveDraft(uri, text.replace('One', 'One and only'));
          server.fail(fault, /^POST .*\/content$/, 1);
          const sending = writer.sendDraft(writer.drafts.get(documentKey(uri)) ?? assert.fail());
          sending.catch(() => undefined);
          await server.waiting();
          app.dispose();
          const sent = text.replace('One', 'One and only');
          const before = fault.kind === 'late' ? sent : text;
          assert.equal(await stored(), before.trim());
          const markdown = before.replace('Three', 'Three and more');
          editContent(sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
          app = start();
          await app.session.restore();
          const next = await app.writing.load();
          await next.drafts.load();
          const draft = next.drafts.get(documentKey(uri)) ?? assert.fail('the draft is gone');
          await app.content.changeRequests.get((await app.content.changeRequestOf(uri)) ?? assert.fail());
          await next.sendDraft(draft);
          assert.equal(await stored(), sent.replace('Three', 'Three and more').trim());
          await next.drafts.refresh();
          assert.equal(next.drafts.get(documentKey(uri)), undefined);
        } finally {
          app.dispose();
          await server.close();
          await sandbox.close();
        }
      },
    );
  }
});
