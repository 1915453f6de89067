import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Schema } from '../../../src/api/routes.ts';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { fetchJson } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { rendered } from '../../host/preview.ts';
import { stage } from '../../host/stage.ts';
import { editContent, itWithOptional, pageUri } from '../../host/support.ts';
import {
  addTitledPage,
  autoSave,
  editRequests,
  open,
  revertAll,
  save,
  sentEdits,
  setAutoSave,
  storedText,
  type,
} from '../writing/editor.ts';
import { fileOnDisk, megabyte, png } from './images.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}`;

type File = Schema<'File'>;

describe('an inserted image', () => {
  afterEach(async () => {
    await setAutoSave('off');
    await revertAll();
  });
  const on = stage();
  let page: { id: string; uri: vscode.Uri };
  /**
   * File names that no other test uses, because an inserted file that was not saved stays on this computer for a while.
   */
  let [id, chain, buoy] = ['', '', ''];

  beforeEach(() => {
    id = randomUUID().slice(0, 8);
    [chain, buoy] = [`chain-${id}.png`, `buoy-${id}.png`];
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop the anchor.\n\nGo home.\n' });
  });

  const stored = async (id = page.id) => storedText(on.sandbox, changeRequest, id);
  const serverFiles = async () =>
    (await fetchJson<{ items: File[] }>(on.sandbox, `${path}/content/files?limit=1000`)).items;
  const filesNamed = async (start: string) => (await serverFiles()).filter(({ name }) => name.startsWith(start));
  const bytesOf = async ({ downloadURL }: File) => Buffer.from(await (await fetch(downloadURL)).arrayBuffer());
  const uploads = () => sentEdits(on.server).filter(([edit]) => edit?.['operation'] === 'insert_files');
  /** Inserts images at the start of the page. Returns the editor of the page and the messages. */
  const inserted = async (...files: vscode.Uri[]) => {
    const editor = await open(page.uri);
    const messages = await run('page.insertImage', [() => files], page.uri);
    return { editor, messages };
  };
  const insertedOne = async (bytes = png()) => ({
    ...(await inserted(await fileOnDisk(chain, bytes))),
    bytes,
  });

  itWithOptional('is shown at once by the preview, and is uploaded on save', async () => {
    const { editor, bytes } = await insertedOne();
    assert.ok(editor.document.getText().startsWith(`![chain ${id}](.assets/${chain})Drop the anchor.`));
    assert.deepEqual(sentEdits(on.server), []);
    const uri = vscode.Uri.joinPath(page.uri, `../.assets/${chain}`).with({ query: '' });
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(uri)), bytes);
    assert.equal((await vscode.workspace.fs.stat(uri)).size, bytes.length);
    const text = editor.document.getText();
    const data = `src="data:image/png;base64,${bytes.toString('base64')}"`;
    await eventually(async () => assert.ok((await rendered(text, page.uri)).includes(data)));
    assert.ok(await save(editor));
    const [file, ...others] = await filesNamed(chain);
    assert.deepEqual(others, []);
    assert.equal(file?.contentType, 'image/png');
    assert.deepEqual(await bytesOf(file), bytes);
    assert.ok((await stored()).startsWith(`![chain ${id}](/files/${file.id})`));
    await eventually(() => assert.ok(editor.document.getText().includes(`/files/${file.id}`)));
    assert.equal(editor.document.isDirty, false);
    assert.equal(uploads().length, 1);
  });

  itWithOptional('is uploaded on save as the cover of its page', async () => {
    const { editor } = await insertedOne();
    const image = /^!\[.*?\]\(.*?\)/.exec(editor.document.getText())?.[0] ?? assert.fail();
    await type(editor, `---\ncover: .assets/${chain}\n---\n\n`, image);
    const answers = answerPrompts();
    try {
      assert.ok(await save(editor));
      const [file] = await filesNamed(chain);
      await eventually(() => assert.match(editor.document.getText(), new RegExp(`^cover: /files/${file?.id}$`, 'm')));
      await eventually(() => assert.match(answers.transcript.join('\n'), /^Sent "Anchors"$/m));
      assert.doesNotMatch(answers.transcript.join('\n'), /differently/);
    } finally {
      answers.restore();
    }
    assert.equal(uploads().length, 1);
  });

  itWithOptional('is not marked as missing, unlike an unknown image', async () => {
    const { editor } = await insertedOne();
    await type(editor, '\n![Nothing](.assets/nothing.png)\n');
    await eventually(() => {
      const marks = vscode.languages.getDiagnostics(page.uri).filter(({ source }) => source === 'Marginalia');
      assert.deepEqual(
        marks.map(({ message }) => message),
        ['The file ".assets/nothing.png" does not exist.'],
      );
    });
  });

  itWithOptional('has a relative path on a page in a folder', async () => {
    const slug = page.uri.path.split('/').at(-1)?.replace('.md', '') ?? '';
    editContent(on.sandbox, changeRequest, [
      { operation: 'insert_page', title: 'Below', slug: 'below', into: page.id, document: { markdown: 'Deep.\n' } },
    ]);
    await run('tree.refresh', []);
    const below = pageUri(changeRequest.space, changeRequest.number, `${slug}/below.md`);
    const editor = await open(below);
    await run('page.insertImage', [await fileOnDisk(chain, png())], below);
    const text = editor.document.getText();
    assert.ok(text.startsWith(`![chain ${id}](../.assets/${chain})Deep.`));
    await eventually(async () => assert.match(await rendered(text, below), /src="(?:\.\/\.assets\/chain-|data:)/));
    assert.ok(await save(editor));
    assert.equal((await filesNamed(chain)).length, 1);
  });

  itWithOptional('is not uploaded again when a reply is lost or the page is rejected', async () => {
    const { editor, bytes } = await insertedOne();
    on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
    assert.ok(await save(editor), 'the lost reply of the upload was looked up');
    assert.equal(uploads().length, 1);
    assert.equal((await filesNamed(chain)).length, 1);
    await eventually(() => assert.equal(editor.document.isDirty, false));
    await eventually(() => assert.match(editor.document.getText(), /\/files\//));

    const second = png();
    await run('page.insertImage', [await fileOnDisk(buoy, second)], page.uri);
    const updates = { test: (one: string) => editRequests.test(one) && uploads().length > 1 };
    on.server.fail({ kind: 'status', status: 500, retryAfter: 0 }, updates);
    assert.equal(await save(editor), false);
    assert.ok(editor.document.getText().includes(`.assets/${buoy}`));
    assert.equal((await filesNamed(buoy)).length, 1);
    await on.server.recover();
    assert.ok(await save(editor));
    const [file, ...others] = await filesNamed(buoy);
    assert.deepEqual(others, []);
    assert.equal(uploads().length, 2);
    assert.ok(file && (await stored()).includes(`/files/${file.id}`));
    assert.deepEqual(await bytesOf(file), second);
    assert.notDeepEqual(bytes, second);
  });

  for (const [status, sentence] of [
    [413, /Could not upload "chain-\w+\.png"\. It exceeds the size limit of the server\. Remove it/],
    [400, /Could not upload "chain-\w+\.png"\. The server says: .*The test says 400.* Remove it/],
    [500, /The service has a problem/],
  ] as const) {
    itWithOptional(`stays on this computer when the upload fails with ${status}`, async () => {
      const { editor, bytes } = await insertedOne();
      const before = await stored();
      on.server.fail({ kind: 'status', status, retryAfter: 0 }, editRequests);
      const failing = vscode.workspace.fs.writeFile(page.uri, Buffer.from(editor.document.getText()));
      await assert.rejects(Promise.resolve(failing), sentence);
      assert.equal(await save(editor), false);
      assert.equal(await stored(), before);
      assert.deepEqual(await filesNamed(chain), []);
      await on.server.recover();
      assert.ok(await save(editor));
      const [file] = await filesNamed(chain);
      assert.deepEqual(await bytesOf(file ?? assert.fail('it was not uploaded')), bytes);
    });
  }

  itWithOptional('does not block other pages that are saved at the same time', async () => {
    const other = addTitledPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
    const { editor } = await insertedOne();
    const otherEditor = await open(other.uri);
    await type(otherEditor, 'Count all links.', 'Count the links.');
    const isUpload = (one: string, body: string) => editRequests.test(one) && body.includes('insert_files');
    on.server.fail({ kind: 'status', status: 413 }, { test: isUpload });
    await vscode.commands.executeCommand('workbench.action.files.saveAll');
    await eventually(() => assert.equal(otherEditor.document.isDirty, false));
    assert.equal((await stored(other.id)).trim(), 'Count all links.');
    assert.ok(editor.document.isDirty);
  });

  itWithOptional('stays visible when text is typed while it is uploaded', async () => {
    const { editor } = await insertedOne();
    on.server.fail({ kind: 'held' }, editRequests, 1);
    const saving = save(editor);
    await on.server.waiting();
    await type(editor, '\nRest.\n');
    on.server.release();
    await saving;
    await eventually(async () => assert.match(await stored(), /\/files\//));
    assert.ok(editor.document.getText().includes(`.assets/${chain}`));
    const before = await stored();
    await vscode.workspace.save(page.uri);
    await eventually(async () => assert.match(await stored(), /Rest\./));
    assert.equal((await stored()).split('\n')[0], before.split('\n')[0]);
    assert.equal(uploads().length, 1);
  });

  itWithOptional('is sent with the draft that refers to it, and discarded with it', async () => {
    const { editor } = await insertedOne();
    const uri = vscode.Uri.joinPath(page.uri, `../.assets/${chain}`).with({ query: '' });
    await autoSave(page.uri, 'Go to sea.', 'Go home.');
    assert.ok(await vscode.workspace.fs.readFile(uri));
    await run('pageDraft.discard', ['Discard'], page.uri);
    await eventually(() => assert.ok(!editor.document.getText().includes(chain)));
    await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(uri)));

    await run('page.insertImage', [await fileOnDisk(buoy, png())], page.uri);
    await autoSave(page.uri, 'Go to sea.', 'Go home.');
    await run('pageDraft.send', [], page.uri);
    const [file] = await filesNamed(buoy);
    assert.ok((await stored()).includes(`/files/${file?.id}`));
  });

  itWithOptional('gets a number when another file has its name, even one added meanwhile', async () => {
    const numbered = (number: string) => `chain-${id}${number}.png`;
    await insertedOne();
    const { editor, bytes } = await insertedOne();
    const text = editor.document.getText();
    assert.ok(text.includes(`.assets/${chain}`) && text.includes(`.assets/${numbered('-1')}`));
    const theirs = png();
    const response = await fetch(`${on.sandbox.url}/v1${path}/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${on.sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        changes: [{ operation: 'insert_files', files: [{ name: numbered('-1'), base64: theirs.toString('base64') }] }],
      }),
    });
    assert.equal(response.status, 200);
    assert.ok(await save(editor));
    const names = (await filesNamed(`chain-${id}`)).map(({ name }) => name).toSorted();
    assert.deepEqual(names, ['-1-1', '-1', ''].map(numbered));
    const [ours = assert.fail('it was not uploaded')] = await filesNamed(numbered('-1-1'));
    assert.deepEqual(await bytesOf(ours), bytes);
    assert.ok((await stored()).includes(`/files/${ours.id}`));
  });

  itWithOptional('may have 1 MB, and not one byte more', async () => {
    const { editor, messages } = await inserted(
      await fileOnDisk(`large-${id}.png`, png(megabyte)),
      await fileOnDisk('larger.png', png(megabyte + 1)),
      await fileOnDisk('empty.png', Buffer.alloc(0)),
      await fileOnDisk('text.png', Buffer.from('Hello')),
    );
    assert.match(
      messages.join('\n'),
      /"larger\.png" was not inserted: it has 1\.01 MB, and the server takes at most 1 MB for each file\. Make it smaller/,
    );
    assert.match(messages.join('\n'), /"empty\.png" was not inserted: it is empty\./);
    assert.match(messages.join('\n'), /"text\.png" was not inserted: it is not an image that browsers can show\./);
    assert.ok(editor.document.getText().startsWith(`![large ${id}](.assets/large-${id}.png)Drop`));
    assert.ok(await save(editor));
    assert.equal((await filesNamed(`large-${id}`))[0]?.size, megabyte);
  });

  itWithOptional('is uploaded with at most 19 others in one request', async () => {
    const files = await Promise.all(Array.from({ length: 21 }, (_, index) => fileOnDisk(`${id}-${index}.png`, png())));
    const { editor, messages } = await inserted(...files);
    assert.match(messages.join(), /Nothing was inserted: there are 21 files, and at most 20 can be inserted at once/);
    assert.equal(editor.document.isDirty, false);
    assert.doesNotMatch(editor.document.getText(), /assets/);
    await inserted(...files.slice(0, 20));
    await inserted(...files.slice(20));
    assert.ok(await save(editor));
    const counts = uploads().map(([edit]) => (edit?.['files'] as unknown[]).length);
    assert.deepEqual(counts, [20, 1]);
    assert.equal((await filesNamed(`${id}-`)).length, 21);
    assert.equal([...(await stored()).matchAll(/\/files\//g)].length, 21);
  });

  itWithOptional('is uploaded in smaller requests when the server limits the number of files', async () => {
    const files = await Promise.all([1, 2, 3].map(index => fileOnDisk(`${id}-${index}.png`, png())));
    const { editor } = await inserted(...files);
    on.server.fail({ kind: 'status', status: 413 }, editRequests, 1);
    assert.ok(await save(editor));
    assert.deepEqual(
      uploads().map(([edit]) => (edit?.['files'] as unknown[]).length),
      [2, 1],
    );
  });

  itWithOptional('is not uploaded for a page with a conflicting change', async () => {
    const { editor } = await insertedOne();
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: page.id, document: { markdown: 'Weigh the anchor.\n\nGo home.\n' } },
    ]);
    assert.equal(await save(editor), false);
    assert.deepEqual(uploads(), []);
    assert.deepEqual(await filesNamed(chain), []);
  });

  itWithOptional('is referred to by its ID once the server has it, even if its path was typed', async () => {
    const [file = assert.fail('The sample has files.')] = await serverFiles();
    const editor = await open(page.uri);
    await type(editor, `![It](.assets/${encodeURIComponent(file.name)})\n\nGo home.`, 'Go home.');
    assert.ok(await save(editor));
    assert.ok((await stored()).includes(`![It](/files/${file.id})`));
    assert.deepEqual(uploads(), []);
  });

  itWithOptional('is not uploaded when the dialog is cancelled, or the page is read-only', async () => {
    await open(page.uri);
    assert.deepEqual(await run('page.insertImage', [undefined], page.uri), ['Insert Image\n']);
    const main = vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual/content/README.md');
    assert.match((await run('page.insertImage', [], main)).join(), /Open a page of a change request/);
  });
});
