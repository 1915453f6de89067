import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { withTitle } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { PageRow } from '../../../src/sandbox/store/rows.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import { markTrusted } from '../../../src/ui/trusted.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, editContent, pagesOf, pageUri } from '../../host/support.ts';
import { fileOnDisk, png } from '../attachments/images.ts';
import { suggestOnServer } from '../comments/serverSuggestions.ts';
import { autoSave, editRequests, open, pageRow, type } from '../writing/editor.ts';
import { times, type Write } from './write.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';
const [line, changedLine] = ['Pay out the line.', 'Pay out twice the line.'];

/** A page that is also in the base of the change request. */
const oldPage = 'Clean a fouled buoy';

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

/** Returns how often pages contain a text; NaN if the counts differ. */
function countIn(sandbox: RunningSandbox, words: string, ...titles: string[]): number {
  const counts = titles.map(title => storedIn(sandbox, title).split(words).length - 1);
  return counts.every(count => count === counts[0]) ? (counts[0] ?? 0) : Number.NaN;
}

function filesNamed({ state }: RunningSandbox, start: string): number {
  const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
  return state.revisions.get(row?.revision ?? '').files.filter(({ name }) => name.startsWith(start)).length;
}

/** Edits pages that are not edited yet, and saves them. Asserts that unsaved text stays in the editor. */
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

/** Returns a write by a command on the row of a page. */
function ofPage(
  command: string,
  answers: Write['answers'] = [],
  count: Write['count'],
  done: RegExp,
  others: Partial<Write> = {},
): Write {
  return {
    command: `page.${command}`,
    prepare: addPages,
    target: sandbox => pageRow(uriOf(sandbox)),
    answers,
    sends: editRequests,
    count,
    done,
    isOptional: true,
    ...others,
  };
}

const countTitled = (title: string) => (sandbox: RunningSandbox) =>
  pagesOf(sandbox, changeRequest).filter(page => page.title === title).length;

/** Creates drafts of pages, which stay on this computer until they are sent. */
async function keepDrafts(sandbox: RunningSandbox, ...titles: string[]): Promise<void> {
  addPages(sandbox);
  for (const title of titles) await autoSave(uriOf(sandbox, title), changedLine, line);
}

async function sendDrafts(sandbox: RunningSandbox, command: string, titles: readonly string[]): Promise<string[]> {
  const messages = await run(`pageDraft.${command}`, [], ...(titles.length === 1 ? [uriOf(sandbox)] : []));
  for (const title of titles) {
    const read = Buffer.from(await vscode.workspace.fs.readFile(uriOf(sandbox, title))).toString();
    assert.ok(read.includes(changedLine), 'the text is on this computer, or sent');
  }
  return messages;
}

function rewriteOldPage(sandbox: RunningSandbox): void {
  const { id: page } = pageTitled(sandbox, oldPage);
  const markdown = `${storedIn(sandbox, oldPage).trim()}\n\nAnother end.\n`;
  editContent(sandbox, changeRequest, [{ operation: 'update_page', page, document: { markdown } }]);
}

const isReverted = (sandbox: RunningSandbox) => times(!storedIn(sandbox, oldPage).includes('Another end.'));

