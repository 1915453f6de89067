import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withTitle } from '../../../src/model/content/address.ts';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { editContent, itWithOptional } from '../../host/support.ts';
import {
  addTitledPage,
  afterSending,
  editRequests,
  open,
  revertAll,
  save,
  sentEdits,
  storedText,
  type,
} from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';
const changed = text.replace('the line', 'twice the line');

describe('saving a page', () => {
  afterEach(revertAll);
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(() => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
  });

  const stored = async (id = page.id) => `${(await storedText(on.sandbox, changeRequest, id)).trim()}\n`;
  const editByOther = (markdown: string, id = page.id) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
  const readsOfPage = () => new RegExp(`^GET .*/page/${page.id}$`);
  const edited = async () => {
    const editor = await open(page.uri);
    await type(editor, 'Pay out twice the line.', 'Pay out the line.');
    return editor;
  };

  itWithOptional('checks for changes of others, sends the changes, and reads them back', async () => {
    const editor = await edited();
    const before = on.server.requests.length;
    const answers = answerPrompts();
    try {
      assert.ok(await save(editor));
      await eventually(() => assert.match(answers.transcript.join('\n'), /^Sent "Anchors"$/m));
    } finally {
      answers.restore();
    }
    assert.equal(await stored(), changed);
    const requests = () => on.server.requests.slice(before);
    const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}`;
    // Views of the change request refresh after this write, as after every other one.
    const isSave = (request: string) => request.endsWith('/content') || request.endsWith(`/page/${page.id}`);
    const looks = requests().filter(request => request === `GET ${path}` || request.startsWith('POST '));
    assert.deepEqual(looks.slice(0, 2), [`GET ${path}`, `POST ${path}/content`]);
    await vscode.workspace.fs.readFile(page.uri);
    assert.deepEqual(
      requests()
        .filter(isSave)
        .map(request => request.replace(/revisions\/[^/]+/, 'revisions/R')),
      [`POST ${path}/content`, `GET /spaces/${changeRequest.space}/revisions/R/page/${page.id}`],
    );
    const [[edit]] = sentEdits(on.server) as [[Record<string, unknown>]];
    assert.deepEqual(Object.keys(edit).toSorted(), ['document', 'operation', 'page']);
  });

  itWithOptional('sends nothing when nothing has changed', async () => {
    const editor = await open(page.uri);
    await vscode.commands.executeCommand('workbench.action.files.save');
    await vscode.workspace.save(page.uri);
    assert.equal(editor.document.isDirty, false);
    assert.deepEqual(sentEdits(on.server), []);
  });

  itWithOptional('sends all pages that are saved together in one request', async () => {
    const other = addTitledPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
    const editor = await edited();
    await type(await open(other.uri), 'Count all links.', 'Count the links.');
    await vscode.commands.executeCommand('workbench.action.files.saveAll');
    await eventually(() => assert.equal(editor.document.isDirty, false));
    assert.deepEqual(
      sentEdits(on.server).map(({ length }) => length),
      [2],
    );
    assert.equal(await stored(), changed);
    assert.equal(await stored(other.id), 'Count all links.\n');
  });

  describe('together with another one, when the server rejects both', () => {
    const savedTogether = async (refusals: number) => {
      const other = addTitledPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
      const editors = [await edited(), await open(other.uri)];
      await type(editors[1] ?? assert.fail(), 'Count all links.', 'Count the links.');
      on.server.fail({ kind: 'status', status: 413 }, editRequests, refusals);
      await vscode.commands.executeCommand('workbench.action.files.saveAll');
      await eventually(() => assert.equal(editors.filter(({ document }) => document.isDirty).length, refusals - 1));
      return { dirty: editors.filter(({ document }) => document.isDirty), other };
    };

    itWithOptional('sends each separately', async () => {
      const { other } = await savedTogether(1);
      assert.equal(await stored(), changed);
      assert.equal(await stored(other.id), 'Count all links.\n');
    });

    itWithOptional('keeps only the text of the one that is rejected separately, too', async () => {
      const { dirty, other } = await savedTogether(2);
      const texts = [await stored(), await stored(other.id)];
      const isFirst = dirty[0]?.document.uri.toString() === page.uri.toString();
      assert.deepEqual(texts, isFirst ? [text, 'Count all links.\n'] : [changed, 'Count the links.\n']);
    });
  });

  itWithOptional('happens once when the reply is lost', async () => {
    const editor = await edited();
    on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
    assert.ok(await save(editor));
    assert.equal(await stored(), changed);
    assert.equal(sentEdits(on.server).length, 1);
    assert.ok(await save(editor), 'there is nothing left to be sent');
    assert.equal(sentEdits(on.server).length, 1);
  });

  for (const [what, head, result] of [
    ['settings', '---\ndescription: Of anchors\n---\n\n', text],
    ['settings and text', '---\ndescription: Of anchors\n---\n\n', changed],
    ['a title and text', '---\ntitle: Of anchors\n---\n\n', changed],
  ] as const) {
    itWithOptional(`of ${what} happens once when the reply is lost`, async () => {
      const editor = await open(page.uri);
      if (result === changed) await type(editor, 'Pay out twice the line.', 'Pay out the line.');
      await type(editor, `${head}Drop the anchor.`, 'Drop the anchor.');
      on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
      await vscode.workspace.fs.writeFile(page.uri, Buffer.from(editor.document.getText()));
      assert.equal(await stored(), result);
      assert.equal(sentEdits(on.server).length, 1);
    });
  }

  itWithOptional('is rejected when the server has sent no text of the page', async () => {
    const withoutText = otherJson(json => ({ ...(json as object), markdown: undefined }));
    on.server.fail(withoutText, readsOfPage());
    const editor = await open(page.uri);
    assert.equal(editor.document.getText(), '');
    await type(editor, 'Only this.');
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(page.uri, Buffer.from('Only this.'))),
      /The server sent no text for this page, so it cannot be edited/,
    );
    await on.server.recover();
    assert.equal(await save(editor), false, 'it was not made from the text of the page');
    assert.equal(await stored(), text);
  });

  itWithOptional('accepts the text of an editor with another encoding', async () => {
    const files = vscode.workspace.getConfiguration('files');
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anker', markdown: 'Möwe → Süd.\n' });
    await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    try {
      const editor = await open(page.uri);
      assert.equal(editor.document.getText().trim(), 'Möwe → Süd.');
      await type(editor, 'Möwe → Wüste → Süd.', 'Möwe → Süd.');
      assert.ok(await save(editor));
      assert.equal((await stored()).trim(), 'Möwe → Wüste → Süd.');
    } finally {
      await files.update('encoding', 'utf8', vscode.ConfigurationTarget.Global);
    }
  });

  for (const [status, message] of [
    [409, /Refresh to see its present state/],
    [413, /exceeds the size limit of the server\. Move part of it/],
    [429, /Wait a moment and try again|Wait \d+ seconds/],
    [500, /The service has a problem/],
    [503, /It was looked up: nothing has changed/],
  ] as const) {
    itWithOptional(`keeps the text and reports why when the server replies ${status}`, async () => {
      const editor = await edited();
      on.server.fail({ kind: 'status', status, retryAfter: 0 }, editRequests);
      const failing = Promise.resolve(vscode.workspace.fs.writeFile(page.uri, Buffer.from(changed)));
      await assert.rejects(failing, (error: Error) => {
        assert.match(error.message, message);
        assert.match(error.message, /Your text is still in the editor\.$/);
        return true;
      });
      assert.equal(await save(editor), false);
      assert.equal(editor.document.getText(), changed);
      assert.equal(await stored(), text);
      await on.server.recover();
      assert.ok(await save(editor));
      assert.equal(await stored(), changed);
      assert.equal(sentEdits(on.server).length, 1);
    });
  }

  itWithOptional('keeps text typed while it is being sent', async () => {
    const editor = await edited();
    on.server.fail({ kind: 'held' }, editRequests, 1);
    const saving = save(editor);
    await on.server.waiting();
    await type(editor, '\nRest.\n');
    on.server.release();
    await saving;
    await eventually(async () => assert.equal(await stored(), changed));
    assert.match(editor.document.getText(), /Rest\.\n$/);
    await vscode.workspace.save(page.uri);
    await eventually(async () => assert.match(await stored(), /Go home\.\n\nRest\.\n$/));
    assert.equal(sentEdits(on.server).length, 2);
  });

  itWithOptional('rejects conflict markers', async () => {
    const editor = await edited();
    await type(editor, '\n<<<<<<< mine\nOne\n=======\nTwo\n>>>>>>> theirs\n');
    assert.equal(await save(editor), false);
    assert.deepEqual(sentEdits(on.server), []);
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(page.uri, Buffer.from(editor.document.getText()))),
      /still has conflict markers.*Keep one of the versions/,
    );
  });

  itWithOptional('does not recreate a deleted page', async () => {
    const editor = await edited();
    const { state } = on.sandbox;
    const row = () => state.changeRequests.all().find(({ space, number }) => space === 'heron-manual' && number === 8);
    const revision = row()?.revision ?? assert.fail();
    editContent(on.sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
    assert.equal(await save(editor), false);
    assert.deepEqual(sentEdits(on.server), []);
    assert.equal(editor.document.getText(), changed);
    // VS Code does not revert a file that no longer exists.
    editContent(on.sandbox, changeRequest, [{ operation: 'revert_page', page: page.id, revision }]);
    await run('tree.refresh', []);
  });

  itWithOptional('continues when others have changed other pages', async () => {
    const other = addTitledPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
    const editor = await edited();
    editByOther('Count no links.\n', other.id);
    assert.ok(await save(editor));
    assert.equal(await stored(), changed);
    assert.equal(await stored(other.id), 'Count no links.\n');
  });

  itWithOptional('merges changes of others in other places, sends the result and shows it', async () => {
    const editor = await edited();
    editByOther(text.replace('Go home', 'Stay'));
    assert.ok(await save(editor));
    const merged = changed.replace('Go home', 'Stay');
    assert.equal(await stored(), merged);
    await eventually(() => assert.equal(editor.document.getText().trim(), merged.trim()));
    assert.equal(editor.document.isDirty, false);
    assert.equal(sentEdits(on.server).length, 1);
  });

  describe('followed by typing before the editor shows the result', () => {
    const typeOn = async (editor: vscode.TextEditor) => {
      await type(editor, 'Drop the big anchor.', 'Drop the anchor.');
      await on.server.recover();
      assert.ok(await save(editor));
    };

    for (const fault of [{ kind: 'held' }, { kind: 'status', status: 500, retryAfter: 0 }] as const) {
      itWithOptional(`keeps the changes of others when reading back is ${fault.kind}`, async () => {
        const editor = await edited();
        editByOther(text.replace('Go home', 'Stay'));
        on.server.fail(fault, afterSending(on.server, readsOfPage()));
        assert.ok(await save(editor));
        await typeOn(editor);
        assert.equal(await stored(), 'Drop the big anchor.\n\nPay out twice the line.\n\nStay.\n');
      });
    }

    itWithOptional('keeps the changes of others when it was saved unchanged', async () => {
      const editor = await open(page.uri);
      editByOther(text.replace('Go home', 'Stay'));
      on.server.fail({ kind: 'held' }, /\/content\/pages$/);
      await save(editor);
      await typeOn(editor);
      assert.equal(await stored(), 'Drop the big anchor.\n\nPay out the line.\n\nStay.\n');
    });
  });

  itWithOptional('merges two versions of one page that are saved together', async () => {
    const { fs } = vscode.workspace;
    await fs.readFile(page.uri);
    await Promise.all([
      fs.writeFile(page.uri, Buffer.from(changed)),
      fs.writeFile(withTitle(page.uri, 'Other'), Buffer.from(text.replace('Go home', 'Stay'))),
    ]);
    assert.equal(await stored(), changed.replace('Go home', 'Stay'));
  });

  describe('with a conflicting change of another user', () => {
    const theirs = text.replace('the line', 'half the line');
    const conflicting = async () => {
      const editor = await edited();
      editByOther(theirs);
      assert.equal(await save(editor), false);
      await eventually(() => assert.ok(diffTab(), 'both versions are shown'));
      return editor;
    };
    const diffTab = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ input, label }) => input instanceof vscode.TabInputTextDiff && /Theirs ↔ Mine/.test(label));

    itWithOptional('sends nothing, and keeps both versions', async () => {
      const editor = await conflicting();
      assert.deepEqual(sentEdits(on.server), []);
      assert.equal(await stored(), theirs);
      assert.equal(editor.document.getText(), changed);
    });

    itWithOptional("sends the user's version on request", async () => {
      await conflicting();
      await run('page.useMine', [], page.uri);
      assert.equal(await stored(), changed);
      assert.equal(sentEdits(on.server).length, 1);
    });

    for (const choice of ['useMine', 'editVersions'] as const) {
      itWithOptional(`keeps other changes of the page after "${choice}"`, async () => {
        const editor = await edited();
        editByOther(theirs.replace('Go home', 'Stay'));
        assert.equal(await save(editor), false);
        await eventually(() => assert.ok(diffTab(), 'both versions are shown'));
        await run(`page.${choice}`, [], page.uri);
        assert.equal(editor.document.getText().trim(), changed.replace('Go home', 'Stay').trim());
        if (choice === 'editVersions') assert.ok(await save(editor));
        assert.equal(await stored(), changed.replace('Go home', 'Stay'));
      });
    }

    itWithOptional('shows the other version on request', async () => {
      const editor = await conflicting();
      await run('page.useTheirs', [], page.uri);
      await eventually(() => assert.equal(editor.document.isDirty, false));
      assert.equal(editor.document.getText().trim(), theirs.trim());
      assert.deepEqual(sentEdits(on.server), []);
      assert.equal(await stored(), theirs);
    });

    itWithOptional('continues from the other version once "Revert File" shows it', async () => {
      await conflicting();
      const editor = await open(page.uri);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await eventually(() => assert.equal(editor.document.getText(), theirs));
      await type(editor, 'half a line', 'half the line');
      assert.ok(await save(editor));
      assert.equal(await stored(), text.replace('the line', 'half a line'));
    });

    itWithOptional('asks again when the other user has changed it once more', async () => {
      const editor = await conflicting();
      await run('page.editVersions', [], page.uri);
      editByOther(text.replace('the line', 'no line'));
      assert.equal(await save(editor), false);
      assert.deepEqual(sentEdits(on.server), []);
    });
  });

  itWithOptional('warns only about a block that the server stores differently', async () => {
    const editor = await edited();
    const answers = answerPrompts();
    try {
      assert.ok(await save(editor));
      await eventually(() => assert.match(answers.transcript.join('\n'), /^Sent "Anchors"$/m));
      assert.doesNotMatch(answers.transcript.join('\n'), /differently/);
      const lossy = otherJson(json => {
        const { markdown } = json as { markdown?: string };
        return { ...(json as object), ...(markdown && { markdown: markdown.replace('Go home.', 'Go.') }) };
      });
      on.server.fail(lossy, new RegExp(`^GET .*/page/${page.id}$`));
      await type(editor, 'Lift the anchor.', 'Drop the anchor.');
      assert.ok(await save(editor));
      const warning =
        /The server stored 1 part of "Anchors" differently from what you sent\. In line 5, "Go home\." became "Go\."$/m;
      answers.press('Show');
      await eventually(() => assert.match(answers.transcript.join('\n'), warning));
      // The user's own edit is on both sides.
      const { original, modified } = await eventually(() => {
        const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        return input instanceof vscode.TabInputTextDiff ? input : assert.fail('no diff is open');
      });
      const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
      const sent = await textOf(original);
      assert.match(sent, /Lift the anchor\.[^]*Go home\.|Go home\.[^]*Lift the anchor\./);
      await eventually(async () => assert.equal(await textOf(modified), sent.replace('Go home.', 'Go.')));
    } finally {
      answers.restore();
    }
  });

  describe('followed by Undo', () => {
    const saved = async () => {
      const editor = await edited();
      assert.ok(await save(editor));
      return editor;
    };

    itWithOptional('restores the page, once', async () => {
      const editor = await saved();
      await eventually(async () => {
        const messages = await run('page.undoSave', [], page.uri);
        assert.match(messages.join(), /Undid the save of "Anchors"/);
      });
      assert.equal(await stored(), text);
      await eventually(() => assert.equal(editor.document.getText().trim(), text.trim()));
      const messages = await run('page.undoSave', [], page.uri);
      assert.match(messages.join(), /This page has no save to undo in this window/);
    });

    itWithOptional('restores the last of two saves, even if the first was read back later', async () => {
      const answers = answerPrompts();
      try {
        on.server.fail({ kind: 'held' }, afterSending(on.server, readsOfPage()), 1);
        const editor = await saved();
        await on.server.waiting();
        const isSaid = (times: number) => () =>
          assert.equal(answers.transcript.filter(sentence => sentence === 'Sent "Anchors"').length, times);
        await type(editor, 'Drop the big anchor.', 'Drop the anchor.');
        assert.ok(await save(editor));
        await eventually(isSaid(1));
        on.server.release();
        await eventually(isSaid(2));
      } finally {
        answers.restore();
      }
      const messages = await run('page.undoSave', [], page.uri);
      assert.match(messages.join(), /Undid the save of "Anchors"/);
      assert.equal(await stored(), changed);
    });

    itWithOptional('is rejected when another user has changed the page before it was read back', async () => {
      const answers = answerPrompts();
      try {
        on.server.fail({ kind: 'held' }, afterSending(on.server, readsOfPage()), 1);
        await saved();
        await on.server.waiting();
        editByOther(changed.replace('Go home', 'Stay'));
        on.server.release();
        await eventually(() => assert.match(answers.transcript.join('\n'), /^Sent "Anchors"$|differently/m));
        assert.doesNotMatch(answers.transcript.join('\n'), /differently/);
      } finally {
        answers.restore();
      }
      assert.doesNotMatch((await run('page.undoSave', [], page.uri)).join(), /Undid/);
      assert.match(await stored(), /Stay/);
    });

    itWithOptional('is rejected when another user has changed the page since', async () => {
      await saved();
      editByOther(text.replace('Go home', 'Stay'));
      await eventually(async () => {
        const messages = await run('page.undoSave', [], page.uri);
        assert.match(messages.join(), /the page has changed since then, and undoing would lose that/);
      });
      assert.match(await stored(), /Stay/);
    });
  });
});
