import assert from 'node:assert/strict';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { withProgress } from '../../src/ui/progress.ts';
import { askSaveAs, askText, confirm, pick, pickFrom, pickMany } from '../../src/ui/prompts.ts';
import { singlePage } from '../../src/api/listings.ts';
import { type Answer, type Answers, answerPrompts, dismissEachStep } from '../host/answers.ts';
import { eventually } from '../host/eventually.ts';

const save = vscode.Uri.file('/tmp/heron.pdf');

/** Opens one prompt of each kind, like a command. */
async function askAll(): Promise<unknown[]> {
  const space = await pick({ title: 'Space', empty: 'No spaces' }, [{ label: 'Heron', value: 'heron' }]);
  const subject = await askText({ title: 'New', prompt: 'Subject', violation: text => (text ? undefined : 'Empty') });
  await confirm('Go on?', 'It cannot be undone.', 'Go On');
  const [folder] = (await vscode.window.showOpenDialog({ title: 'Folder' })) ?? [];
  if (!folder) throw new vscode.CancellationError();
  const file = await vscode.window.showSaveDialog({ title: 'Save PDF', defaultUri: save });
  if (!file) throw new vscode.CancellationError();
  return [space, subject, folder.path, file.path];
}

const everything: Answer[] = ['Heron', 'Better words', 'Go On', vscode.Uri.file('/tmp'), save];

describe('a text prompt', () => {
  it('validates and returns the text without surrounding white space', async () => {
    const answers = answerPrompts('  words ');
    const checked: string[] = [];
    const violation = (text: string) => (checked.push(text), text.length > 5 ? 'Too long' : undefined);
    assert.equal(await askText({ title: 'New', prompt: 'Subject', violation }), 'words');
    assert.deepEqual(checked, ['words']);
    answers.restore();
  });
});

describe('prompt answers in tests', () => {
  let answers: Answers;
  afterEach(() => answers.restore());

  it('are used one after the other, including file dialogs', async () => {
    answers = answerPrompts(...everything);
    assert.deepEqual(await askAll(), ['heron', 'Better words', '/tmp', save.path]);
    assert.deepEqual(answers.transcript, [
      'Space',
      'Subject',
      'Go on?\nIt cannot be undone.',
      'Folder\n',
      `Save PDF\n${save.path}`,
    ]);
  });

  for (const [step, cut] of dismissEachStep(...everything).entries()) {
    it(`can cancel at step ${step + 1}, and nothing is asked after that`, async () => {
      answers = answerPrompts(...cut);
      await assert.rejects(askAll, vscode.CancellationError);
      assert.equal(answers.transcript.length, step + 1);
    });
  }

  it('show the validation message of a text', async () => {
    answers = answerPrompts('Heron', '');
    await assert.rejects(askAll, vscode.CancellationError);
    assert.equal(answers.transcript.at(-1), 'Empty');
  });

  for (const [what, folders, offered] of [
    ['the first writable folder', ['marginalia://sandbox/a', `file://${tmpdir()}`], join(tmpdir(), 'heron.pdf')],
    ['the home folder when none is writable', ['marginalia://sandbox/a'], join(homedir(), 'heron.pdf')],
  ] as const) {
    it(`can offer to save in ${what}`, async () => {
      const workspaceFolders = folders.map((uri, index) => ({ uri: vscode.Uri.parse(uri), name: uri, index }));
      const before = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders') ?? assert.fail();
      Object.defineProperty(vscode.workspace, 'workspaceFolders', { value: workspaceFolders, configurable: true });
      try {
        answers = answerPrompts(save);
        await askSaveAs('Save PDF', 'heron.pdf', {});
        assert.deepEqual(answers.transcript, [`Save PDF\n${offered}`]);
      } finally {
        Object.defineProperty(vscode.workspace, 'workspaceFolders', before);
      }
    });
  }

  it('can press the Cancel button of a long operation', async () => {
    answers = answerPrompts();
    const waiting = withProgress('Waiting', signal => new Promise((_, reject) => (signal.onabort = reject)));
    answers.cancel();
    await assert.rejects(waiting, vscode.CancellationError);
    assert.throws(() => answers.cancel(), /nothing is in progress/);
  });

  it('fail a test with a missing or an unused answer', async () => {
    answers = answerPrompts();
    await assert.rejects(askAll, vscode.CancellationError);
    assert.throws(() => answers.restore(), /the test has no answer/);
    answers = answerPrompts('Go On', 'Go On');
    await confirm('Go on?', '', 'Go On');
    assert.throws(() => answers.restore(), /never asked/);
    answers = answerPrompts();
  });

  it('fail a test that answers with an item that is not offered', async () => {
    answers = answerPrompts('Osprey');
    await assert.rejects(askAll, vscode.CancellationError);
    assert.throws(() => answers.restore(), /not offered: Osprey in Heron/);
    answers = answerPrompts();
  });

  it('press the button of an information message, and fail a test that presses one too many', async () => {
    answers = answerPrompts();
    answers.press('Open');
    assert.equal(await vscode.window.showInformationMessage('Began', 'Cancel'), undefined);
    assert.equal(await vscode.window.showInformationMessage('Saved', 'Show Log', 'Open'), 'Open');
    answers.press('Open');
    assert.throws(() => answers.restore(), /on no message/);
    answers = answerPrompts();
  });
});

