import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Schema } from '../../../src/api/routes.ts';
import { commands } from '../../../src/features/writing/pageCommands.ts';
import { dragAndDrop } from '../../../src/features/tree/index.ts';
import { headAddress } from '../../../src/model/content/address.ts';
import type { App } from '../../../src/app.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { row } from '../../host/app.ts';
import { run } from '../../host/commands.ts';
import { fetchJson, Doing } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { editContent, itWithOptional, signedIn } from '../../host/support.ts';
import { movePagesByOne } from '../../../src/features/moving/movePages.ts';
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
type Added = { id: string; uri: vscode.Uri };

describe('moving pages of a change request', () => {
  afterEach(async () => {
    await setAutoSave('off');
    await revertAll();
  });
  const on = stage();
  let anchors: Added;
  let chains: Added;
  let drogues: Added;

  beforeEach(() => {
    const add = (title: string, markdown: string) => addTitledPage(on.sandbox, changeRequest, { title, markdown });
    anchors = add('Anchors', 'Drop it.\n');
    chains = add('Chains', 'Count it.\n');
    drogues = add('Drogues', 'Stream it.\n');
  });

  const pages = async () => (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages;
  const titles = async (count = 3) =>
    titlesOf(await pages())
      .slice(-count)
      .join(', ');
  const undoing = (command: string, input: Answer[], check: () => Promise<void>, undone: RegExp, ...args: unknown[]) =>
    runAndUndo(on.server, { command, input, args }, check, undone);
  const openTabs = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? (headAddress(input.uri)?.path ?? []) : []));
  const slugOf = ({ uri }: Added) => (headAddress(uri)?.path ?? '').replace(/\.md$/, '');

  itWithOptional('moves up by one, and undoes it', async () => {
    const check = async () => assert.equal(await titles(), 'Chains, Anchors, Drogues');
    await undoing('page.moveUp', [], check, /Moved "Chains" back\./, pageRow(chains.uri));
    assert.equal(await titles(), 'Anchors, Chains, Drogues');
  });

  itWithOptional('moves down by one, and undoes it', async () => {
    const check = async () => assert.equal(await titles(), 'Anchors, Drogues, Chains');
    await undoing('page.moveDown', [], check, /Moved "Chains" back\./, pageRow(chains.uri));
    assert.equal(await titles(), 'Anchors, Chains, Drogues');
  });

  itWithOptional('does not move down from the last position, with a message', async () => {
    const messages = await run('page.moveDown', [], pageRow(drogues.uri));
    assert.match(messages.join(), /"Drogues" is the last already\./);
    assert.deepEqual(sentEdits(on.server), []);
  });

  itWithOptional('moves below another page, keeps the IDs, and undoes it', async () => {
    const check = async () => {
      assert.equal(await titles(), 'Chains, Drogues, Drogues / Anchors');
      assert.equal((await pages()).at(-1)?.pages?.[0]?.id, anchors.id);
    };
    await undoing('page.moveTo', ['Drogues'], check, /Moved "Anchors" back\./, anchors.uri);
    assert.equal(await titles(), 'Anchors, Chains, Drogues');
  });

  itWithOptional('moves to the top', async () => {
    await run('page.moveTo', ['Drogues'], anchors.uri);
    const [{ path = '' } = {}] = (await pages()).at(-1)?.pages ?? [];
    const uri = anchors.uri.with({ path: anchors.uri.path.replace(slugOf(anchors), path) });
    await run('page.moveTo', ['Top Level'], uri);
    assert.equal(await titles(), 'Chains, Drogues, Anchors');
  });

  itWithOptional('moves several in one request, in their order, and undoes it in one', async () => {
    const rows = [chains, anchors].map(({ uri }) => pageRow(uri));
    const check = async () => assert.equal(await titles(), 'Drogues, Drogues / Anchors, Drogues / Chains');
    await undoing('page.moveTo', ['Drogues'], check, /Moved 2 pages back\./, rows[0], rows);
    assert.equal(await titles(), 'Anchors, Chains, Drogues');
    assert.deepEqual(
      sentEdits(on.server).map(edits => edits.length),
      [2, 2],
    );
  });

  itWithOptional('moves none when something else is selected with them', async () => {
    const link = pageRow(drogues.uri, 'page.link');
    const messages = await run('page.moveUp', [], pageRow(chains.uri), [pageRow(chains.uri), link]);
    assert.match(messages.join(), /Some of the selected rows are not pages\. Nothing was changed\./);
    const others = await run('page.moveUp', [], link);
    assert.match(others.join(), /choose one in the Marginalia view/);
    assert.deepEqual(sentEdits(on.server), []);
  });

  itWithOptional('updates the links to them and in them', async () => {
    const link = addTitledPage(on.sandbox, changeRequest, {
      title: 'Ebb',
      markdown: `See [the anchors](${slugOf(anchors)}.md).\n`,
    });
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: anchors.id, document: { markdown: `See [ebb](${slugOf(link)}.md).\n` } },
    ]);
    await run('tree.refresh', []);
    await run('page.moveTo', ['Drogues'], anchors.uri);
    assert.equal(
      (await storedText(on.sandbox, changeRequest, link.id)).trim(),
      `See [the anchors](${slugOf(drogues)}/${slugOf(anchors)}.md).`,
    );
    assert.equal((await storedText(on.sandbox, changeRequest, anchors.id)).trim(), `See [ebb](../${slugOf(link)}.md).`);
  });

  const operations = [
    ['page.moveUp', [], /Moved "Chains"/],
    ['page.moveDown', [], /Moved "Chains"/],
    ['page.moveTo', ['Drogues'], /Moved "Chains"/],
  ] as const;
  for (const [command, answers, message] of operations) {
    itWithOptional(`happens once when the reply is lost: ${command}`, async () => {
      on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
      const messages = await run(command, answers, pageRow(chains.uri));
      assert.match(messages.join(), message);
      assert.equal(sentEdits(on.server).length, 1);
    });

    itWithOptional(`can be retried when the request did not arrive: ${command}`, async () => {
      on.server.fail({ kind: 'dropped' }, editRequests, 1);
      const before = titlesOf(await pages());
      const messages = await run(command, answers, pageRow(chains.uri));
      const isMoved = titlesOf(await pages()).join() !== before.join();
      assert.equal(message.test(messages.join()), isMoved, messages.join());
    });

    itWithOptional(`does not happen when the server rejects it, with a message: ${command}`, async () => {
      const before = titlesOf(await pages());
      on.server.fail({ kind: 'status', status: 403 }, editRequests);
      const messages = await run(command, answers, pageRow(chains.uri));
      assert.match(messages.at(-1) ?? '', /^Could not move the page/);
      assert.doesNotMatch(messages.join(), message);
      assert.deepEqual(titlesOf(await pages()), before);
    });
  }

  itWithOptional('follows the position chosen by the server, with a message if that differs', async () => {
    const reversed = otherJson(json => ({ pages: (json as { pages: Page[] }).pages.toReversed() }));
    on.server.fail(reversed, afterSending(on.server, /\/content\/pages$/));
    const messages = await run('page.moveUp', [], pageRow(chains.uri));
    assert.match(messages.join(), /Moved "Chains", but not to the place that was asked for/);
  });

  itWithOptional('cannot be undone once another user has moved them again', async () => {
    const messages = answerPrompts();
    messages.press('Undo');
    try {
      on.server.fail({ kind: 'held' }, afterSending(on.server, /^GET .*\/change-requests\/8$/), 1);
      await vscode.commands.executeCommand('marginalia.page.moveUp', pageRow(chains.uri));
      await on.server.waiting();
      editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: chains.id, into: drogues.id }]);
      await on.server.recover();
      on.server.release();
      await eventually(() => assert.match(messages.transcript.join('\n'), /"Chains" was moved again since then/));
      assert.equal(await titles(), 'Anchors, Drogues, Drogues / Chains');
    } finally {
      messages.restore();
    }
  });

  for (const [time, requests, expected, message] of [
    ['before', /^GET .*\/change-requests\/8$/, 'Anchors, Chains, Drogues', /Moved "Chains" back\./],
    ['while it is sent', editRequests, 'Chains, Anchors, Drogues', /"Chains" back, but not to the former place/],
  ] as const) {
    itWithOptional(`undoes next to a page that was added ${time}`, async () => {
      const messages = answerPrompts();
      messages.press('Undo');
      try {
        on.server.fail({ kind: 'held' }, afterSending(on.server, requests), 1);
        const moving = vscode.commands.executeCommand('marginalia.page.moveUp', pageRow(chains.uri));
        await on.server.waiting();
        const added = { operation: 'insert_page', title: 'Ebb', document: { markdown: '' }, at: 0 } as const;
        editContent(on.sandbox, changeRequest, [added]);
        on.server.release();
        await moving;
        await eventually(() => assert.match(messages.transcript.join('\n'), message));
        assert.equal(await titles(), expected);
      } finally {
        messages.restore();
      }
    });
  }

  itWithOptional('does not move below another page while an editor is dirty, but does move up', async () => {
    await type(await open(anchors.uri), 'More.');
    const messages = await run('page.moveTo', ['Drogues'], anchors.uri);
    assert.match(messages.join(), /"Anchors" has changes that are not saved\. Save or revert them first\./);
    assert.deepEqual(sentEdits(on.server), []);
    await run('page.moveDown', [], pageRow(anchors.uri));
    assert.equal(await titles(), 'Chains, Anchors, Drogues');
  });

  itWithOptional('keeps their tabs, cursors and drafts', async () => {
    const editor = await autoSave(anchors.uri, 'Drop it here.', 'Drop it.');
    editor.selection = new vscode.Selection(0, 5, 0, 7);
    await run('page.moveTo', ['Drogues'], anchors.uri);
    const moved = `${slugOf(drogues)}/${slugOf(anchors)}.md`;
    await eventually(() => {
      assert.deepEqual(openTabs(), [moved]);
      const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
      assert.equal(headAddress(document.uri)?.path, moved);
      assert.equal(document.getText(), 'Drop it here.\n');
      assert.deepEqual([selection.start.character, selection.end.character], [5, 7]);
    });
    await run('pageDraft.send', [], vscode.window.activeTextEditor?.document.uri);
    assert.equal((await storedText(on.sandbox, changeRequest, anchors.id)).trim(), 'Drop it here.');
  });

  itWithOptional('updates their tabs when others move them; a dirty one follows when it is sent', async () => {
    const editor = await open(anchors.uri);
    await type(editor, 'Drop it now.', 'Drop it.');
    await open(chains.uri);
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: anchors.id, into: drogues.id },
      { operation: 'update_page', page: chains.id, into: drogues.id },
    ]);
    await run('tree.refresh', []);
    const moved = (page: Added) => `${slugOf(drogues)}/${slugOf(page)}.md`;
    await eventually(() => assert.deepEqual(openTabs().sort(), [`${slugOf(anchors)}.md`, moved(chains)].sort()));
    assert.ok(await save(editor));
    assert.equal((await storedText(on.sandbox, changeRequest, anchors.id)).trim(), 'Drop it now.');
    await eventually(() => assert.deepEqual(openTabs().sort(), [moved(anchors), moved(chains)].sort()));
  });

  itWithOptional('keeps the tab of a page that gets its first child', async () => {
    await open(anchors.uri);
    await run('page.createBelow', ['Shackles'], anchors.uri);
    await eventually(() =>
      assert.deepEqual(openTabs().sort(), [`${slugOf(anchors)}/README.md`, `${slugOf(anchors)}/shackles.md`].sort()),
    );
  });
});

