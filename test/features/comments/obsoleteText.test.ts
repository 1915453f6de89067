import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { isObsoleteText } from '../../../src/features/comments/obsoleteText.ts';
import type { DraftTarget } from '../../../src/features/comments/draftTarget.ts';
import { newDraftId } from '../../../src/model/discussions/draft.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, sampleSandbox } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const text = 'Which anchor?';
const reader = 'sam';

describe('a text that VS Code has restored in a box', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let page: { uri: vscode.Uri; id: string };
  let belonging: DraftTarget;

  beforeEach(async () => {
    sandbox = await sampleSandbox({ documentedOnly: false });
    server = await startFaultyServer(sandbox.url);
    app = parts();
    const connection = await app.session.signIn({ url: server.url, token: sandbox.tokenFor(reader) });
    const added = addPage(sandbox, { space, number }, { title: 'Anchors', markdown: 'Drop the anchor.\n' });
    page = { id: added.id, uri: added.uri.with({ authority: connection.id }) };
    const discussion = app.discussions.of(page.uri)?.key ?? assert.fail('The page takes comments.');
    belonging = { discussion, target: {}, page: page.uri };
  });
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  async function post(user: string, path: string, body: object): Promise<string> {
    const headers = { authorization: `Bearer ${sandbox.tokenFor(user)}`, 'content-type': 'application/json' };
    const address = `${sandbox.url}/v1/spaces/${space}/change-requests/${number}/comments${path}`;
    const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(reply.ok, await reply.clone().text());
    return ((await reply.json()) as { id: string }).id;
  }

  const say = (user: string, markdown = text) => post(user, '', { page: page.id, body: { markdown } });
  const isObsolete = (place = belonging) => isObsoleteText(app, text, place);

  it('is kept if it is neither pending nor sent', async () => {
    await say(reader, 'Which rope?');
    assert.equal(await isObsolete(), false);
  });

  it('is obsolete if it is pending in the review of this change request', async () => {
    const draft = { discussion: belonging.discussion, target: {}, id: newDraftId(), text: `${text}\n` };
    await app.drafts.store(draft);
    assert.equal(await isObsolete(), false);
    await app.drafts.makePending(draft);
    assert.ok(await isObsolete());
    assert.equal(await isObsolete({ ...belonging, discussion: `${belonging.discussion}1` }), false);
  });

  it('is obsolete if its user has posted it on the page', async () => {
    await say('tomasz');
    assert.equal(await isObsolete(), false, 'somebody else has said it');
    await say(reader);
    await app.discussions.refresh();
    assert.ok(await isObsolete());
    assert.equal(await isObsolete({ ...belonging, edited: randomUUID() }), false, 'an edited comment says it already');
  });

  it('is kept if its user has posted it on another page', async () => {
    const other = addPage(sandbox, { space, number }, { title: 'Ropes', markdown: 'Coil the rope.\n' });
    await post(reader, '', { page: other.id, body: { markdown: text } });
    assert.ok(await isObsolete({ ...belonging, page: other.uri.with({ authority: page.uri.authority }) }));
    assert.equal(await isObsolete(), false);
  });

  it('is obsolete if its user has posted it as a reply in the same conversation', async () => {
    const [conversation, other] = [await say('tomasz', 'Drop it?'), await say('tomasz', 'Lift it?')];
    await post(reader, `/${conversation}/replies`, { body: { markdown: text } });
    assert.equal(await isObsolete({ ...belonging, conversation: other }), false);
    assert.ok(await isObsolete({ ...belonging, conversation }));
  });

  it('cannot be checked if the comments cannot be read', async () => {
    server.fail({ kind: 'status', status: 500 }, /^GET .*\/comments/);
    await assert.rejects(isObsolete());
  });
});
