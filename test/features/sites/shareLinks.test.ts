import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { lastErrors } from '../../host/logs.ts';
import { documentOf } from '../../host/resourceDocuments.ts';
import { rowOf, run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const site = '/orgs/tidewell/sites/handbook-preview';

describe('share links of a site', () => {
  skipLookUpDelays();
  const set = stage();
  const links = () => set.sandbox.state.shareLinks.all();
  const named = (name: string) => links().find(link => link.name === name) ?? assert.fail(`no link ${name}`);
  const pathOf = (name: string) => `${site}/share-links/${named(name).id}`;

  /** Adds a share link. */
  function put(name: string, active = true): string {
    const { state } = set.sandbox;
    const createdAt = '2026-11-01T08:00:00Z';
    state.shareLinks.put({
      id: state.newId(),
      site: 'handbook-preview',
      createdAt,
      name,
      active,
      key: `key-of-${name}`,
    });
    state.keepWrites();
    return pathOf(name);
  }
  const asked = (name: string) => set.server.requests.filter(one => one === `PATCH ${pathOf(name)}`).length;
  const assertKept = (messages: readonly string[], ...names: string[]) => {
    for (const name of names)
      assert.doesNotMatch([...messages, ...lastErrors()].join('\n'), new RegExp(named(name).key));
  };

  describe('that are created', () => {
    const replies = ['Tidewell', 'Handbook for partners', 'Partners'];

    it('get a site and a name from prompts, and their address can be copied', async () => {
      const answers = answerPrompts(...replies);
      answers.press('Copy Link');
      await vscode.commands.executeCommand('marginalia.shareLink.create');
      await eventually(async () => {
        const copied = await vscode.env.clipboard.readText();
        assert.match(copied, /^https?:.*shareKey=/);
        assert.ok(copied.includes(named('Partners').key));
      });
      answers.restore();
      assert.match(answers.transcript.join('\n'), /Share link "Partners" is created/);
      assertKept(answers.transcript, 'Partners');
    });

    it('belong to the site of the row', async () => {
      await run('shareLink.create', ['Partners'], rowOf(site, 'Handbook for partners'));
      assert.deepEqual(set.server.writes, [{ asked: `POST ${site}/share-links`, body: { name: 'Partners' } }]);
    });

    for (const answers of dismissEachStep(...replies)) {
      it(`are not created when the user cancels after ${answers.length - 1} answers`, async () => {
        await run('shareLink.create', answers);
        assert.deepEqual(set.server.writes, []);
      });
    }

    it('have a name within the limits of the contract', async () => {
      const messages = await run('shareLink.create', [...replies.slice(0, 2), 'x'.repeat(51)]);
      assert.match(messages.at(-1) ?? '', /Name can have at most 50 characters/);
      assert.deepEqual(set.server.writes, []);
    });

    it('are looked up when the reply is lost', async () => {
      set.server.fail({ kind: 'dropped', isDone: true }, /^POST/);
      const messages = await run('shareLink.create', replies);
      assert.match(messages.at(-1) ?? '', /the answer was lost.*There is one named "Partners"/s);
    });

    it('are reported as not created when the request was lost', async () => {
      set.server.fail({ kind: 'dropped' }, /^POST/);
      const messages = await run('shareLink.create', replies);
      assert.match(messages.at(-1) ?? '', /It is not created/);
    });
  });

  it('are copied without showing their address', async () => {
    const messages = await run('shareLink.copy', [], documentOf(put('Partners')));
    const copied = await vscode.env.clipboard.readText();
    assert.ok(copied.endsWith('?shareKey=key-of-Partners'), copied);
    assert.match(messages.join('\n'), /Copied share link "Partners"/);
    assertKept(messages, 'Partners');
  });

  it('cannot be copied before the service reports their address', async () => {
    const unknownSecret = otherJson(reply => {
      const { items, ...one } = reply as { items?: object[] };
      return items ? { items: items.map(link => ({ ...link, urls: null })) } : { ...one, urls: null };
    });
    set.server.fail(unknownSecret, /share-links$/);
    const answers = answerPrompts('Partners');
    answers.press('Copy Link');
    await vscode.commands.executeCommand('marginalia.shareLink.create', rowOf(site, 'Handbook for partners'));
    assert.throws(answers.restore, /on no message/);
    assert.match(answers.transcript.at(-1) ?? '', /Share link "Partners" is created\.$/);
    const messages = await run('shareLink.copy', [], documentOf(pathOf('Partners')));
    assert.match(messages.at(-1) ?? '', /the service has not told its address\. Publish the site first/);
  });

  it('do not show their address in a document', async () => {
    const path = put('Partners');
    for (const view of ['fields', 'whole'] as const) {
      const text = Buffer.from(await vscode.workspace.fs.readFile(documentOf(path, view))).toString();
      assert.match(text, /"name": "Partners"/);
      assert.doesNotMatch(text, /key-of|urls/);
    }
  });

  it('are picked from the palette, including those on a later page', async () => {
    for (let number = 1; number <= 55; number++) put(`Link ${number}`);
    await run('shareLink.copy', ['Tidewell', 'Handbook for partners', 'Load more', 'Link 55']);
    assert.match(await vscode.env.clipboard.readText(), /key-of-Link%2055$/);
  });

  it('are offered in the palette when the command applies to them', async () => {
    put('Active');
    put('Revoked', false);
    for (const [command, offered] of Object.entries({ copy: 'Active', revoke: 'Active', restore: 'Revoked' })) {
      const labels: string[][] = [];
      const looked = (items: readonly unknown[]) =>
        void labels.push((items as vscode.QuickPickItem[]).map(({ label }) => label));
      await run(`shareLink.${command}`, ['Tidewell', 'Handbook for partners', looked]);
      assert.deepEqual(labels, [[offered]], command);
    }
  });

  it('cannot be copied once they are revoked', async () => {
    await vscode.env.clipboard.writeText('before');
    const messages = await run('shareLink.copy', [], documentOf(put('Partners', false)));
    assert.match(messages.at(-1) ?? '', /Could not copy "Partners": it is revoked\. Restore it first/);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });

  it('are revoked after a confirmation that explains it, with Undo', async () => {
    const uri = documentOf(put('Partners'));
    const answers = answerPrompts('Revoke');
    answers.press('Undo');
    await vscode.commands.executeCommand('marginalia.shareLink.revoke', uri);
    await eventually(() => assert.equal(set.server.writes.length, 2));
    await eventually(() => assert.equal(named('Partners').active, true));
    answers.restore();
    assert.match(answers.transcript[0] ?? '', /Revoke share link "Partners"\?.*cannot read the site with it/s);
    assert.match(answers.transcript[1] ?? '', /Now revoked: share link "Partners"/);
    assert.deepEqual(
      set.server.writes.map(({ body }) => body),
      [{ active: false }, { active: true }],
    );
    assertKept(answers.transcript, 'Partners');
  });

  it('are not revoked without a confirmation', async () => {
    await run('shareLink.revoke', [undefined], documentOf(put('Partners')));
    assert.deepEqual(set.server.writes, []);
  });

  it('are restored after a confirmation', async () => {
    const messages = await run('shareLink.restore', ['Restore'], documentOf(put('Partners', false)));
    assert.match(messages[0] ?? '', /Whoever has it can read the site with it again/);
    assert.equal(named('Partners').active, true);
  });

  it('are revoked together, and restored with one button', async () => {
    const rows = ['One', 'Two'].map(name => rowOf(put(name), name));
    const answers = answerPrompts('Revoke');
    answers.press('Undo');
    await vscode.commands.executeCommand('marginalia.shareLink.revoke', rows[0], rows);
    await eventually(() => assert.equal(answers.transcript.at(-1), '2 share links: active again'));
    answers.restore();
    assert.deepEqual(
      set.server.writes.map(({ body }) => body),
      [false, false, true, true].map(active => ({ active })),
    );
    const messages = await run('shareLink.restore', [], rows[0], rows);
    assert.equal(messages.at(-1), 'They are active already.');
  });

  it('are deleted after a confirmation that says that it is final', async () => {
    const messages = await run('item.delete', ['Delete'], documentOf(put('Partners')));
    assert.match(messages[0] ?? '', /Delete share link "Partners"\?.*it cannot be brought back/s);
    assert.deepEqual(links(), []);
  });

  it('are skipped when they already have the state', async () => {
    const messages = await run('shareLink.restore', [], documentOf(put('Partners')));
    assert.equal(messages.at(-1), 'It is active already.');
    assert.deepEqual(set.server.writes, []);
  });

  it('are revoked together, and failures are reported with reasons', async () => {
    const rows = ['One', 'Two', 'Three'].map(name => rowOf(put(name), name));
    put('Four', false);
    set.server.fail({ kind: 'status', status: 403, message: 'Not yours.' }, new RegExp(`^PATCH .*${named('Two').id}`));
    const messages = await run('shareLink.revoke', ['Revoke'], rows[0], [...rows, rowOf(pathOf('Four'), 'Four')]);
    assert.match(messages[0] ?? '', /Revoke 3 share links\?.*One\nTwo\nThree/s);
    assert.match(messages.join('\n'), /2 of 3 revoked\. Not done: "Two": Not yours/);
    assert.deepEqual(
      links().map(({ active }) => active),
      [false, true, false, false],
    );
  });

  it('are restored by Undo when some of them were revoked', async () => {
    const rows = ['One', 'Two'].map(name => rowOf(put(name), name));
    set.server.fail({ kind: 'status', status: 403, message: 'Not yours.' }, new RegExp(`^PATCH .*${named('Two').id}`));
    const answers = answerPrompts('Revoke');
    answers.press('Undo');
    await vscode.commands.executeCommand('marginalia.shareLink.revoke', rows[0], rows);
    await eventually(() => assert.deepEqual(set.server.writes.at(-1)?.body, { active: true }));
    answers.restore();
    assert.match(answers.transcript.join('\n'), /Now revoked: share link "One"/);
    assert.equal(named('One').active, true);
    assert.equal(asked('Two'), 1);
  });

  it('are not tried further when the token is rejected, and unknown outcomes are listed separately', async () => {
    const rows = ['One', 'Two', 'Three', 'Four'].map(name => rowOf(put(name), name));
    const at = (name: string) => new RegExp(`^PATCH .*${named(name).id}`);
    set.server.fail({ kind: 'dropped' }, at('One'));
    set.server.fail({ kind: 'status', status: 401 }, at('Two'));
    const messages = (await run('shareLink.revoke', ['Revoke'], rows[0], rows)).join('\n');
    assert.match(
      messages,
      /0 of 4 revoked\. Not done: "Two": .*Perhaps done: "One": .* may still do it: .* Not tried: 2 more\./,
    );
    assert.deepEqual(['Three', 'Four'].map(asked), [0, 0]);
  });

  it('are unchanged when the service fails, with a message', async () => {
    set.server.fail({ kind: 'status', status: 403, message: 'Ask an administrator.' }, /^PATCH/);
    const messages = await run('shareLink.revoke', ['Revoke'], documentOf(put('Partners')));
    assert.match(messages.at(-1) ?? '', /Could not revoke share link "Partners": Ask an administrator/);
    assert.equal(named('Partners').active, true);
  });
});
