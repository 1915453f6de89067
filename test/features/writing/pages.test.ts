import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Schema } from '../../../src/api/routes.ts';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/writing/pageCommands.ts';
import type { PageRow } from '../../../src/sandbox/store/rows.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { row } from '../../host/app.ts';
import { run } from '../../host/commands.ts';
import { fetchJson } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { editContent, itWithOptional, pagesOf, pageUri, signedIn } from '../../host/support.ts';
import {
  addTitledPage,
  afterSending,
  autoSave,
  editRequests,
  open,
  pageRow,
  revertAll,
  runAndUndo,
  save,
  sentEdits,
  setAutoSave,
  storedText,
  titlesOf,
  type,
} from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const content = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}/content`;

type Page = Schema<'Page'>;

describe('commands for pages of a change request', () => {
  afterEach(async () => {
    await setAutoSave('off');
    await revertAll();
  });
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(() => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop it.\n' });
    addTitledPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count it.\n' });
  });

  const pages = async () => (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages;
  const titles = async () => titlesOf(await pages()).slice(-3);
  /** Returns the URI of a page, whose file name depends on whether it has child pages. */
  const uriOf = ({ path = '', pages: below }: Partial<Page> = {}) =>
    pageUri(changeRequest.space, changeRequest.number, below?.length ? `${path}/README.md` : `${path}.md`).with({
      authority: page.uri.authority,
    });
  /** Returns a page that also exists in the base of the change request. */
  const pageOfBase = () => {
    const isMatch = ({ path, title, pages: below }: PageRow) =>
      path && below.length === 0 && !/Anchors|Chains/.test(title);
    const { id, path } = pagesOf(on.sandbox, changeRequest).find(isMatch) ?? assert.fail();
    return { id, uri: pageUri(changeRequest.space, changeRequest.number, `${path}.md`) };
  };
  const pageNow = async () => (await pages()).find(({ id }) => id === page.id);
  const undoing = (command: string, input: Answer[], check: () => Promise<void>, undone: RegExp) =>
    runAndUndo(on.server, { command, input, args: [page.uri] }, check, undone);

  itWithOptional('create a page after the one in the editor, open it, and undo it', async () => {
    const check = async () => {
      assert.deepEqual(await titles(), ['Anchors', 'Buoys', 'Chains']);
      assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /buoys\.md$/);
    };
    await undoing('page.create', ['Buoys'], check, /Deleted "Buoys" again\./);
    assert.deepEqual((await titles()).slice(1), ['Anchors', 'Chains']);
  });

  itWithOptional('create a page below another page', async () => {
    await run('page.createBelow', ['Shackles'], page.uri);
    assert.deepEqual(await titles(), ['Anchors', 'Anchors / Shackles', 'Chains']);
  });

  itWithOptional('put the title into a new page when the neighboring page has it there', async () => {
    await run('page.create', ['Buoys'], page.uri);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), '');
    const rewrite = (markdown: string) =>
      editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
    rewrite('# Anchors\n\nDrop it.\n');
    await run('tree.refresh', []);
    for (const [command, title, text] of [
      ['page.create', 'Drogues & more', '# Drogues & more'],
      ['page.create', 'Knots *and* lines', ''],
      ['page.createBelow', 'Shackles', '# Shackles'],
    ] as const) {
      await run(command, [title], page.uri);
      const { activeTextEditor: editor } = vscode.window;
      const written = editor?.document.getText();
      assert.equal(written?.trimEnd(), text);
      assert.equal(editor?.document.offsetAt(editor.selection.active), written?.length);
    }
  });

  itWithOptional('create a page after one that cannot be read', async () => {
    await run('tree.refresh', []);
    on.server.fail({ kind: 'status', status: 404 }, new RegExp(`^GET .*/content/page/${page.id}$`));
    assert.match((await run('page.create', ['Buoys'], page.uri)).join('\n'), /^Created "Buoys"\.$/m);
    assert.deepEqual(await titles(), ['Anchors', 'Buoys', 'Chains']);
  });

  itWithOptional('rename, with the path on request, and undo it', async () => {
    const { slug } = (await pageNow()) ?? assert.fail();
    const check = async () => {
      const { title, slug: newSlug } = (await pageNow()) ?? assert.fail();
      assert.deepEqual([title, newSlug], ['Anchoring', 'anchoring']);
    };
    const undone = /^Renamed "Anchors" to "Anchoring"\.\n"Anchors" has its former title and address again\.$/m;
    await undoing('page.rename', ['Anchoring', 'anchoring'], check, undone);
    const { title, slug: newSlug } = (await pageNow()) ?? assert.fail();
    assert.deepEqual([title, newSlug], ['Anchors', slug]);
    assert.equal((await storedText(on.sandbox, changeRequest, page.id)).trim(), 'Drop it.');
  });

  itWithOptional('do not rename when nothing has changed', async () => {
    const { slug = '' } = (await pageNow()) ?? assert.fail();
    await run('page.rename', ['Anchors', slug], page.uri);
    assert.deepEqual(sentEdits(on.server), []);
  });

  itWithOptional('delete pages with descendants after a confirmation, and restore all', async () => {
    await run('page.createBelow', ['Shackles'], page.uri);
    const sent = sentEdits(on.server).length;
    const uri = uriOf(await pageNow());
    await run('page.delete', [undefined], uri);
    assert.equal(sentEdits(on.server).length, sent, 'nothing is deleted without a yes');
    const answers = answerPrompts('Delete');
    answers.press('Undo');
    try {
      await vscode.commands.executeCommand('marginalia.page.delete', uri);
      await eventually(() => assert.match(answers.transcript.join('\n'), /"Anchors" is there again\./));
      assert.match(answers.transcript.join('\n'), /It is deleted when #8 .* is merged, with the page below it\./);
    } finally {
      answers.restore();
    }
    assert.deepEqual(await titles(), ['Anchors', 'Anchors / Shackles', 'Chains']);
  });

  itWithOptional('revert pages to the base, and Undo restores their changes', async () => {
    const { id, uri } = pageOfBase();
    const before = await storedText(on.sandbox, changeRequest, id);
    const editor = await open(uri);
    await type(editor, '\n\nOne sentence more.\n');
    assert.ok(await save(editor));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    page = { id, uri };
    const answers = answerPrompts('Revert');
    try {
      await vscode.commands.executeCommand('marginalia.page.revert', uri);
      await eventually(() => assert.match(answers.transcript.join('\n'), /^Reverted /m));
    } finally {
      answers.restore();
    }
    assert.equal(await storedText(on.sandbox, changeRequest, id), before);
  });

  itWithOptional('do not delete a new page by Undo once another user has edited it', async () => {
    const messages = answerPrompts('Buoys');
    messages.press('Undo');
    try {
      on.server.fail(
        { kind: 'held' },
        { test: name => sentEdits(on.server).length > 0 && /\/change-requests\/8$/.test(name) },
      );
      const creating = vscode.commands.executeCommand('marginalia.page.create', page.uri);
      await on.server.waiting();
      const created = (await pages()).find(({ title }) => title === 'Buoys') ?? assert.fail();
      editContent(on.sandbox, changeRequest, [
        { operation: 'update_page', page: created.id, document: { markdown: 'Red and green.\n' } },
      ]);
      await on.server.recover();
      await creating;
      await eventually(() => assert.match(messages.transcript.join('\n'), /"Buoys" has changed since then/));
      assert.equal((await storedText(on.sandbox, changeRequest, created.id)).trim(), 'Red and green.');
    } finally {
      messages.restore();
    }
  });

  itWithOptional('do not undo a revert once another user has edited the page', async () => {
    const { id, uri } = pageOfBase();
    const rewrite = (markdown: string) =>
      editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
    rewrite('Mine.\n');
    await run('tree.refresh', []);
    const messages = answerPrompts('Revert');
    messages.press('Undo');
    try {
      on.server.fail({ kind: 'held' }, afterSending(on.server, /^GET .*\/change-requests\/8$/), 1);
      const reverting = vscode.commands.executeCommand('marginalia.page.revert', uri);
      await on.server.waiting();
      rewrite('Theirs.\n');
      on.server.release();
      await reverting;
      await eventually(() => assert.match(messages.transcript.join('\n'), /has changed since then/));
      assert.equal((await storedText(on.sandbox, changeRequest, id)).trim(), 'Theirs.');
      assert.equal(sentEdits(on.server).length, 1);
    } finally {
      messages.restore();
    }
  });

  itWithOptional('copy a page with settings and blocks, after it, and undo it', async () => {
    await run('page.createBelow', ['Shackles'], page.uri);
    const { path = '' } = (await pageNow()) ?? assert.fail();
    const markdown = '# Anchors\n\n{% hint style="info" %}\nSee [shackles](shackles.md).\n{% endhint %}\n';
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: page.id, document: { markdown }, icon: 'anchor', description: 'Heavy' },
    ]);
    await run('tree.refresh', []);
    const uri = uriOf(await pageNow());
    const stored = await storedText(on.sandbox, changeRequest, page.id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const answers = answerPrompts();
    answers.press('Undo');
    try {
      on.server.fail({ kind: 'held' }, { test: name => sentEdits(on.server).length > 1 && editRequests.test(name) }, 1);
      await vscode.commands.executeCommand('marginalia.page.duplicate', pageRow(uri));
      await on.server.waiting();
      assert.deepEqual(await titlesOf(await pages()).slice(-4), [
        'Anchors',
        'Anchors / Shackles',
        'Anchors (copy)',
        'Chains',
      ]);
      const copy = (await pages()).find(({ title }) => title === 'Anchors (copy)') ?? assert.fail();
      assert.deepEqual([copy.icon, copy.description], ['anchor', 'Heavy']);
      assert.equal(
        (await storedText(on.sandbox, changeRequest, copy.id)).trim(),
        stored.trim().replace('](shackles.md)', `](${path}/shackles.md)`),
      );
      on.server.release();
      await eventually(() => assert.match(answers.transcript.join('\n'), /Deleted "Anchors \(copy\)" again\./));
      assert.match(answers.transcript.join('\n'), /Created "Anchors \(copy\)"\. The pages below it are not copied\./);
    } finally {
      answers.restore();
    }
    assert.deepEqual(await titles(), ['Anchors', 'Anchors / Shackles', 'Chains']);
  });

  itWithOptional('hide pages, and show them again', async () => {
    const check = async () => assert.equal((await pageNow())?.hidden, true);
    await undoing('page.hide', ['Hide'], check, /"Anchors" can be seen again\./);
    assert.equal((await pageNow())?.hidden ?? false, false);
    assert.deepEqual(await titles(), ['Anchors', 'Chains'].toSpliced(0, 0, (await titles())[0] ?? ''));
    assert.match((await run('page.show', [], page.uri)).join(), /"Anchors" is shown already\./);
    await run('page.hide', ['Hide'], page.uri);
    assert.match((await run('page.show', ['Show'], page.uri)).join(), /"Anchors" can be seen now\./);
    assert.equal((await pageNow())?.hidden ?? false, false);
  });

  itWithOptional('hide several in one request, except those already hidden', async () => {
    const others = ['Drogues', 'Ebb'].map(title => addTitledPage(on.sandbox, changeRequest, { title, markdown: '' }));
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: others[0]?.id ?? '', hidden: true }]);
    await run('tree.refresh', []);
    const rows = [page, ...others].map(({ uri }) => pageRow(uri));
    const messages = await run('page.hide', [], rows[0], rows);
    assert.match(messages.join(), /Hid 2 pages\./);
    assert.deepEqual(
      sentEdits(on.server).map(edits => edits.map(edit => edit['page'])),
      [[page.id, others[1]?.id]],
    );
  });

  itWithOptional('delete several after one confirmation, with descendants, and restore them', async () => {
    await run('page.createBelow', ['Shackles'], page.uri);
    const before = titlesOf(await pages());
    const sent = sentEdits(on.server).length;
    const anchors = (await pageNow()) ?? assert.fail();
    const chains = (await pages()).find(({ title }) => title === 'Chains') ?? assert.fail();
    const rows = [chains, anchors.pages?.[0], anchors].map(one => pageRow(uriOf(one)));
    const answers = answerPrompts('Delete');
    answers.press('Undo');
    try {
      await vscode.commands.executeCommand('marginalia.page.delete', rows[0], rows);
      await eventually(() => assert.match(answers.transcript.join('\n'), /2 pages are there again\./));
      assert.match(
        answers.transcript.join('\n'),
        /Delete 2 pages\?\nThey are deleted when #8 .* is merged, with the page below them\.\n/,
      );
    } finally {
      answers.restore();
    }
    assert.deepEqual(titlesOf(await pages()), before);
    assert.deepEqual(
      sentEdits(on.server)
        .slice(sent)
        .map(edits => edits.length),
      [2, 3],
    );
  });

  itWithOptional('delete and restore with as few requests as the service allows', async () => {
    const inserted = Array.from({ length: 60 }, (_, index) => index).map(index => {
      return { operation: 'insert_page', title: `Page ${index}`, document: { markdown: '' } } as const;
    });
    editContent(on.sandbox, changeRequest, inserted);
    await run('tree.refresh', []);
    const before = titlesOf(await pages());
    const rows = (await pages()).filter(({ title }) => title.startsWith('Page ')).map(one => pageRow(uriOf(one)));
    const answers = answerPrompts('Delete');
    answers.press('Undo');
    try {
      await vscode.commands.executeCommand('marginalia.page.delete', rows[0], rows);
      await eventually(() => assert.match(answers.transcript.join('\n'), /60 pages are there again\./));
    } finally {
      answers.restore();
    }
    assert.deepEqual(titlesOf(await pages()), before);
    assert.deepEqual(
      sentEdits(on.server).map(edits => edits.length),
      [50, 10, 50, 10],
    );
    on.server.fail(
      { kind: 'status', status: 403 },
      { test: name => sentEdits(on.server).length === 5 && editRequests.test(name) },
    );
    const messages = await run('page.delete', ['Delete'], rows[0], rows);
    assert.match(messages.join(), /Only 50 of 60 changes were made\. /);
  });

  for (const [command, answers, question] of [
    ['page.delete', [undefined], /Your unsent text of "Anchors" stays on this computer, but cannot be sent any more\./],
    ['page.rename', [undefined], /Your unsent text on this computer stays as it is\./],
    ['page.duplicate', ['Duplicate'], /Your unsent text of it is not copied\./],
  ] as const) {
    itWithOptional(`mention local unsent text in the confirmation: ${command}`, async () => {
      await autoSave(page.uri, 'Drop it here.', 'Drop it.');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      const messages = await run(command, answers, page.uri);
      await run('pageDraft.discard', ['Discard'], page.uri);
      assert.match(messages.join('\n'), question);
    });
  }

  itWithOptional('mention the unsent text of a descendant in the confirmation', async () => {
    await run('page.createBelow', ['Shackles'], page.uri);
    const [below] = (await pageNow())?.pages ?? [];
    await save(await open(uriOf(below)));
    await autoSave(uriOf(below), 'Closed.', '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const messages = await run('page.delete', [undefined], uriOf(await pageNow()));
    await run('pageDraft.discard', ['Discard'], uriOf(below));
    assert.match(messages.join('\n'), /Your unsent text of "Shackles" stays on this computer/);
  });

  itWithOptional('mention the unsent text before a page is reverted', async () => {
    const { uri } = pageOfBase();
    await autoSave(uri, 'Text of mine. ', '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const messages = await run('page.revert', [undefined], uri);
    await run('pageDraft.discard', ['Discard'], uri);
    assert.match(messages.join('\n'), /Your unsent text of ".+" on this computer is not reverted\./);
  });

  itWithOptional('do not revert new pages', async () => {
    const messages = await run('page.revert', [], page.uri);
    assert.match(messages.join(), /"Anchors" is new in this change request.*Delete it instead/);
    assert.deepEqual(sentEdits(on.server), []);
  });

  const operations = [
    ['page.create', ['Buoys'], /Created "Buoys"/],
    ['page.createBelow', ['Buoys'], /Created "Buoys"/],
    ['page.rename', ['Anchoring', 'anchoring'], /Renamed "Anchors"/],
    ['page.delete', ['Delete'], /Deleted "Anchors"/],
    ['page.duplicate', ['Duplicate'], /Created "Anchors \(copy\)"/],
    ['page.hide', ['Hide'], /Hid "Anchors"/],
  ] as const;
  for (const [command, answers, message] of operations) {
    itWithOptional(`change once when the reply is lost: ${command}`, async () => {
      on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
      const messages = await run(command, answers, page.uri);
      assert.match(messages.join(), message);
      assert.equal(sentEdits(on.server).length, 1);
    });

    itWithOptional(`change nothing when the server rejects it, with a message: ${command}`, async () => {
      const before = titlesOf(await pages());
      on.server.fail({ kind: 'status', status: 403 }, editRequests);
      const messages = await run(command, answers, page.uri);
      assert.match(messages.at(-1) ?? '', /^Could not /);
      assert.doesNotMatch(messages.join(), message);
      assert.deepEqual(titlesOf(await pages()), before);
    });
  }

  for (const command of ['page.rename', 'page.delete', 'page.revert', 'page.duplicate', 'page.createBelow']) {
    itWithOptional(`change nothing while an editor is dirty: ${command}`, async () => {
      await type(await open(page.uri), 'More.');
      const messages = await run(command, [], page.uri);
      assert.match(messages.join(), /"Anchors" has changes that are not saved\. Save or revert them first\./);
      assert.deepEqual(sentEdits(on.server), []);
    });
  }
  itWithOptional('restore deleted pages on a retry when the first attempt fails halfway', async () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `many-${index}`);
    const inserts = slugs.map(
      slug => ({ operation: 'insert_page', title: slug, slug, document: { markdown: '' } }) as const,
    );
    for (const start of [0, 30]) editContent(on.sandbox, changeRequest, inserts.slice(start, start + 30));
    const rows = slugs.map(slug => pageRow(uriOf({ path: slug })));
    const count = () => pagesOf(on.sandbox, changeRequest).filter(({ title }) => slugs.includes(title)).length;
    const answers = answerPrompts('Delete');
    answers.press('Undo');
    answers.press('Try Again');
    // The first request restores 50 pages.
    const isSecond = () => sentEdits(on.server).length === 3;
    const test = (asked: string) => editRequests.test(asked) && isSecond();
    on.server.fail({ kind: 'status', status: 409, message: 'Somebody holds it.' }, { test }, 1);
    await vscode.commands.executeCommand('marginalia.page.delete', rows[0], rows);
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /60 pages are there again\./));
    answers.restore();
    assert.match(answers.transcript.join('\n'), /Only 50 of 60 changes were made\. .*Somebody holds it/);
    assert.equal(count(), 60);
    assert.deepEqual(
      sentEdits(on.server).map(edits => edits.length),
      [50, 10, 50, 10],
    );
  });
});

describe('the row of all pages', () => {
  const on = stageOfParts();
  const path = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8', 'All pages'];

  itWithOptional('offers to create a page after all others', async () => {
    const node = (await row(on.app.tree, ...path)) ?? assert.fail();
    assert.equal(node.contextValue, 'pages.changeRequest');
    const answers = answerPrompts('Buoys');
    try {
      await commands['marginalia.page.create']?.run(on.app as unknown as App, node);
    } finally {
      answers.restore();
    }
    const { pages } = await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`);
    assert.equal(pages.at(-1)?.title, 'Buoys');
  });
});

describe('a user who may not edit the pages of a change request', () => {
  itWithOptional('is told which role is needed', async () => {
    const sandbox = await signedIn({ as: 'lucia' });
    const page = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop it.\n' });
    for (const command of ['create', 'createBelow', 'rename', 'delete', 'revert']) {
      const messages = await run(`page.${command}`, [], page.uri);
      assert.match(messages.join(), /Your role in this space does not let you edit/, command);
    }
    await sandbox.close();
  });

  it('is told that the server has no page edits', async () => {
    const sandbox = await signedIn({ documentedOnly: true });
    const page = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop it.\n' });
    const messages = await run('page.create', [], page.uri);
    assert.match(messages.join(), /This server does not support editing pages/);
    await sandbox.close();
  });
});
