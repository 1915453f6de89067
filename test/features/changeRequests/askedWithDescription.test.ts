import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Schema } from '../../../src/api/routes.ts';
import { type Answer, type Answers, answerPrompts, backButton } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const post = /^POST .*\/requested-reviewers$/;
const patch = /^PATCH .*\/change-requests\/8$/;
const read = /^GET .*\/change-requests\/8$/;
/** Reads are not retried after this status. */
const unreadable = { kind: 'status', status: 520 } as const;
const hasAnother = '#8 has a different description now. Copy yours to keep it.';
/** Accepts the initial text of a prompt. */
const typedBefore = ([box]: readonly unknown[]) => (box as vscode.InputBoxOptions).value;

describe('a review request with a description', () => {
  let answers: Answers | undefined;
  afterEach(() => {
    answers?.restore();
    answers = undefined;
  });
  const set = stage();
  beforeEach(() => {
    const { requestedReviewers } = set.sandbox.state;
    for (const { id } of requestedReviewers.by('changeRequest', stored().id)) requestedReviewers.delete(id);
  });

  const stored = () =>
    set.sandbox.state.changeRequests.all().find(one => one.space === space && one.number === number) ?? assert.fail();
  const description = () => JSON.stringify(stored().description ?? '');

  function describeAs(...texts: string[]): void {
    const nodes = texts.map((text): Schema<'Document'>['nodes'][number] => ({
      ...{ object: 'block', type: 'paragraph' },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    }));
    set.sandbox.state.changeRequests.put({ ...stored(), description: { object: 'document', data: {}, nodes } });
  }

  /** Removes the sent description, as if the server had ignored it. */
  const forget = () => {
    describeAs();
    return {};
  };

  /** Requests reviews, and returns the last message. */
  async function request(...replies: Answer[]): Promise<string> {
    answers = answerPrompts(...replies);
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    const dialogs = answers;
    answers = undefined;
    dialogs.restore();
    return dialogs.transcript.at(-1) ?? '';
  }

  itWithOptional('sends the description with the request, as Markdown', async () => {
    assert.equal(await request(['Amara Okonkwo'], 'Lines **chafe**.'), 'Asked Amara Okonkwo to review #8.');
    assert.match(description(), /"text":"chafe".*"bold"/);
    assert.deepEqual(
      set.server.writes.map(({ asked }) => asked.split(' ')[0]),
      ['POST'],
    );
  });

  itWithOptional('sends no description when its prompt is skipped', async () => {
    assert.equal(await request(['Amara Okonkwo'], ''), 'Asked Amara Okonkwo to review #8.');
    assert.deepEqual(
      set.server.writes.map(({ body }) => body),
      [{ users: ['amara'] }],
    );
  });

  it('does not ask for one when there is one, or the server has none', async () => {
    if (!documentedOnly) describeAs('Ours.');
    assert.equal(await request(['Amara Okonkwo']), 'Asked Amara Okonkwo to review #8.');
  });

  itWithOptional('does not ask for one when no reviewer is added', async () => {
    await request(['Amara Okonkwo'], '');
    assert.equal(await request([]), 'No longer asked: Amara Okonkwo.');
  });

  itWithOptional('goes back from the description to the reviewers', async () => {
    const message = await request(['Amara Okonkwo'], backButton, ['Tomasz Wójcik'], 'Lines chafe.');
    assert.equal(message, 'Asked Tomasz Wójcik to review #8.');
    assert.match(description(), /Lines chafe\./);
  });

  itWithOptional('keeps a description that a colleague wrote meanwhile, and offers the whole unsent text', async () => {
    const typed = `[Mine](https://lamps.example) ${'burns '.repeat(80)}on.`;
    answers = answerPrompts(['Amara Okonkwo'], () => {
      describeAs('Theirs.');
      return typed;
    });
    answers.press('Copy');
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    assert.match(description(), /Theirs\./);
    assert.deepEqual(answers.transcript.slice(-2), ['Asked Amara Okonkwo to review #8.', hasAnother]);
    await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), typed));
  });

  itWithOptional('keeps a description that a colleague wrote before a failed save is retried', async () => {
    set.server.fail({ kind: 'other', reply: forget }, post);
    const overtake = () => {
      describeAs('Theirs.');
      return { status: 403 };
    };
    set.server.fail({ kind: 'other', reply: overtake }, patch, 1);
    answers = answerPrompts(['Amara Okonkwo'], 'Mine.');
    answers.press('Try Again');
    const messages = answers.transcript;
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    await eventually(() => assert.equal(messages.at(-1), hasAnother));
    assert.match(description(), /Theirs\./);
  });

  itWithOptional(
    'keeps the typed text when a colleague describes it while the server ignores the request',
    async () => {
      const reply = () => {
        describeAs('Theirs.');
        return {};
      };
      set.server.fail({ kind: 'other', reply }, post);
      answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
      answers.press('Copy');
      await vscode.commands.executeCommand(
        'marginalia.changeRequest.requestReviewers',
        changeRequestUri(space, number),
      );
      assert.deepEqual(answers.transcript.slice(-2), ['Asked Amara Okonkwo to review #8.', hasAnother]);
      assert.match(description(), /Theirs\./);
      await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), 'Lines chafe.'));
    },
  );

  itWithOptional(
    'keeps the typed text when a colleague describes it while the server ignores the save, too',
    async () => {
      set.server.fail({ kind: 'other', reply: forget }, post);
      const reply = () => {
        describeAs('Theirs.');
        return {};
      };
      set.server.fail({ kind: 'other', reply }, patch, 1);
      answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
      answers.press('Copy');
      await vscode.commands.executeCommand(
        'marginalia.changeRequest.requestReviewers',
        changeRequestUri(space, number),
      );
      assert.equal(answers.transcript.at(-1), hasAnother);
      await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), 'Lines chafe.'));
    },
  );

  itWithOptional('does not call it unsent when it was sent and then replaced by a colleague', async () => {
    set.server.fail({ kind: 'other', reply: forget }, post);
    const overtake = () => {
      describeAs('Theirs.');
      return { status: 502 };
    };
    set.server.fail({ kind: 'other', reply: overtake }, patch, 1);
    answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
    answers.press('Try Again');
    const messages = answers.transcript;
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    await eventually(() => assert.equal(messages.at(-1), hasAnother));
    assert.doesNotMatch(messages.join('\n'), /not sent|was saved/);
    answers.restore();
    answers = answerPrompts();
    await vscode.commands.executeCommand('marginalia.changeRequest.editDescription', changeRequestUri(space, number));
    assert.equal(answers.transcript.at(-1), 'You have an unsent description for #8.');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  itWithOptional('writes no description after it was canceled, and offers it in the editor', async () => {
    await request(['Amara Okonkwo'], '');
    const before = set.server.writes.length;
    set.server.fail({ kind: 'other', reply: forget }, post);
    set.server.fail({ kind: 'held' }, /^DELETE .*\/requested-reviewers\//, 1);
    const dialogs = (answers = answerPrompts(['Tomasz Wójcik'], 'Lines chafe.'));
    const asking = vscode.commands.executeCommand(
      'marginalia.changeRequest.requestReviewers',
      changeRequestUri(space, number),
    );
    await set.server.waiting();
    dialogs.cancel();
    await asking;
    assert.deepEqual(
      set.server.writes.slice(before).map(({ asked }) => asked.split(' ')[0]),
      ['POST'],
    );
    dialogs.restore();
    answers = answerPrompts();
    answers.press('Copy');
    await vscode.commands.executeCommand('marginalia.changeRequest.editDescription', changeRequestUri(space, number));
    await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), 'Lines chafe.'));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  for (const [title, failing] of [
    ['the request', post],
    ['the preceding read', read],
  ] as const) {
    itWithOptional(`is in the next prompt when ${title} fails`, async () => {
      const message = await request(['Amara Okonkwo'], () => {
        set.server.fail({ kind: 'status', status: 403 }, failing, 1);
        return 'Lines chafe.';
      });
      assert.match(message, /^Could not request reviewers: /);
      assert.equal(await request(['Amara Okonkwo'], typedBefore), 'Asked Amara Okonkwo to review #8.');
      assert.match(description(), /Lines chafe\./);
    });
  }

  itWithOptional('can be retried any number of times', async () => {
    set.server.fail({ kind: 'other', reply: forget }, post);
    set.server.fail({ kind: 'status', status: 403 }, patch, 2);
    answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
    answers.press('Try Again');
    answers.press('Try Again');
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    await eventually(() => assert.match(description(), /Lines chafe\./));
  });

  itWithOptional('asks to sign in when the token is rejected during the save', async () => {
    set.server.fail({ kind: 'other', reply: forget }, post);
    set.server.fail({ kind: 'status', status: 401 }, patch);
    const { showErrorMessage } = vscode.window;
    const errors: unknown[] = [];
    answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
    const { showErrorMessage: answered } = vscode.window;
    const record = (message: string, ...buttons: string[]) => {
      errors.push([message.split(':')[0], ...buttons]);
      return answered(message, ...buttons);
    };
    Object.assign(vscode.window, { showErrorMessage: record });
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    Object.assign(vscode.window, { showErrorMessage });
    assert.deepEqual(errors, [['Could not save the description of #8', 'Sign In Again', 'Show Log']]);
  });

  itWithOptional('can be saved when it is unknown whether the server has stored it', async () => {
    const reply = () => {
      set.server.fail(unreadable, read, 1);
      return forget();
    };
    set.server.fail({ kind: 'other', reply }, post);
    answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
    answers.press('Save Description');
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    assert.equal(answers.transcript.at(-1), 'It is not known whether the description of #8 was saved.');
    await eventually(() => assert.match(description(), /Lines chafe\./));
  });

  itWithOptional('is saved when the server ignored it and a reviewer could not be removed', async () => {
    await request(['Amara Okonkwo'], '');
    set.server.fail({ kind: 'other', reply: forget }, post);
    set.server.fail({ kind: 'status', status: 403 }, /^DELETE .*\/requested-reviewers\//);
    assert.match(await request(['Tomasz Wójcik'], 'Lines chafe.'), /^Could not request reviewers: /);
    assert.match(description(), /Lines chafe\./);
  });

  itWithOptional('saves the description separately when the server rejects requests with one', async () => {
    set.server.fail({ kind: 'status', status: 400 }, post, 1);
    assert.equal(await request(['Amara Okonkwo'], 'Lines chafe.'), 'Asked Amara Okonkwo to review #8.');
    assert.match(description(), /Lines chafe\./);
    assert.deepEqual(
      set.server.writes.map(({ asked }) => asked.split(' ')[0]),
      ['POST', 'PATCH'],
    );
  });

  itWithOptional('saves the description separately when the server ignores it in the request', async () => {
    set.server.fail({ kind: 'other', reply: forget }, post);
    assert.equal(await request(['Amara Okonkwo'], 'Lines chafe.'), 'Asked Amara Okonkwo to review #8.');
    assert.match(description(), /Lines chafe\./);
  });

  itWithOptional(
    'keeps a description that could not be saved, says that the reviewers are asked, and retries',
    async () => {
      set.server.fail({ kind: 'other', reply: forget }, post);
      set.server.fail({ kind: 'status', status: 403 }, patch, 1);
      answers = answerPrompts(['Amara Okonkwo'], 'Lines chafe.');
      answers.press('Try Again');
      await vscode.commands.executeCommand(
        'marginalia.changeRequest.requestReviewers',
        changeRequestUri(space, number),
      );
      const messages = answers.transcript;
      assert.equal(messages.at(-2), 'Asked Amara Okonkwo to review #8.');
      assert.match(messages.at(-1) ?? '', /^Could not save the description of #8: /);
      await eventually(() => assert.match(description(), /Lines chafe\./));
    },
  );
});
