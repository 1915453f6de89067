import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withProgress } from '../../src/ui/progress.ts';
import { askText, confirm, pick } from '../../src/ui/prompts.ts';
import { type Answer, type Answers, answering, walkingAway } from '../host/answers.ts';

const save = vscode.Uri.file('/tmp/heron.pdf');

/** What a command looks like that asks for everything there is to ask for. */
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

describe('prompts, as tests answer them', () => {
  let answers: Answers;
  afterEach(() => answers.restore());

  it('are answered one after the other, dialogs of files too', async () => {
    answers = answering(...everything);
    assert.deepEqual(await askAll(), ['heron', 'Better words', '/tmp', save.path]);
    assert.deepEqual(answers.said, [
      'Space',
      'Subject',
      'Go on?\nIt cannot be undone.',
      'Folder\n',
      `Save PDF\n${save.path}`,
    ]);
  });

  for (const [step, cut] of walkingAway(...everything).entries()) {
    it(`are walked away from at step ${step + 1}, and nothing is asked after that`, async () => {
      answers = answering(...cut);
      await assert.rejects(askAll, vscode.CancellationError);
      assert.equal(answers.said.length, step + 1);
    });
  }

  it('say what is wrong with a text', async () => {
    answers = answering('Heron', '');
    await assert.rejects(askAll, vscode.CancellationError);
    assert.equal(answers.said.at(-1), 'Empty');
  });

  it('have a Cancel button where something takes long', async () => {
    answers = answering();
    const waiting = withProgress('Waiting', signal => new Promise((_, reject) => (signal.onabort = reject)));
    answers.cancel();
    await assert.rejects(waiting, vscode.CancellationError);
    assert.throws(() => answers.cancel(), /nothing is in progress/);
  });

  it('fail a test that forgot an answer, or has one too many', async () => {
    answers = answering();
    await assert.rejects(askAll, vscode.CancellationError);
    assert.throws(() => answers.restore(), /the test has no answer/);
    answers = answering('Go On', 'Go On');
    await confirm('Go on?', '', 'Go On');
    assert.throws(() => answers.restore(), /never asked/);
    answers = answering();
  });

  it('fail a test that answers with what is not offered', async () => {
    answers = answering('Osprey');
    await assert.rejects(askAll, vscode.CancellationError);
    assert.throws(() => answers.restore(), /not offered: Osprey in Heron/);
    answers = answering();
  });

  it('press the button of a message that only informs, and fail a test that presses one too many', async () => {
    answers = answering();
    answers.press('Open');
    assert.equal(await vscode.window.showInformationMessage('Began', 'Cancel'), undefined);
    assert.equal(await vscode.window.showInformationMessage('Saved', 'Show Log', 'Open'), 'Open');
    answers.press('Open');
    assert.throws(() => answers.restore(), /on no message/);
    answers = answering();
  });
});
