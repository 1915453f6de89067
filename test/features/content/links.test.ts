import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { changeRequestUri, pageUri, signedIn } from '../../host/support.ts';

describe('links', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;

  before(async () => (sandbox = await signedIn()));
  after(() => sandbox.close());
  beforeEach(() => (answers = answering()));
  afterEach(() => answers.restore());

  for (const [what, uri] of [
    ['a page', pageUri('heron-manual', 8, 'get-started/glossary.md')],
    ['a change request', changeRequestUri('heron-manual', 8)],
  ] as const) {
    it(`of ${what} are copied as addresses of the service's own app`, async () => {
      await vscode.commands.executeCommand('marginalia.item.copyLink', uri);
      const link = await vscode.env.clipboard.readText();
      assert.ok(link.startsWith(sandbox.url), link);
      assert.deepEqual(answers.said, ['Link copied']);
      assert.ok((await fetch(link)).ok, 'a browser can open it');
    });
  }

  it('of a file say that there is none', async () => {
    const uri = pageUri('heron-manual', 8, '.assets/heron-system.svg');
    await vscode.commands.executeCommand('marginalia.item.copyLink', uri);
    assert.match(answers.said.at(-1) ?? '', /no address for this/);
  });
});
