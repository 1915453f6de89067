import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { insertionOfDrop, insertionOfPaste } from '../../../src/features/attachments/transfers.ts';
import { contentUri } from '../../../src/model/content/address.ts';
import { dragAndDrop } from '../../../src/features/tree/index.ts';
import { answerPrompts } from '../../host/answers.ts';
import { fetchJson } from '../../host/content.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, documentedOnly, itWithOptional, pageUri } from '../../host/support.ts';
import { pageRow } from '../writing/editor.ts';
import { fileOnDisk, megabyte, png } from './images.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const never = new vscode.CancellationTokenSource().token;

/** A file as browsers and other programs pass it to VS Code. */
class FileItem extends vscode.DataTransferItem {
  readonly #file: vscode.DataTransferFile;

  constructor(name: string, bytes: Uint8Array) {
    super('');
    this.#file = { name, data: async () => bytes };
  }

  override asFile(): vscode.DataTransferFile {
    return this.#file;
  }
}

function transfer(items: Record<string, string | FileItem>): vscode.DataTransfer {
  const data = new vscode.DataTransfer();
  for (const [type, item] of Object.entries(items)) {
    data.set(type, typeof item === 'string' ? new vscode.DataTransferItem(item) : item);
  }
  return data;
}

describe('content pasted or dropped into a page', () => {
  const on = stageOfParts();
  let id = '';
  const app = () => on.app as unknown as App;
  const opened = async (markdown = 'Drop the anchor.\n', title = 'Anchors') => {
    const { uri } = addPage(on.sandbox, changeRequest, { title, markdown });
    return { uri, document: await known(uri) };
  };
  /** Opens a page, after its rights and its change request were fetched. */
  const known = async (uri: vscode.Uri) => {
    await on.app.content.lookUp(uri);
    await on.app.content.changeRequests.get((await on.app.content.changeRequestOf(uri)) ?? assert.fail());
    return vscode.workspace.openTextDocument(uri);
  };
  const place = (document: vscode.TextDocument, character = 0) => ({
    document,
    position: new vscode.Position(0, character),
  });
  const paste = async (document: vscode.TextDocument, items: Record<string, string | FileItem>, character = 0) =>
    (await insertionOfPaste(app(), place(document, character), transfer(items), never))?.text.value;
  const drop = async (document: vscode.TextDocument, items: Record<string, string | FileItem>, character = 0) =>
    (await insertionOfDrop(app(), place(document, character), transfer(items), never))?.text.value;
  const unsent = async (name: string) =>
    (await on.app.writing.load()).unsentFiles.get(pageUri('heron-manual', 8, `.assets/${name}`));

  beforeEach(() => {
    id = randomUUID().slice(0, 8);
  });

  itWithOptional('becomes an image, which is stored before it is inserted', async () => {
    const { document } = await opened();
    const bytes = png();
    const items = { 'image/png': new FileItem('image.png', bytes) };
    assert.equal(await paste(document, items), '![${1:image}](.assets/image.png)');
    assert.deepEqual((await unsent('image.png'))?.bytes, bytes);
    assert.equal(await paste(document, items), '![${1:image}](.assets/image.png)', 'the same image is stored once');
    const other = { 'image/png': new FileItem('image.png', png()) };
    assert.equal(await paste(document, other), '![${1:image}](.assets/image-1.png)');
  });

  itWithOptional('becomes a file block for another file', async () => {
    const { document } = await opened();
    const items = { 'application/pdf': new FileItem(`a plan ${id}.pdf`, Buffer.from('%PDF')) };
    // A closing brace is escaped in a snippet.
    const block = `{% file src=".assets/a-plan-${id}.pdf" %\\}\n\${1:a plan ${id}}\n{% endfile %\\}`;
    assert.equal(await drop(document, items, 4), `\n\n${block}\n\n`);
    assert.equal(await drop(document, items, document.lineAt(0).text.length), `\n\n${block}`);
    assert.equal((await unsent(`a-plan-${id}.pdf`))?.contentType, 'application/pdf');
  });

  itWithOptional('becomes a file block for a file on this computer', async () => {
    const { document } = await opened();
    const [one, two] = [await fileOnDisk(`one-${id}.png`, png()), await fileOnDisk(`two-${id}.png`, png())];
    const list = { 'text/uri-list': `# Files\r\n${one}\r\n${two}`, 'text/plain': `${one.path}\n${two.path}` };
    const images = ['one', 'two'].map((name, index) => `![\${${index + 1}:${name} ${id}}](.assets/${name}-${id}.png)`);
    assert.equal(await paste(document, list), images.join('\n\n'));
    assert.equal(await drop(document, list), images.join('\n\n'));
  });

  itWithOptional('stays text when it contains text, even with an image of it', async () => {
    const { document } = await opened();
    const picture = new FileItem('image.png', png());
    assert.equal(await paste(document, { 'text/plain': 'Words', 'image/png': picture }), undefined);
    assert.equal(await paste(document, { 'text/plain': 'Words' }), undefined);
    assert.equal(await paste(document, { 'text/uri-list': 'https://example.com/a.png' }), undefined);
    assert.equal(await paste(document, {}), undefined);
    assert.equal(await drop(document, { 'text/uri-list': '' }), undefined);
  });

  itWithOptional('is ignored with a message when it is too large', async () => {
    const { document } = await opened();
    const answers = answerPrompts();
    try {
      const items = { 'image/png': new FileItem('image.png', png(megabyte + 1)) };
      assert.equal(await paste(document, items), '');
    } finally {
      answers.restore();
    }
    assert.match(
      answers.transcript.join(),
      /"image\.png" was not inserted: it has 1\.01 MB, and the server takes at most/,
    );
  });

  itWithOptional('becomes a link for a page', async () => {
    const other = addPage(on.sandbox, changeRequest, { title: 'Chains [new]', markdown: 'Chain.\n' });
    const { uri, document } = await opened();
    const file = other.uri.path.split('/').at(-1) ?? '';
    const link = `[Chains \\\\[new\\\\]](${file})`;
    assert.equal(await drop(document, { 'text/uri-list': String(other.uri) }), link);
    const both = await drop(document, { 'text/uri-list': `${other.uri}\r\n${uri}` });
    assert.equal(both, `${link}\n\n[Anchors](${uri.path.split('/').at(-1)})`);
    const version = { kind: 'main' } as const;
    const elsewhere = contentUri({ connection: 'sandbox', space: 'handbook', version, path: 'README.md' });
    assert.match((await drop(document, { 'text/uri-list': String(elsewhere) })) ?? '', /^\[[^\]]+\]\(https?:/);
    const missing = pageUri('heron-manual', 8, 'nowhere.md');
    assert.equal(await drop(document, { 'text/uri-list': String(missing) }), undefined);
  });

  itWithOptional('becomes an image or file of the change request, by its ID', async () => {
    const { document } = await opened();
    const path = '/spaces/heron-manual/change-requests/8/content/files?limit=1000';
    const { items } = await fetchJson<{ items: { id: string; name: string; contentType: string }[] }>(on.sandbox, path);
    const image = items.find(({ contentType }) => contentType.startsWith('image/')) ?? assert.fail('no image');
    const address = String(pageUri('heron-manual', 8, `.assets/${image.name}`));
    const text = await drop(document, { 'text/uri-list': address });
    assert.equal(text, `![${image.name}](/files/${image.id})`);
  });

  for (const [contentType, expected] of [
    ['image/png', (name: string, target: string) => `![${name}](${target})`],
    ['text/plain', (name: string, target: string) => `{% file src="${target}" %\\}\n${name}\n{% endfile %\\}`],
  ] as const) {
    itWithOptional(`can be a file of type ${contentType} whose name contains Markdown`, async () => {
      const { document } = await opened();
      const { changeRequests, revisions } = on.sandbox.state;
      const row = changeRequests.all().find(({ space, number }) => space === 'heron-manual' && number === 8);
      const revision = revisions.get(row?.revision ?? '');
      const [file = assert.fail('no file')] = revision.files;
      const renamed = { ...file, name: 'a](b) *c*_.png', contentType };
      revisions.put({ ...revision, files: [renamed] });
      const address = String(pageUri('heron-manual', 8, `.assets/${renamed.name}`));
      const text = await drop(document, { 'text/uri-list': address });
      // A snippet escapes backslashes and closing braces once more.
      assert.equal(text, expected('a\\\\](b) \\\\*c\\\\*\\\\_.png', `/files/${file.id}`));
    });
  }

  itWithOptional('can be a tree item, by the URIs of the drag', async () => {
    const { uri } = await opened();
    const data = new vscode.DataTransfer();
    const rows = [pageRow(uri), { ...pageRow(uri), resource: undefined }];
    await dragAndDrop(app()).handleDrag?.(rows, data, never);
    assert.equal(await data.get('text/uri-list')?.asString(), String(uri));
    const others = new vscode.DataTransfer();
    await dragAndDrop(app()).handleDrag?.(rows.slice(1), others, never);
    assert.equal(others.get('text/uri-list'), undefined);
  });

  itWithOptional('is left to VS Code in the main content, and for a user who may only read', async () => {
    const items = { 'image/png': new FileItem('image.png', png()) };
    const version = { kind: 'main' } as const;
    const main = contentUri({ connection: 'sandbox', space: 'heron-manual', version, path: 'README.md' });
    const document = await vscode.workspace.openTextDocument(main);
    assert.equal(await paste(document, items), undefined);
    const page = await opened();
    const token = on.sandbox.tokenFor('sam');
    await on.app.session.signIn({ url: on.server.url, token });
    await known(page.uri);
    assert.equal(await paste(page.document, items), undefined);
    assert.equal(await drop(page.document, items), undefined);
  });

  if (documentedOnly) {
    it('is left to VS Code on a server without page edits', async () => {
      const { document } = await opened();
      assert.equal(await paste(document, { 'image/png': new FileItem('image.png', png()) }), undefined);
    });
  }
});
