import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, editContent, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const list = new RegExp(`^GET /spaces/${space}/change-requests$`);
const changes = /\/changes$/;

describe('the confirmation of a merge', () => {
  let answers: Answers | undefined;
  afterEach(() => {
    answers?.restore();
    answers = undefined;
  });
  const set = stage();

  async function send(method: string, path: string, body?: object): Promise<{ number: number }> {
    const { sandbox } = set;
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
    const url = `${sandbox.url}/v1/spaces/${space}/change-requests${path}`;
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await response.json()) as { number: number };
  }

  /** Adds a page to the main content. Returns its ID. */
  async function addToMain(title: string, markdown: string): Promise<string> {
    const { number } = await send('POST', '', { subject: 'Adds it' });
    const { id } = addPage(set.sandbox, { space, number }, { title, markdown });
    await send('PATCH', `/${number}`, { status: 'open' });
    await send('POST', `/${number}/merge`);
    return id;
  }

  /** Opens a change request that changes the text of a page, or deletes the page if `markdown` is undefined. */
  async function open(subject: string, page: string, markdown?: string): Promise<number> {
    const { number } = await send('POST', '', { subject });
    const edit =
      markdown === undefined
        ? ({ operation: 'delete_page', page } as const)
        : ({ operation: 'update_page', page, document: { markdown } } as const);
    editContent(set.sandbox, { space, number }, [edit]);
    await send('PATCH', `/${number}`, { status: 'open' });
    return number;
  }

  async function question(number: number): Promise<string> {
    answers?.restore();
    answers = answerPrompts(undefined);
    await vscode.commands.executeCommand('marginalia.changeRequest.merge', changeRequestUri(space, number));
    return answers.transcript[0] ?? '';
  }

  const claims = /changes? the same|also changes/;

  itWithOptional('names the open change requests that change the same blocks, and no others', async () => {
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n\nThree.\n');
    const mine = await open('Mine', page, 'One.\n\nTwo, mine.\n\nThree.\n');
    const theirs = await open('Theirs', page, 'One.\n\nTwo, theirs.\n\nThree.\n');
    await open('Elsewhere', page, 'One.\n\nTwo.\n\nThree, elsewhere.\n');
    const asked = (await question(mine)).split('\n');
    assert.deepEqual(
      asked.filter(line => claims.test(line)),
      [`#${theirs} "Theirs" changes the same blocks of "Glossary".`],
    );
    assert.deepEqual(
      (await question(theirs)).split('\n').filter(line => claims.test(line)),
      [`#${mine} "Mine" changes the same blocks of "Glossary".`],
    );
  });

  itWithOptional('does not name one that changes other blocks on the same main content', async () => {
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n\nThree.\n');
    const mine = await open('Mine', page, 'One.\n\nTwo, mine.\n\nThree.\n');
    const theirs = await open('Theirs', page, 'One.\n\nTwo.\n\nThree, theirs.\n');
    const merged = await open('Merged', page, 'One, merged.\n\nTwo.\n\nThree.\n');
    await send('POST', `/${merged}/merge`);
    for (const number of [mine, theirs]) await send('POST', `/${number}/update`);
    assert.doesNotMatch(await question(mine), claims);
  });

  itWithOptional('names those that delete a page which it changes', async () => {
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n');
    const mine = await open('Mine', page, 'One, mine.\n\nTwo.\n');
    const theirs = await open('Deletes it', page);
    assert.ok((await question(mine)).includes(`\n#${theirs} "Deletes it" also changes "Glossary".`));
  });

  itWithOptional('names those that change the same page when earlier revisions cannot be read', async () => {
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n');
    const mine = await open('Mine', page, 'One, mine.\n\nTwo.\n');
    const theirs = await open('Theirs', page, 'One, theirs.\n\nTwo.\n');
    set.server.fail({ kind: 'status', status: 405 }, /^GET .*\/revisions\//);
    assert.ok((await question(mine)).includes(`\n#${theirs} "Theirs" also changes "Glossary".`));
  });

  it('names none when the server does not list changes, and requests no other change request', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 405 }, changes);
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n');
    const mine = await open('Mine', page, 'One, mine.\n\nTwo.\n');
    await open('Theirs', page, 'One, theirs.\n\nTwo.\n');
    set.server.requests.length = 0;
    const asked = await question(mine);
    assert.match(asked, /^Merge #\d+ "Mine" into the main content\?/);
    assert.doesNotMatch(asked, claims);
    assert.ok(!set.server.requests.some(request => list.test(request)));
  });

  for (const [what, fault, request] of [
    ['the list does not arrive', { kind: 'held' }, list],
    ['the list fails', { kind: 'status', status: 500 }, list],
    ['the list contains nothing valid', otherJson(() => ({ items: [null, {}, { number: 'x' }] })), list],
    ['the text of the page does not arrive', { kind: 'held' }, /^GET .*\/revisions\/[^/]+\/page\//],
  ] as const) {
    itWithOptional(`is shown although ${what}`, async () => {
      const page = await addToMain('Glossary', 'One.\n\nTwo.\n');
      const mine = await open('Mine', page, 'One, mine.\n\nTwo.\n');
      const theirs = await open('Theirs', page, 'One, theirs.\n\nTwo.\n');
      set.server.fail(fault, request);
      const asked = await question(mine);
      set.server.release();
      assert.match(asked, /^Merge #\d+ "Mine" into the main content\?/);
      if (request === list) assert.doesNotMatch(asked, claims);
      else assert.ok(asked.includes(`\n#${theirs} "Theirs" also changes "Glossary".`), asked);
    });
  }

  itWithOptional('names the others when the changes of one cannot be read', async () => {
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n');
    const mine = await open('Mine', page, 'One, mine.\n\nTwo.\n');
    const broken = await open('Broken', page, 'One, broken.\n\nTwo.\n');
    const theirs = await open('Theirs', page, 'One, theirs.\n\nTwo.\n');
    set.server.fail({ kind: 'status', status: 500 }, new RegExp(`/change-requests/${broken}/changes$`));
    const named = (await question(mine)).split('\n').filter(line => claims.test(line));
    assert.deepEqual(named, [`#${theirs} "Theirs" changes the same blocks of "Glossary".`]);
  });

  itWithOptional('takes a limited number of requests', async () => {
    const page = await addToMain('Glossary', 'One.\n\nTwo.\n');
    const mine = await open('Mine', page, 'One, mine.\n\nTwo.\n');
    for (let index = 0; index < 15; index++) await open(`Other ${index}`, page, `One, ${index}.\n\nTwo.\n`);
    set.server.requests.length = 0;
    const asked = await question(mine);
    const count = (pattern: RegExp) => set.server.requests.filter(request => pattern.test(request)).length;
    assert.equal(count(list), 1);
    // The changes of the change request and of ten others.
    assert.equal(count(changes), 11);
    // The changed text, the changed texts of six others, and their common base.
    assert.equal(count(/\/change-requests\/\d+\/content\/page\/[^/]+$/), 7);
    assert.equal(count(/\/revisions\/[^/]+\/page\/[^/]+$/), 1);
    assert.match(asked, /\n7 more change the same pages\.$/);
  });
});