export const writesOfPages: readonly Write[] = [
  saves('a page', ['Anchors']),
  // On a busy machine, VS Code does not save the pages close enough together for one request.
  saves('all pages', ['Anchors', 'Chains'], { isLikeAnother: true }),
  saves('a page with an image', ['Anchors'], {
    run: ({ sandbox }) => savePages(sandbox, ['Anchors'], insertImage),
    count: sandbox => {
      const [images, files] = [countIn(sandbox, '![', 'Anchors'), filesNamed(sandbox, 'chain-')];
      return images === files ? images : Number.NaN;
    },
    // The image is sent first, and then the page that shows it.
    requests: 2,
    countFirst: sandbox => filesNamed(sandbox, 'chain-'),
  }),
  {
    command: 'pageDraft.send',
    prepare: sandbox => keepDrafts(sandbox, 'Anchors'),
    run: ({ sandbox }) => sendDrafts(sandbox, 'send', ['Anchors']),
    sends: editRequests,
    count: sandbox => countIn(sandbox, changedLine, 'Anchors'),
    done: /^Sent "Anchors"/,
    isOptional: true,
    // Creating drafts by auto save takes seconds.
    isLikeAnother: true,
  },
  {
    command: 'pageDraft.sendAll',
    prepare: sandbox => keepDrafts(sandbox, 'Anchors', 'Chains'),
    run: ({ sandbox }) => sendDrafts(sandbox, 'sendAll', ['Anchors', 'Chains']),
    sends: editRequests,
    count: sandbox => countIn(sandbox, changedLine, 'Anchors', 'Chains'),
    done: /^Sent 2 pages\.$/,
    isOptional: true,
    isLikeAnother: true,
  },
  ofPage('create', ['Fairways'], countTitled('Fairways'), /^Created "Fairways"\.$/),
  ofPage('createBelow', ['Fairways'], countTitled('Fairways'), /^Created "Fairways"\.$/, { isLikeAnother: true }),
  ofPage('duplicate', [], countTitled('Anchors (copy)'), /^Created "Anchors \(copy\)"\.$/),
  ofPage('rename', ['Anchoring', 'anchoring'], countTitled('Anchoring'), /^Renamed "Anchors" to "Anchoring"\.$/, {
    target: sandbox => pageRow(uriOf(sandbox)),
  }),
  ofPage(
    'moveDown',
    [],
    sandbox => times(pagesOf(sandbox, changeRequest).at(-1)?.title === 'Anchors'),
    /^Moved "Anchors"\.$/,
  ),
  ofPage(
    'moveTo',
    ['Chains'],
    sandbox => times(pageTitled(sandbox, 'Chains').pages.some(({ title }) => title === 'Anchors')),
    /^Moved "Anchors"/,
    { isLikeAnother: true },
  ),
  ofPage('hide', [], sandbox => times(pageTitled(sandbox, 'Anchors').hidden === true), /^Hid "Anchors"\.$/),
  ofPage('delete', ['Delete'], sandbox => 1 - countTitled('Anchors')(sandbox), /^Deleted "Anchors"\.$/),
  {
    command: 'page.undoSave',
    prepare: async sandbox => {
      addPages(sandbox);
      await vscode.workspace.fs.readFile(uriOf(sandbox));
      await vscode.workspace.fs.writeFile(uriOf(sandbox), Buffer.from(text.replace(line, changedLine)));
    },
    run: ({ sandbox }) =>
      // The page may not have been read back yet.
      eventually(async () => {
        const messages = await run('page.undoSave', [], uriOf(sandbox));
        assert.doesNotMatch(messages.join(), /has no save to undo|could not be read after it was saved/);
        return messages;
      }),
    sends: editRequests,
    count: sandbox => 1 - countIn(sandbox, changedLine, 'Anchors'),
    done: /^Undid the save of "Anchors"\.$/,
    isOptional: true,
  },
  {
    ...ofPage('revert', ['Revert'], isReverted, /^Reverted ".*"\.$/),
    prepare: rewriteOldPage,
    target: sandbox => pageRow(uriOf(sandbox, oldPage)),
  },
  {
    ...ofPage('revertBlock', ['Revert'], isReverted, /^Reverted a block of ".*"\.$/),
    prepare: rewriteOldPage,
    target: sandbox => {
      const markdown = storedIn(sandbox, oldPage);
      const lineOfBlock = markdown.split('\n').findIndex(row => row.includes('Another end.'));
      return markTrusted({ uri: uriOf(sandbox, oldPage), line: lineOfBlock, text: markdown });
    },
  },
  {
    command: 'comment.applySuggestions',
    prepare: sandbox => {
      addPages(sandbox);
      for (const title of ['Anchors', 'Chains']) {
        const { id: page } = pageTitled(sandbox, title);
        suggestOnServer(sandbox, changeRequest, { id: `for-${title}`, page, block: 1, markdown: changedLine });
      }
    },
    run: async ({ sandbox }) => {
      await open(uriOf(sandbox));
      return run('comment.applySuggestions', [[changedLine]], uriOf(sandbox));
    },
    sends: editRequests,
    count: sandbox => countIn(sandbox, changedLine, 'Anchors'),
    done: /^Applied the suggestion to "Anchors"\./,
    isOptional: true,
  },
];
