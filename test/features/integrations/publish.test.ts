import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Answer, answering } from '../../host/answers.ts';
import { stage } from '../../host/stage.ts';

const manifest = `name: word-count
title: Word count
description: Counts words
organization: tidewell
visibility: private
script: ./dist/index.js
scopes: [space:content:read]
secrets: { KEY: very-secret }
`;

describe('publishing an integration from its folder', () => {
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

  async function publish(...given: Answer[]): Promise<string[]> {
    const answers = answering(...given);
    await vscode.commands.executeCommand('marginalia.integration.publish', file);
    answers.restore();
    return answers.said;
  }

  const sent = () => set.server.writes.map(({ asked, body }) => [asked, (body as { script?: string }).script]);

  it('sends what the folder describes after a yes, which says who will see it', async () => {
    const said = await publish('Publish');
    assert.match(
      said[0] ?? '',
      /Publish "Word count"\?.*Its organization alone can install it\..*"word-count" for "tidewell"/s,
    );
    assert.match(said.at(-1) ?? '', /Version 1 of "Word count" is published\./);
    assert.deepEqual(sent(), [['POST /integrations/word-count', 'export default 1;\n']]);
    assert.doesNotMatch(said.join('\n'), /very-secret/);
  });

  it('takes the folder as well', async () => {
    file = vscode.Uri.file(folder);
    await publish('Publish');
    assert.equal(sent().length, 1);
  });

  it('says that there is one, and which version comes', async () => {
    await publish('Publish');
    const said = await publish('Publish');
    assert.match(said[0] ?? '', /Publish a new version of "Word count"\?.*Version 1 is published now/s);
    assert.match(said.at(-1) ?? '', /Version 2 of/);
  });

  it('does nothing without a yes', async () => {
    await publish(undefined);
    assert.deepEqual(sent(), []);
  });

  it('looks what is true when the answer is lost', async () => {
    set.server.fail({ kind: 'dropped', isDone: true }, /^POST/);
    assert.match((await publish('Publish')).at(-1) ?? '', /the answer was lost.*Version 1 is published\./s);
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
    ['a name that leads elsewhere', manifest.replace('word-count', '../x'), /has no "name"/],
    ['a script elsewhere on the computer', manifest.replace('./dist', './dist/../../..'), /leads out of its folder/],
    ['an icon elsewhere', `${manifest}icon: '..\\secret.png'\n`, /leads out of its folder/],
    ['nothing', '', /describes nothing/],
    ['something that is no YAML', 'a: [', /Could not read/],
  ] as const) {
    it(`says what is missing where the folder has ${name}, and sends nothing`, async () => {
      await writeFile(file.fsPath, text);
      assert.match((await publish()).at(-1) ?? '', reason);
      assert.deepEqual(sent(), []);
    });
  }
});
