import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { withTitle } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { PageRow } from '../../../src/sandbox/store/rows.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, documentedOnly, pagesOf, pageUri } from '../../host/support.ts';
import { fileOnDisk, png } from '../attachments/images.ts';
import { editRequests, open, type } from '../writing/editor.ts';
import type { Write } from './write.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';
const [line, changedLine] = ['Pay out the line.', 'Pay out twice the line.'];

function addPages(sandbox: RunningSandbox): void {
  for (const title of ['Anchors', 'Chains']) addPage(sandbox, changeRequest, { title, markdown: text });
}

function pageTitled(sandbox: RunningSandbox, title: string): PageRow {
  return pagesOf(sandbox, changeRequest).find(page => page.title === title) ?? assert.fail(`no page "${title}"`);
}

function uriOf(sandbox: RunningSandbox, title = 'Anchors'): vscode.Uri {
  return withTitle(pageUri(changeRequest.space, changeRequest.number, `${pageTitled(sandbox, title).path}.md`), title);
}

function storedIn(sandbox: RunningSandbox, title = 'Anchors'): string {
  return sandbox.state.documents.get(pageTitled(sandbox, title).documentId ?? '').markdown;
}

/** Returns how often pages have words; NaN if that differs between them. */
function countIn(sandbox: RunningSandbox, words: string, ...titles: string[]): number {
  const counts = titles.map(title => storedIn(sandbox, title).split(words).length - 1);
  return counts.every(count => count === counts[0]) ? (counts[0] ?? 0) : Number.NaN;
}

function filesNamed({ state }: RunningSandbox, start: string): number {
  const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
  return state.revisions.get(row?.revision ?? '').files.filter(({ name }) => name.startsWith(start)).length;
}

/** Types in pages, unless that is done, and saves them. What is not sent must still be in the editor. */
async function savePages(
  sandbox: RunningSandbox,
  titles: readonly string[],
  edit: (editor: vscode.TextEditor) => Promise<unknown>,
): Promise<string[]> {
  const typed: { document: vscode.TextDocument; text: string }[] = [];
  for (const title of titles) {
    const editor = await open(uriOf(sandbox, title));
    if (!editor.document.isDirty) await edit(editor);
    typed.push({ document: editor.document, text: editor.document.getText() });
  }
  const saves = await Promise.allSettled(
    typed.map(({ document, text }) => vscode.workspace.fs.writeFile(document.uri, Buffer.from(text))),
  );
  const [failed] = saves.flatMap(save => (save.status === 'rejected' ? [save.reason as Error] : []));
  if (!failed) return ['It is saved.'];
  for (const { document, text } of typed) {
    assert.deepEqual([document.isDirty, document.getText()], [true, text], 'what was typed is in the editor');
  }
  return [`Failed to save: ${failed.message}`];
}

const insertImage = async ({ document }: vscode.TextEditor) => {
  // Files of other tests may still be on this computer.
  const image = await fileOnDisk(`chain-${randomUUID().slice(0, 8)}.png`, png());
  await run('page.insertImage', [image], document.uri);
  await eventually(() => assert.ok(document.isDirty));
};

function saves(variant: string, titles: readonly string[], others: Partial<Write> = {}): Write {
  return {
    command: 'saving',
    variant,
    prepare: addPages,
    run: ({ sandbox }) => savePages(sandbox, titles, editor => type(editor, changedLine, line)),
    sends: editRequests,
    count: sandbox => countIn(sandbox, changedLine, ...titles),
    done: /^It is saved\.$/,
    isOptional: true,
    ...others,
  };
}

/** Saves of pages, as far as this kind of server offers them. What is saved together is sent in one request. */
export const savesOfPages: readonly Write[] = [
  saves('a page', ['Anchors']),
  saves('all pages', ['Anchors', 'Chains']),
  saves('a page with an image', ['Anchors'], {
    run: ({ sandbox }) => savePages(sandbox, ['Anchors'], insertImage),
    count: sandbox => {
      const [images, files] = [countIn(sandbox, '![', 'Anchors'), filesNamed(sandbox, 'chain-')];
      return images === files ? images : Number.NaN;
    },
    // The image, then the page that shows it.
    requests: 2,
  }),
].filter(({ isOptional }) => !documentedOnly || !isOptional);
