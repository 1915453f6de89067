import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Schema } from '../../../src/api/routes.ts';
import { type Answer, type Answers, answering, goingBack } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const post = /^POST .*\/requested-reviewers$/;

describe('a request to review, with a description', () => {
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

  /** Asks for reviews, and returns what was said last. */
  async function request(...replies: Answer[]): Promise<string> {
    answers = answering(...replies);
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    const dialogs = answers;
    answers = undefined;
    dialogs.restore();
    return dialogs.said.at(-1) ?? '';
  }

  itWithOptional('sends it with the request, in Markdown', async () => {
    assert.equal(await request(['Amara Okonkwo'], 'Lines **chafe**.'), 'Asked Amara Okonkwo to review #8.');
    assert.match(description(), /"text":"chafe".*"bold"/);
    assert.deepEqual(
      set.server.writes.map(({ asked }) => asked.split(' ')[0]),
      ['POST'],
    );
  });

  itWithOptional('sends none where the question for it is skipped', async () => {
    assert.equal(await request(['Amara Okonkwo'], ''), 'Asked Amara Okonkwo to review #8.');
    assert.deepEqual(
      set.server.writes.map(({ body }) => body),
      [{ users: ['amara'] }],
    );
  });

  it('asks for none where there is one, or the server has none', async () => {
    if (!documentedOnly) describeAs('Ours.');
    assert.equal(await request(['Amara Okonkwo']), 'Asked Amara Okonkwo to review #8.');
  });

  itWithOptional('asks for none where nobody else is asked', async () => {
    await request(['Amara Okonkwo'], '');
    assert.equal(await request([]), 'No longer asked: Amara Okonkwo.');
  });

  itWithOptional('goes back from it to the reviewers', async () => {
    const message = await request(['Amara Okonkwo'], goingBack, ['Tomasz Wójcik'], 'Lines chafe.');
    assert.equal(message, 'Asked Tomasz Wójcik to review #8.');
    assert.match(description(), /Lines chafe\./);
  });

  itWithOptional('keeps what somebody else has written meanwhile', async () => {
    const message = await request(['Amara Okonkwo'], () => {
      describeAs('Theirs.');
      return 'Mine.';
    });
    assert.match(description(), /Theirs\./);
    assert.match(message, /^Asked Amara Okonkwo to review #8\. .*"Mine\."/);
  });

  itWithOptional('sends it by itself where the server does not take it with the request', async () => {
    const forget = () => {
      describeAs();
      return {};
    };
    set.server.fail({ kind: 'other', reply: forget }, post);
    assert.equal(await request(['Amara Okonkwo'], 'Lines chafe.'), 'Asked Amara Okonkwo to review #8.');
    assert.match(description(), /Lines chafe\./);
  });

  itWithOptional('keeps one that could not be saved, says that the reviewers are asked, and tries again', async () => {
    const forget = () => {
      describeAs();
      return {};
    };
    set.server.fail({ kind: 'other', reply: forget }, post);
    set.server.fail({ kind: 'status', status: 403 }, /^PATCH .*\/change-requests\/\d+$/, 1);
    answers = answering(['Amara Okonkwo'], 'Lines chafe.');
    answers.press('Try Again');
    await vscode.commands.executeCommand('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number));
    const messages = answers.said;
    assert.equal(messages.at(-2), 'Asked Amara Okonkwo to review #8.');
    assert.match(messages.at(-1) ?? '', /^Could not save the description of #8: /);
    await eventually(() => assert.match(description(), /Lines chafe\./));
  });
});
