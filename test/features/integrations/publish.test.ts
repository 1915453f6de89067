import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { documentOf } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const manifest = `name: word-count
title: Word count
description: Counts words
organization: tidewell
visibility: private
script: ./dist/index.js
scopes: [space:content:read]
secrets: { KEY: very-secret }
`;

describe('publishing an integration from its folder', function () {
  this.timeout(30_000);
  skipLookUpDelays();
  const set = stage();
  let folder: string;
  let file: vscode.Uri;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'integration-'));
    file = vscode.Uri.file(join(folder, 'gitbook-manifest.yaml'));
    await writeFile(file.fsPath, manifest);
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(join(folder, 'dist')));
    await writeFile(join(folder, 'dist/index.js'), 'export default 1;\n');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function publish(...replies: Answer[]): Promise<string[]> {
    const answers = answerPrompts(...replies);
    await vscode.commands.executeCommand('marginalia.integration.publish', file);
    answers.restore();
    return answers.transcript;
  }

  const sent = () => set.server.writes.map(({ asked, body }) => [asked, (body as { script?: string }).script]);

  it('sends the content of the folder after a confirmation, which says who will see it', async () => {
    const messages = await publish('Publish');
    assert.match(
      messages[0] ?? '',
      /Publish "Word count"\?.*Its organization alone can install it\..*"word-count" for "tidewell"/s,
    );
    assert.match(messages.at(-1) ?? '', /Version 1 of "Word count" is published\./);
    assert.deepEqual(sent(), [['POST /integrations/word-count', 'export default 1;\n']]);
    assert.doesNotMatch(messages.join('\n'), /very-secret/);
    const body = set.server.writes[0]?.body as Record<string, unknown>;
    assert.ok(!('icon' in body || 'previewImages' in body), 'there are no pictures');
  });

  it('accepts a folder as well', async () => {
    file = vscode.Uri.file(folder);
    await publish('Publish');
    assert.equal(sent().length, 1);
  });

  it('says that it exists, and which version will be published', async () => {
    await publish('Publish');
    const messages = await publish('Publish');
    assert.match(messages[0] ?? '', /Publish a new version of "Word count"\?.*Version 1 is published now/s);
    assert.match(messages.at(-1) ?? '', /Version 2 of/);
  });

  for (const [visibility, audience] of [
    ['visibility: public', /Everybody will find it, and can install it/],
    ['visibility: unlisted', /Whoever has its address can install it/],
    ['', /Visibility: private\. Its organization alone can install it/],
  ] as const) {
    it(`shows the audience in the confirmation: ${visibility || 'none'}`, async () => {
      await writeFile(file.fsPath, manifest.replace('visibility: private', visibility));
      assert.match((await publish(undefined))[0] ?? '', audience);
      assert.deepEqual(sent(), []);
    });
  }

  it('sends its images unchanged', async () => {
    const picture = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xd8]);
    await writeFile(join(folder, 'icon.png'), picture);
    await writeFile(file.fsPath, `${manifest}icon: icon.png\npreviewImages: [icon.png, ./icon.png]\n`);
    await publish('Publish');
    const { icon, previewImages } = set.server.writes[0]?.body as Record<string, unknown>;
    const sent = picture.toString('base64');
    assert.deepEqual([icon, previewImages], [sent, [sent, sent]]);
  });

  it('lets the user pick one of several in the workspace, except those in node_modules', async () => {
    const { findFiles } = vscode.workspace;
    const asked: unknown[] = [];
    const other = vscode.Uri.file('/elsewhere/gitbook-manifest.yaml');
    Object.assign(vscode.workspace, { findFiles: async (...args: unknown[]) => (asked.push(...args), [file, other]) });
    try {
      const answers = answerPrompts(vscode.workspace.asRelativePath(file), 'Publish');
      await vscode.commands.executeCommand('marginalia.integration.publish');
      answers.restore();
    } finally {
      Object.assign(vscode.workspace, { findFiles });
    }
    assert.match(String(asked[1]), /node_modules/);
    assert.equal(sent().length, 1);
  });

  it('is aborted when it is cancelled', async () => {
    set.server.fail({ kind: 'held' }, /^POST/);
    const answers = answerPrompts('Publish');
    const isDone = vscode.commands.executeCommand('marginalia.integration.publish', file);
    await set.server.waiting();
    answers.cancel();
    try {
      await eventually(() => assert.equal(set.server.abandoned.length, 1), 3);
    } finally {
      set.server.release();
      await isDone;
      answers.restore();
    }
    assert.match(answers.transcript.at(-1) ?? '', /was canceled\. It is not published\./);
    assert.deepEqual(set.server.abandoned, ['POST /integrations/word-count']);
  });

  it('shows neither its secrets nor its configuration in installations', async () => {
    await publish('Publish');
    const path = '/integrations/word-count';
    set.server.fail(
      otherJson(reply => ({ ...(reply as object), secrets: { KEY: 'very-secret' } })),
      /word-count$/,
    );
    const installed = { id: 'i', status: 'active', configuration: { key: 'very-secret' }, target: {} };
    set.server.fail(
      otherJson(() => ({ items: [installed] })),
      /installations$/,
    );
    for (const uri of [documentOf(path, 'whole'), documentOf(`${path}/installations/i`, 'whole')]) {
      const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
      assert.match(text, /"(name|status)"/);
      assert.doesNotMatch(text, /very-secret/);
    }
  });

  it('is deleted after a confirmation, which says who loses it', async () => {
    await publish('Publish');
    const answers = answerPrompts('Delete');
    await vscode.commands.executeCommand('marginalia.item.delete', documentOf('/integrations/word-count'));
    answers.restore();
    assert.match(answers.transcript[0] ?? '', /Everybody who has installed it loses it/);
  });

  it('does nothing without a confirmation', async () => {
    await publish(undefined);
    assert.deepEqual(sent(), []);
  });

  it('looks up the outcome when the reply is lost', async () => {
    set.server.fail({ kind: 'dropped', isDone: true }, /^POST/);
    assert.match((await publish('Publish')).at(-1) ?? '', /the answer was lost.*Version 1 is published\./s);
    await set.server.recover();
    set.server.fail({ kind: 'dropped' }, /^POST/);
    assert.match((await publish('Publish')).at(-1) ?? '', /the answer was lost.*It is not published\./s);
  });

  for (const [name, text, reason] of [
    ['no script', manifest.replace(/^script:.*\n/m, ''), /does not say in "script"/],
    [
      'a script that is not built',
      manifest.replace('index.js', 'none.js'),
      /none\.js could not be read; build it first/,
    ],
    ['no title', manifest.replace(/^title:.*\n/m, ''), /does not say its "title"/],
    ['a title that is too long', manifest.replace('Word count', 'x'.repeat(31)), /at most 30 characters/],
    ['no name', manifest.replace(/^name:.*\n/m, ''), /has no "name"/],
    ['a name that is a path', manifest.replace('word-count', '../x'), /has no "name"/],
    ['a script elsewhere on the computer', manifest.replace('./dist', './dist/../../..'), /leads out of its folder/],
    ['an icon elsewhere', `${manifest}icon: '..\\secret.png'\n`, /leads out of its folder/],
    ['a script of the disk', manifest.replace('./dist', '/tmp'), /leads out of its folder/],
    ['an icon of a Windows disk', `${manifest}icon: 'C:\\secret.png'\n`, /leads out of its folder/],
    ['nothing', '', /describes nothing/],
    ['invalid YAML', 'a: [', /Could not read/],
  ] as const) {
    it(`reports what is missing when the folder has ${name}, and sends nothing`, async () => {
      await writeFile(file.fsPath, text);
      assert.match((await publish()).at(-1) ?? '', reason);
      assert.deepEqual(sent(), []);
    });
  }
});