describe('dropping rows of pages', () => {
  const on = stageOfParts();
  const doing = new Doing(on);
  const none = new vscode.CancellationTokenSource().token;
  const allPages = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8', 'All pages'];

  beforeEach(() => {
    for (const title of ['Anchors', 'Chains', 'Drogues'])
      addTitledPage(on.sandbox, changeRequest, { title, markdown: '' });
  });

  const titles = async () =>
    titlesOf((await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages)
      .slice(-3)
      .join(', ');
  const rowOf = async (...path: string[]) => (await row(on.app.tree, ...allPages, ...path)) ?? assert.fail();

  async function drop(dragged: readonly Node[], target: Node, ...replies: Answer[]): Promise<string> {
    const controller = dragAndDrop(on.app as unknown as App);
    const data = new vscode.DataTransfer();
    const messages = await doing.say(replies, async () => {
      await controller.handleDrag?.([...dragged], data, none);
      await controller.handleDrop?.(target, data, none);
    });
    return messages.join('\n');
  }

  for (const [side, expected] of [
    ['Before', 'Drogues, Anchors, Chains'],
    ['Below', 'Anchors, Anchors / Drogues, Chains'],
    ['After', 'Anchors, Drogues, Chains'],
  ] as const) {
    itWithOptional(`onto a page puts them ${side.toLowerCase()} it`, async () => {
      const messages = await drop([await rowOf('Drogues')], await rowOf('Anchors'), side);
      assert.match(messages, /Move "Drogues"\?\nChoose where to put it in relation to "Anchors"\./);
      assert.equal(await titles(), expected);
    });
  }

  itWithOptional('onto a page offers first to put them below it, as in other trees', async () => {
    const first = (offered: readonly unknown[]) => offered.find(one => typeof one === 'string');
    await drop([await rowOf('Drogues')], await rowOf('Anchors'), first);
    assert.equal(await titles(), 'Anchors, Anchors / Drogues, Chains');
  });

  itWithOptional('onto "All pages" puts them last, several in their order', async () => {
    await drop([await rowOf('Chains'), await rowOf('Anchors')], await rowOf());
    assert.equal(await titles(), 'Drogues, Anchors, Chains');
  });

  itWithOptional('onto a group puts them last in it', async () => {
    const group = async () =>
      (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages.find(({ type }) => type === 'group');
    const { title = '', pages = [] } = (await group()) ?? assert.fail('the sample has a group');
    await drop([await rowOf('Drogues')], await rowOf(title));
    assert.deepEqual(titlesOf((await group())?.pages ?? []), [...titlesOf(pages), 'Drogues']);
  });

  const groupTitles = async () =>
    (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages
      .filter(({ type }) => type === 'group')
      .map(({ title }) => title);

  itWithOptional('puts groups before or after another one, never below a page', async () => {
    const [first = '', second = '', ...others] = await groupTitles();
    const messages = await drop([await rowOf(second)], await rowOf(first), 'Before');
    assert.match(messages, new RegExp(`Moved "${second}"\\.`));
    assert.deepEqual(await groupTitles(), [second, first, ...others]);
    await drop([await rowOf(second)], await rowOf('Anchors'), 'After');
    assert.deepEqual(await groupTitles(), [first, ...others, second]);
    const deep = (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages.find(
      ({ title }) => title === first,
    );
    const below = await rowOf(first, deep?.pages?.[0]?.title ?? '');
    assert.match(await drop([await rowOf(second)], below, 'After'), /is a group\. Groups stay at the top level\./);
    assert.match(await drop([await rowOf(second), await rowOf('Anchors')], await rowOf()), /Nothing was moved/);
    assert.equal(sentEdits(on.server).length, 2);
  });

  itWithOptional('matches the commands of the rows for groups', async () => {
    const [first = '', second = '', ...others] = await groupTitles();
    const app = on.app as unknown as App;
    const group = await rowOf(second);
    assert.equal(group.contextValue, 'page.group.editable');
    const messages = await doing.say([], () => movePagesByOne(app, 'up', group, undefined));
    assert.match(messages.join(), new RegExp(`Moved "${second}"\\.`));
    assert.deepEqual(await groupTitles(), [second, first, ...others]);
  });

  itWithOptional('does nothing without an answer, and not onto themselves or their descendants', async () => {
    await drop([await rowOf('Drogues')], await rowOf('Anchors'), undefined);
    await drop([await rowOf('Drogues')], await rowOf('Drogues'));
    await drop([await rowOf('Drogues')], await rowOf('Anchors'), 'Below');
    const messages = await drop([await rowOf('Anchors')], await rowOf('Anchors', 'Drogues'), 'After');
    assert.match(messages, /"Anchors" cannot be put below itself\./);
    assert.equal(sentEdits(on.server).length, 1);
  });

  itWithOptional('works only within their change request, and only onto pages', async () => {
    const space = await row(on.app.tree, ...allPages.slice(0, -2));
    const main = await row(on.app.tree, ...allPages.slice(0, -2), 'Main content');
    const anchors = await rowOf('Anchors');
    assert.match(await drop([anchors], space ?? assert.fail()), /Drop pages on a page, on a group, or on "All pages"/);
    assert.match(await drop([anchors], main ?? assert.fail()), /within their change request only/);
    const [page] = await on.app.tree.getChildren(main);
    assert.match(await drop([page ?? assert.fail()], anchors), /Main content can only be edited in a change request/);
    assert.deepEqual(sentEdits(on.server), []);
  });
});

describe('keyboard shortcuts on rows of pages', () => {
  const on = stageOfParts();
  const allPages = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8', 'All pages'];

  beforeEach(() => {
    for (const title of ['Anchors', 'Chains']) addTitledPage(on.sandbox, changeRequest, { title, markdown: '' });
  });

  /** Runs the command of a key on focused rows. Returns the messages. */
  async function press(command: string, rows: readonly (Node | undefined)[], ...replies: Answer[]): Promise<string> {
    Object.defineProperty(on.app.tree, 'focusedRows', { value: rows, configurable: true });
    const doing = new Doing(on);
    return (await doing.say(replies, () => runCommand(doing.app, command))).join('\n');
  }

  async function runCommand(app: App, command: string): Promise<void> {
    try {
      await commands[`marginalia.page.${command}`]?.run(app);
    } catch (error) {
      app.failures.show('do that', error);
    }
  }

  itWithOptional('delete several pages, and rename one', async () => {
    const rows = await Promise.all(['Anchors', 'Chains'].map(title => row(on.app.tree, ...allPages, title)));
    assert.match(await press('renameFocused', rows), /Select one page of a change request/);
    assert.match(await press('deleteFocused', rows, 'Delete'), /Deleted 2 pages\./);
  });

  itWithOptional('change the subject of a change request', async () => {
    const changeRequestRow = await row(on.app.tree, ...allPages.slice(0, -1));
    const { executeCommand } = vscode.commands;
    const executed: unknown[][] = [];
    Object.assign(vscode.commands, { executeCommand: async (...call: unknown[]) => void executed.push(call) });
    try {
      assert.equal(await press('renameFocused', [changeRequestRow]), '');
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
    assert.deepEqual(executed, [['marginalia.changeRequest.setSubject', changeRequestRow]]);
  });

  itWithOptional('do not affect the page in the editor when the row is not a page', async () => {
    const space = await row(on.app.tree, ...allPages.slice(0, -2));
    const group = await row(on.app.tree, ...allPages, 'Get started');
    for (const other of [space, group]) {
      for (const command of ['renameFocused', 'deleteFocused'])
        assert.match(await press(command, [other]), /choose one in the Marginalia view/);
    }
    assert.match(await press('deleteFocused', []), /Select pages of a change request/);
    assert.deepEqual(sentEdits(on.server), []);
  });
});

describe('a user who may not edit the pages of a change request', () => {
  const names = ['moveUp', 'moveDown', 'moveTo', 'duplicate', 'hide', 'show'];

  itWithOptional('cannot move, copy or hide pages', async () => {
    const sandbox = await signedIn({ as: 'lucia' });
    const { uri } = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: '' });
    for (const command of names) {
      const messages = await run(`page.${command}`, [], uri);
      assert.match(messages.join(), /Your role in this space does not let you edit/, command);
    }
    await sandbox.close();
  });

  it('is told that the server has no page edits', async () => {
    const sandbox = await signedIn({ documentedOnly: true });
    const { uri } = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: '' });
    for (const command of names) {
      const messages = await run(`page.${command}`, [], uri);
      assert.match(messages.join(), /This server does not support editing pages/, command);
    }
    await sandbox.close();
  });
});
