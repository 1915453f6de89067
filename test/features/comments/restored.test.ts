import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { isObsolete } from '../../../src/features/comments/restored.ts';
import type { Belonging } from '../../../src/features/comments/typedIn.ts';
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
  let belonging: Belonging;

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
  const isUnsent = async (place = belonging) => !(await isObsolete(app, text, place));

  it('is unsent where it is neither pending nor said', async () => {
    await say(reader, 'Which rope?');
    assert.ok(await isUnsent());
  });

  it('is not unsent any more where it is pending in the review of this change request', async () => {
    const draft = { discussion: belonging.discussion, target: {}, id: newDraftId(), text: `${text}\n` };
    await app.drafts.keep(draft);
    assert.ok(await isUnsent());
    await app.drafts.hold(draft);
    assert.equal(await isUnsent(), false);
    assert.ok(await isUnsent({ ...belonging, discussion: `${belonging.discussion}1` }));
  });

  it('is not unsent any more where its user has said it on the page', async () => {
    await say('tomasz');
    assert.ok(await isUnsent(), 'somebody else has said it');
    await say(reader);
    await app.discussions.refresh();
    assert.equal(await isUnsent(), false);
    assert.ok(await isUnsent({ ...belonging, edited: randomUUID() }), 'an edited comment says it already');
  });

  it('is not unsent any more where its user has replied so, in this conversation alone', async () => {
    const [conversation, other] = [await say('tomasz', 'Drop it?'), await say('tomasz', 'Lift it?')];
    await post(reader, `/${conversation}/replies`, { body: { markdown: text } });
    assert.ok(await isUnsent({ ...belonging, conversation: other }));
    assert.equal(await isUnsent({ ...belonging, conversation }), false);
  });

  it('cannot be told where the comments cannot be read', async () => {
    server.fail({ kind: 'status', status: 500 }, /^GET .*\/comments/);
    await assert.rejects(isUnsent());
  });
});