describe('a picker with search', () => {
  const { createQuickPick } = vscode.window;
  afterEach(() => void Object.assign(vscode.window, { createQuickPick }));

  /** Opens a picker whose source finds something for some search terms. Returns a fake of VS Code's quick pick. */
  function openPicker(prompt: Partial<Parameters<typeof pickFrom>[0]>) {
    const typed = new vscode.EventEmitter<string>();
    const hidden = new vscode.EventEmitter<void>();
    const { event } = new vscode.EventEmitter<never>();
    const box = {
      ...{ items: [] as vscode.QuickPickItem[], selectedItems: [], activeItems: [], placeholder: '', busy: false },
      ...{ onDidAccept: event, onDidChangeSelection: event, onDidChangeValue: typed.event, onDidHide: hidden.event },
      ...{ show: () => {}, hide: () => hidden.fire(), dispose: () => {} },
    };
    Object.assign(vscode.window, { createQuickPick: () => box });
    const texts = { title: 'Search', placeHolder: 'Words on a page', empty: 'Nothing found', isSearchedByServer: true };
    const picking = pickFrom({ ...texts, ...prompt }, async function* (text) {
      yield { items: text === 'anchor' ? [{ label: 'Anchors', value: text }] : [], hasMore: false };
    });
    const close = () => (hidden.fire(), assert.rejects(picking, vscode.CancellationError));
    return { box, type: (text: string) => typed.fire(text), close };
  }

  const visibleTexts = ({ items, placeholder, busy }: ReturnType<typeof openPicker>['box']) =>
    busy ? 'busy' : [placeholder, ...items.map(({ label }) => label)];

  it('says that there are no results only after a search', async () => {
    const { box, type, close } = openPicker({ needsText: true });
    const isSaid = (...texts: string[]) => eventually(() => assert.deepEqual(visibleTexts(box), texts));
    await isSaid('Words on a page');
    type('zebra');
    await isSaid('Words on a page', 'Nothing found');
    type('anchor');
    await isSaid('Words on a page', 'Anchors');
    type('');
    await isSaid('Words on a page');
    await close();
  });

  it('says so at once when there is nothing to list', async () => {
    const { box, close } = openPicker({});
    await eventually(() => assert.deepEqual(visibleTexts(box), ['Nothing found']));
    await close();
  });
});

describe('a picker with multiple selection', () => {
  const { createQuickPick } = vscode.window;
  afterEach(() => void Object.assign(vscode.window, { createQuickPick }));

  /** Creates a quick pick that a test can accept. */
  function shownPick() {
    const accepted = new vscode.EventEmitter<void>();
    const { event } = new vscode.EventEmitter<never>();
    const box = {
      items: [] as vscode.QuickPickItem[],
      selectedItems: [] as vscode.QuickPickItem[],
      activeItems: [],
      onDidAccept: accepted.event,
      ...{ onDidHide: event, onDidChangeSelection: event, onDidChangeValue: event },
      ...{ show: () => {}, hide: () => {}, dispose: () => {} },
    };
    Object.assign(vscode.window, { createQuickPick: () => box });
    return { box, accept: () => accepted.fire() };
  }

  it('distinguishes users with equal names', async () => {
    const { box, accept } = shownPick();
    const people = ['jun-1', 'jun-2'].map(id => ({ label: 'Jun Takahashi', description: '', value: { id } }));
    const [, second] = people;
    assert.ok(second);
    const prompt = { title: 'Reviewers', empty: 'Nobody', idOf: ({ id }: { id: string }) => id };
    const picked = pickMany(prompt, () => singlePage(structuredClone(people)), [structuredClone(second)]);
    await eventually(() => assert.equal(box.items.length, 2));
    assert.equal(box.selectedItems.length, 1);
    accept();
    assert.deepEqual(await picked, [{ id: 'jun-2' }]);
  });
});
