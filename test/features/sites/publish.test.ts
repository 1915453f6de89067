import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, itWithOptional, signedIn } from '../../host/support.ts';

describe('publishing a site', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  beforeEach(async () => (sandbox = await signedIn()));
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await sandbox.close();
  });

  const publish = () => vscode.commands.executeCommand('marginalia.site.publish');

  it('says who will be able to read it, publishes, and shows the address', async () => {
    answers = answering('Handbook for partners', 'Publish');
    await publish();
    assert.match(answers.said[1] ?? '', /Publish "Handbook for partners"\?.*share links/s);
    assert.match(answers.said.at(-1) ?? '', /is published at https?:\/\//);
    assert.equal(sandbox.state.sites.get('handbook-preview').published, true);
  });

  it('does nothing when the user walks away', async () => {
    answers = answering('Handbook for partners', undefined);
    await publish();
    assert.equal(sandbox.state.sites.get('handbook-preview').published, false);
  });

  it('explains that a plan has to be paid for first', async () => {
    const site = sandbox.state.sites.get('handbook-preview');
    sandbox.state.sites.put({ ...site, type: 'ultimate' });
    const organization = sandbox.state.organizations.get(site.organization);
    sandbox.state.organizations.put({ ...organization, plan: 'free' });
    answers = answering('Handbook for partners', 'Publish');
    await publish();
    assert.match(answers.said.at(-1) ?? '', /plan has to be paid for first\. Finish the checkout/);
  });
});

describe('unpublishing a site', () => {
  const set = stage();
  const isPublished = () => set.sandbox.state.sites.get('heron-docs').published;

  itWithOptional('is done after a yes that tells what follows', async () => {
    const said = await run('site.unpublish', ['Heron documentation', 'Unpublish']);
    assert.match(said[1] ?? '', /Unpublish "Heron documentation"\?.*Nobody can read it/s);
    assert.match(said.at(-1) ?? '', /is not published any more/);
    assert.equal(isPublished(), false);
  });

  it('is not done without one', async () => {
    await run('site.unpublish', ['Heron documentation', undefined]);
    assert.deepEqual(set.server.writes, []);
  });

  it('says so where the server does not offer it', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 404 }, /unpublish$/);
    const said = await run('site.unpublish', ['Heron documentation', 'Unpublish']);
    assert.match(said.at(-1) ?? '', /does not offer/);
    assert.equal(isPublished(), true);
  });

  it('says what is true when the answer is lost', async () => {
    set.server.fail({ kind: 'dropped' }, /unpublish$/);
    const said = await run('site.unpublish', ['Heron documentation', 'Unpublish']);
    assert.match(said.at(-1) ?? '', /It is still published/);
  });
});
