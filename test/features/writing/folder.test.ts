import assert from 'node:assert/strict';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Schema } from '../../../src/api/routes.ts';
import { type Answer, answerPrompts, type Answers } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { fetchJson } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, editContent, itWithOptional, pagesOf, pageUri, signedIn } from '../../host/support.ts';
import {
  addTitledPage,
  autoSave,
  editRequests,
  open,
  revertAll,
  sentEdits,
  setAutoSave,
  storedText,
  titlesOf,
  type,
} from './editor.ts';

type Page = Schema<'Page'>;

const { fs } = vscode.workspace;
const changeRequest = { space: 'heron-manual', number: 8 };
const content = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}/content`;

const at = (path: string) => pageUri(changeRequest.space, changeRequest.number, path);
const write = (path: string, text = '') => Promise.resolve(fs.writeFile(at(path), Buffer.from(text)));
const rename = (from: string, to: string, options = {}) => Promise.resolve(fs.rename(at(from), at(to), options));
const remove = (path: string) => Promise.resolve(fs.delete(at(path), { recursive: true }));
const createFolder = (path: string) => Promise.resolve(fs.createDirectory(at(path)));
const read = async (path: string) => Buffer.from(await fs.readFile(at(path))).toString();
const typeOf = async (path: string) => (await fs.stat(at(path))).type;
const namesIn = async (path: string) => (await fs.readDirectory(at(path))).map(([name]) => name);

describe('the folder of a change request', () => {
  afterEach(async () => {
    await setAutoSave('off');
    await revertAll();
  });
  const on = stage();
  let page: { id: string; path: string; uri: vscode.Uri };
  let other: { id: string; path: string };

  beforeEach(() => {
    const [anchors, chains] = ['Anchors', 'Chains'].map(title => {
      const { id, uri } = addTitledPage(on.sandbox, changeRequest, { title, markdown: `${title} hold.\n` });
      return { id, uri, path: posix.basename(uri.path) };
    });
    page = anchors ?? assert.fail();
    other = chains ?? assert.fail();
  });

  const pages = async () => (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages;
  const pageNow = () => pagesOf(on.sandbox, changeRequest).find(({ id }) => id === page.id) ?? assert.fail();
  const titles = async () => titlesOf(await pages()).slice(-3);
  const folder = () => page.path.replace(/\.md$/, '');
  /** Runs a file operation with these answers. Returns the messages. */
  const saying = async (answers: Answer[], act: () => Promise<unknown>): Promise<Answers> => {
    const answered = answerPrompts(...answers);
    try {
      await act();
    } finally {
      answered.restore();
    }
    return answered;
  };
  /** Runs a file operation, presses "Undo" in its message, and waits until it is undone. */
  const undoing = async (act: () => Promise<unknown>, undone: RegExp): Promise<void> => {
    const answered = answerPrompts();
    answered.press('Undo');
    const sent = sentEdits(on.server).length;
    try {
      // The button is pressed as soon as it is shown.
      const isUndo = { test: (name: string) => sentEdits(on.server).length > sent && editRequests.test(name) };
      on.server.fail({ kind: 'held' }, isUndo, 1);
      await act();
      await on.server.waiting();
      on.server.release();
      await eventually(() => assert.match(answered.transcript.join('\n'), undone));
    } finally {
      answered.restore();
    }
  };

  itWithOptional('appends a new file as a page named after it, with Undo', async () => {
    const { transcript } = await saying([], () => write('getting-started.md'));
    assert.deepEqual(transcript, ['Created "Getting started".']);
    assert.equal((await pages()).at(-1)?.title, 'Getting started');
    assert.equal(await read('getting-started.md'), '');
    await undoing(() => write('buoys.md'), /Deleted "Buoys" again\./);
    assert.doesNotMatch((await namesIn('')).join(), /buoys/);
  });

  itWithOptional('shows a new page under the typed name, even if the server changes it', async () => {
    await write('My  notes.md');
    assert.equal((await pages()).at(-1)?.slug, 'My-notes');
    assert.equal(await typeOf('My  notes.md'), vscode.FileType.File);
    assert.ok((await namesIn('')).includes('My-notes.md'));
    await write('Buoys');
    assert.equal(await typeOf('Buoys'), vscode.FileType.File);
    assert.ok((await namesIn('')).includes('Buoys.md'));
    await vscode.window.showTextDocument(at('Buoys'));
    await eventually(() => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.match(input instanceof vscode.TabInputText ? input.uri.path : '', /Buoys\.md$/);
    });
  });

  itWithOptional('adds a new folder as a page, which contains new files', async () => {
    await createFolder('Deck');
    assert.equal(await typeOf('Deck'), vscode.FileType.Directory);
    assert.ok((await namesIn('')).includes('Deck'));
    assert.deepEqual(await namesIn('Deck'), []);
    await write('Deck/ropes.md');
    assert.deepEqual(await titles(), ['Chains', 'Deck', 'Deck / Ropes']);
    assert.deepEqual((await namesIn('Deck')).sort(), ['README.md', 'ropes.md']);
  });

  itWithOptional('creates missing parent pages of a new file', async () => {
    await write('harbour/quay/steps.md');
    assert.deepEqual(await titles(), ['Harbour', 'Harbour / Quay', 'Harbour / Quay / Steps']);
  });

  itWithOptional('accepts a copy of a folder with its text and descendants', async () => {
    await write(`${folder()}/shackles.md`, 'Shackles.\n');
    await fs.copy(at(folder()), at('copied'));
    assert.deepEqual(await namesIn('copied').then(names => names.sort()), ['README.md', 'shackles.md']);
    assert.equal((await read('copied/README.md')).trim(), 'Anchors hold.');
    assert.equal((await read('copied/shackles.md')).trim(), 'Shackles.');
  });

  itWithOptional('renames pages: always the path, and the title if it was derived from the file name', async () => {
    await rename(page.path, 'anchoring.md');
    assert.deepEqual([pageNow().title, pageNow().slug], ['Anchors', 'anchoring']);
    await write('big-buoys.md');
    await undoing(
      () => rename('big-buoys.md', 'small-buoys.md'),
      /^Renamed "Big buoys" to "Small buoys"\.\n"Big buoys" has its former title and address again\.$/,
    );
    await rename('big-buoys.md', 'small-buoys.md');
    assert.equal((await pages()).at(-1)?.title, 'Small buoys');
    assert.equal(await typeOf('small-buoys.md'), vscode.FileType.File);
  });

  itWithOptional('renames a folder, and with its "README.md" the page that it belongs to', async () => {
    await write(`${folder()}/shackles.md`);
    await rename(folder(), 'anchoring');
    assert.equal(pageNow().slug, 'anchoring');
    assert.equal(await typeOf('anchoring/shackles.md'), vscode.FileType.File);
    await rename('anchoring/README.md', 'anchoring/mooring.md');
    assert.equal(pageNow().slug, 'mooring');
    assert.deepEqual((await namesIn('mooring')).sort(), ['README.md', 'shackles.md']);
  });

  itWithOptional('moves pages below others and back to the top, with their text and descendants', async () => {
    await rename(other.path, `${folder()}/${other.path}`);
    assert.deepEqual(await titles(), [...(await titles()).slice(0, 1), 'Anchors', 'Anchors / Chains']);
    assert.equal((await read(`${folder()}/${other.path}`)).trim(), 'Chains hold.');
    await undoing(() => rename(`${folder()}/${other.path}`, 'chain.md'), /^Moved "Chains"\.\nMoved "Chains" back\.$/);
    assert.deepEqual((await titles()).at(-1), 'Anchors / Chains');
    await rename(`${folder()}/${other.path}`, 'chain.md');
    assert.deepEqual((await titles()).slice(-2), ['Anchors', 'Chains']);
  });

  itWithOptional('deletes pages, and VS Code undoes that by writing the file again', async () => {
    const text = await read(page.path);
    const { transcript } = await saying([], () => remove(page.path));
    assert.deepEqual(transcript, ['Deleted "Anchors".']);
    await write(page.path, text);
    assert.equal(pageNow().title, 'Anchors');
    assert.equal((await storedText(on.sandbox, changeRequest, page.id)).trim(), 'Anchors hold.');
  });

  itWithOptional('asks before it deletes more than VS Code says: descendants, and unsent text', async () => {
    await write(`${folder()}/shackles.md`);
    const sent = sentEdits(on.server).length;
    await saying([undefined], () => assert.rejects(remove(`${folder()}/README.md`), /Nothing was changed/));
    assert.equal(sentEdits(on.server).length, sent);
    const { transcript } = await saying(['Delete'], () => remove(`${folder()}/README.md`));
    assert.match(transcript[0] ?? '', /^Delete "Anchors"\?\n.* with the page below it\.$/);
    await autoSave(at(other.path), 'Mine. ', '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const asking = await saying(['Delete'], () => remove(other.path));
    assert.match(asking.transcript[0] ?? '', /Your unsent text of "Chains" stays on this computer/);
    await run('pageDraft.discard', ['Discard'], at(other.path));
  });

  itWithOptional('deletes a folder with all descendants, without a second question', async () => {
    await write(`${folder()}/shackles.md`);
    await saying([], () => remove(folder()));
    assert.deepEqual((await titles()).at(-1), 'Chains');
  });

  const refusals: [string, () => Promise<unknown>, RegExp][] = [
    [
      'a file that is not a page',
      () => write('map.svg'),
      /"map\.svg" cannot be a page\. Give it a name that ends in "\.md"/,
    ],
    [
      'workspace settings',
      () => write('.vscode/settings.json', '{}'),
      /Settings and files of tools cannot be stored in it/,
    ],
    ['a file in .assets', () => write('.assets/map.svg'), /The files in "\.assets" cannot be changed here/],
    ['another extension', () => rename(page.path, 'anchors.txt'), /"anchors\.txt" cannot be a page/],
    ['an existing name', () => rename(page.path, other.path), /FileExists|EntryExists/],
    ['another change request', () => moveAway(), /Pages can be moved within their change request only/],
    ['its own folder', () => rename(page.path, `${folder()}/below.md`), /"Anchors" cannot be put below itself/],
    ['deleting a file', () => remove('.assets/station-closed.svg'), /The files in "\.assets" cannot be changed here/],
  ];
  const moveAway = () => Promise.resolve(fs.rename(at(page.path), pageUri(changeRequest.space, 7, 'anchors.md')));
  for (const [what, act, sentence] of refusals) {
    itWithOptional(`rejects with a message, and sends nothing: ${what}`, async () => {
      await assert.rejects(act(), sentence);
      assert.deepEqual(sentEdits(on.server), []);
    });
  }

  const changes: [string, () => Promise<unknown>, RegExp][] = [
    ['a new file', () => write('buoys.md'), /Created "Buoys"/],
    ['a new folder', () => createFolder('buoys'), /Created "Buoys"/],
    ['a new name', () => rename(page.path, 'anchoring.md'), /Renamed "Anchors"/],
    ['a move', () => rename(other.path, `${folder()}/chains.md`), /Moved "Chains"/],
    ['a deletion', () => remove(page.path), /Deleted "Anchors"/],
  ];
  for (const [what, act, message] of changes) {
    itWithOptional(`changes once when the reply is lost: ${what}`, async () => {
      on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
      const { transcript } = await saying([], act);
      assert.match(transcript.join(), message);
      assert.equal(sentEdits(on.server).length, 1);
    });

    itWithOptional(`is unchanged when the server rejects the change, with a message: ${what}`, async () => {
      const before = titlesOf(await pages());
      on.server.fail({ kind: 'status', status: 403 }, editRequests);
      const { transcript } = await saying([], () => assert.rejects(act(), /Could not .* the page: /));
      assert.doesNotMatch(transcript.join(), message);
      assert.deepEqual(titlesOf(await pages()), before);
    });
  }

  for (const [what, act] of [
    ['a new name', () => rename(page.path, 'anchoring.md')],
    ['a deletion', () => remove(page.path)],
  ] as const) {
    itWithOptional(`is unchanged while an editor is dirty: ${what}`, async () => {
      await type(await open(page.uri), 'More.');
      await assert.rejects(act(), /"Anchors" has changes that are not saved\. Save or revert them first\./);
      assert.deepEqual(sentEdits(on.server), []);
    });
  }

  itWithOptional('does not recreate a page that was deleted elsewhere when an editor saves it', async () => {
    const editor = await open(page.uri);
    await type(editor, 'More.');
    editContent(on.sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.ok(editor.document.isDirty);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal((await titles()).at(-1), 'Chains');
  });
});

describe('searching in the folder of a change request', () => {
  const on = stage();
  const names = ['.git', '.vscode/tasks.json', '.vscode/mcp.json', '.github/prompts', '.claude', 'package.json', 'src'];
  const probes = Array.from({ length: 15 }, (_, index) => names.map(name => (index < 2 ? name : `${name}-${index}`)));
  const isAbsent = (path: string) => assert.rejects(Promise.resolve(fs.stat(at(path))), { code: 'FileNotFound' });

  it('takes one list of pages, and no request once it is cached', async () => {
    await Promise.all(probes.flat().map(isAbsent));
    assert.equal(on.server.requests.filter(name => /\/content\/pages$/.test(name)).length, 1);
    const { length } = on.server.requests;
    await Promise.all(probes.flat().map(isAbsent));
    assert.deepEqual(on.server.requests.slice(length), []);
  });

  it('takes one list even with 1,200 pages', async () => {
    const pages = Array.from({ length: 1200 }, (_, index): Partial<Page> => {
      return {
        id: `many-${index}`,
        type: 'document',
        title: `Page ${index}`,
        slug: `many-${index}`,
        path: `many-${index}`,
      };
    });
    on.server.fail(
      otherJson(() => ({ pages })),
      /\/content\/pages$/,
    );
    assert.equal((await namesIn('')).filter(name => name.startsWith('many-')).length, 1200);
    const { length } = on.server.requests;
    await Promise.all(probes.flat().map(isAbsent));
    assert.equal(await typeOf('many-1199'), vscode.FileType.Directory);
    assert.deepEqual(on.server.requests.slice(length), []);
  });
});

describe('the folder of an empty change request', () => {
  const on = stage();

  itWithOptional('accepts its first page', async () => {
    const all = pagesOf(on.sandbox, changeRequest).map(({ id }) => id);
    const tops = (await fetchJson<{ pages: Page[] }>(on.sandbox, `${content}/pages`)).pages.map(({ id }) => id);
    editContent(
      on.sandbox,
      changeRequest,
      all.filter(id => tops.includes(id)).map(page => ({ operation: 'delete_page', page })),
    );
    assert.deepEqual(
      (await namesIn('')).filter(name => name !== '.assets'),
      [],
    );
    await write('first.md');
    assert.deepEqual(
      (await namesIn('')).filter(name => name !== '.assets'),
      ['first.md'],
    );
    assert.equal(pagesOf(on.sandbox, changeRequest)[0]?.title, 'First');
  });
});

describe('a read-only folder of a change request', () => {
  const acts: [string, () => Promise<unknown>][] = [
    ['a new file', () => write('buoys.md')],
    ['a new folder', () => createFolder('buoys')],
    ['a new name', () => rename('README.md', 'home.md')],
    ['a deletion', () => remove('README.md')],
  ];

  itWithOptional('tells a reader which role is needed', async () => {
    const sandbox = await signedIn({ as: 'lucia' });
    for (const [what, act] of acts) {
      await assert.rejects(act(), /Your role in this space does not let you edit/, what);
    }
    await sandbox.close();
  });

  it('has settings that make all of it read-only, or only its files', async () => {
    const sandbox = await signedIn();
    const settings = async () => JSON.parse(await read('.vscode/settings.json')) as object;
    const files = documentedOnly ? '**' : '.assets{,/**}';
    assert.deepEqual(await settings(), { 'files.readonlyInclude': { [files]: true } });
    const row = sandbox.state.changeRequests.all().find(one => one.space === changeRequest.space && one.number === 8);
    sandbox.state.changeRequests.put({ ...(row ?? assert.fail()), status: 'merged' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(async () => assert.deepEqual(await settings(), { 'files.readonlyInclude': { '**': true } }));
    await sandbox.close();
    assert.deepEqual(await settings(), { 'files.readonlyInclude': { '**': true } });
    await assert.rejects(namesIn(''), /Nobody is signed in as ".*Sign In/);
  });

  it('says that the server has no page edits', async () => {
    const sandbox = await signedIn({ documentedOnly: true });
    for (const [what, act] of acts) await assert.rejects(act(), /This server does not support editing pages/, what);
    await sandbox.close();
  });

  itWithOptional('says that main content is not edited', async () => {
    const sandbox = await signedIn();
    const uri = vscode.Uri.parse(`marginalia://sandbox/spaces/${changeRequest.space}/content/buoys.md`);
    await assert.rejects(Promise.resolve(fs.writeFile(uri, Buffer.from(''))), /Main content can only be edited in/);
    await assert.rejects(Promise.resolve(fs.createDirectory(uri)), /Main content can only be edited in/);
    await sandbox.close();
  });
});
