import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, itWithOptional, signedIn } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

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
    answers = answerPrompts('Handbook for partners', 'Publish');
    await publish();
    assert.match(answers.transcript[1] ?? '', /Publish "Handbook for partners"\?.*share links/s);
    assert.match(answers.transcript.at(-1) ?? '', /is published at https?:\/\//);
    assert.equal(sandbox.state.sites.get('handbook-preview').published, true);
  });

  it('does nothing when the user cancels', async () => {
    answers = answerPrompts('Handbook for partners', undefined);
    await publish();
    assert.equal(sandbox.state.sites.get('handbook-preview').published, false);
  });

  it('explains that a paid plan is needed', async () => {
    const site = sandbox.state.sites.get('handbook-preview');
    sandbox.state.sites.put({ ...site, type: 'ultimate' });
    const organization = sandbox.state.organizations.get(site.organization);
    sandbox.state.organizations.put({ ...organization, plan: 'free' });
    answers = answerPrompts('Handbook for partners', 'Publish');
    await publish();
    assert.match(answers.transcript.at(-1) ?? '', /plan has to be paid for first\. Finish the checkout/);
  });
});

describe('confirmation and result of publishing a site', () => {
  skipLookUpDelays();
  const set = stage();
  const preview = () => set.sandbox.state.sites.get('handbook-preview');
  const replies = ['Handbook for partners', 'Publish'];

  for (const [visibility, audience] of [
    ['public', /Everybody will be able to read it, and search engines/],
    ['unlisted', /Everybody who has the address/],
    ['visitor-auth', /after they have signed in/],
  ] as const) {
    it(`names the audience of a site that is ${visibility}`, async () => {
      set.sandbox.state.sites.put({ ...preview(), visibility });
      const messages = await run('site.publish', [replies[0], undefined]);
      assert.match(messages[1] ?? '', audience);
    });
  }

  it('asks whether to publish again when it is published', async () => {
    const messages = await run('site.publish', ['Heron documentation', undefined]);
    assert.match(messages[1] ?? '', /^Publish "Heron documentation" again\?/);
  });

  it('offers to copy the address', async () => {
    const answers = answerPrompts(...replies);
    answers.press('Copy Address');
    await vscode.commands.executeCommand('marginalia.site.publish');
    await eventually(async () => {
      const copied = await vscode.env.clipboard.readText();
      assert.match(copied, /^https?:\/\//);
      assert.ok(answers.transcript.at(-1)?.endsWith(` is published at ${copied}`), answers.transcript.at(-1));
    });
    answers.restore();
  });

  it('says that there is no address yet', async () => {
    set.server.fail(
      otherJson(reply => ({ ...(reply as object), urls: {} })),
      /publish$/,
    );
    assert.match(
      (await run('site.publish', replies)).at(-1) ?? '',
      /is published\. The service has not told its address/,
    );
  });

  for (const [title, isDone, now] of [
    ['Handbook for partners', true, /the answer was lost.*It is published\.$/s],
    ['Handbook for partners', undefined, /the answer was lost.*It is not published\. The service may still do it/s],
    ['Heron documentation', undefined, /It is published; whether with its newest content is not known\.$/],
  ] as const) {
    it(`reports the actual outcome of ${title} when the ${isDone ? 'reply' : 'request'} is lost`, async () => {
      set.server.fail({ kind: 'dropped', ...(isDone && { isDone }) }, /publish$/);
      assert.match((await run('site.publish', [title, 'Publish'])).at(-1) ?? '', now);
    });
  }
});

describe('unpublishing a site', () => {
  skipLookUpDelays();
  const set = stage();
  const isPublished = () => set.sandbox.state.sites.get('heron-docs').published;

  itWithOptional('happens after a confirmation that explains it', async () => {
    const messages = await run('site.unpublish', ['Heron documentation', 'Unpublish']);
    assert.match(messages[1] ?? '', /Unpublish "Heron documentation"\?.*Nobody can read it/s);
    assert.match(messages.at(-1) ?? '', /is not published any more/);
    assert.equal(isPublished(), false);
  });

  it('is offered for published sites', async () => {
    let labels: string[] = [];
    const look = (offered: readonly unknown[]) => {
      labels = (offered as vscode.QuickPickItem[]).map(({ label }) => label);
      return undefined;
    };
    await run('site.unpublish', [look]);
    assert.ok(labels.includes('Heron documentation') && !labels.includes('Handbook for partners'), labels.join(', '));
  });

  it('does not happen without a confirmation', async () => {
    await run('site.unpublish', ['Heron documentation', undefined]);
    assert.deepEqual(set.server.writes, []);
  });

  it('reports when the server does not offer it', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 404 }, /unpublish$/);
    const messages = await run('site.unpublish', ['Heron documentation', 'Unpublish']);
    assert.match(messages.at(-1) ?? '', /does not offer/);
    assert.equal(isPublished(), true);
  });

  it('reports the actual outcome when the reply is lost', async () => {
    set.server.fail({ kind: 'dropped' }, /unpublish$/);
    const messages = await run('site.unpublish', ['Heron documentation', 'Unpublish']);
    assert.match(messages.at(-1) ?? '', /It is still published/);
  });
});
