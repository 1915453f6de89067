import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import type { PageRow } from '../../src/sandbox/store/rows.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';
import { type Answers, answerPrompts } from '../host/answers.ts';
import { type Parts, parts, row } from '../host/app.ts';
import { markTrusted } from '../../src/ui/trusted.ts';
import { pageUri, signedIn } from '../host/support.ts';

const space = 'heron-manual';
const number = 8;

/** Harmful links that an author could write. */
const refused = [
  'file:///etc/passwd',
  'file://attacker.example/share/a',
  'FILE:///C:/Windows/System32/calc.exe',
  'command:marginalia.session.signIn?%7B%22url%22%3A%22https%3A%2F%2Fattacker.example%22%7D',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'vscode:extension/attacker.extension',
  'vscode://attacker.extension/run',
  'code-oss://attacker.extension/run',
  'vscode-remote://ssh-remote+attacker.example/home',
  'marginalia://sandbox/spaces/heron-manual/content/README.md',
  'data:text/html,<script>alert(1)</script>',
  'mailto:somebody@example.com',
  'smb://attacker.example/share',
  'ms-msdt:/id%20PCWDiagnostic',
  'search-ms:query=a',
  '\\\\attacker.example\\share',
  '//attacker.example',
  '/etc/passwd',
  'http:',
  'https://',
  `file:///${'a'.repeat(100_000)}`,
];

const opened = {
  'https://example.com/a?b=c#d': 'https://example.com/a?b=c#d',
  'HTTPS://EXAMPLE.COM/A': 'https://example.com/A',
  'http://127.0.0.1:8080/': 'http://127.0.0.1:8080/',
  ' https://example.com/a\n': 'https://example.com/a',
};

describe('a URL written by another user', () => {
  let sandbox: RunningSandbox;
  let app: Parts;
  let answers: Answers;
  let outside: string[];
  const { openExternal } = vscode.env;

  beforeEach(async () => {
    sandbox = await signedIn();
    app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    outside = [];
    const open = async (uri: vscode.Uri) => (outside.push(uri.toString(true)), true);
    Object.assign(vscode.env, { openExternal: open });
    answers = answerPrompts();
  });
  afterEach(async () => {
    Object.assign(vscode.env, { openExternal });
    answers.restore();
    app.dispose();
    await sandbox.close();
  });

  /** Replaces the pages of a change request by link pages with these addresses. */
  function linkTo(addresses: readonly string[]): void {
    const { state } = sandbox;
    const [changeRequest] = state.changeRequests.by('number', numberKey(space, number));
    const revision = state.revisions.get(changeRequest?.revision ?? '');
    const [page] = revision.pages;
    assert.ok(page);
    const pages = addresses.map((href, index): PageRow => {
      const target = { kind: 'url', url: href } as const;
      return { ...page, id: `link-${index}`, type: 'link', title: `Link ${index}`, href, target, pages: [] };
    });
    state.revisions.put({ ...revision, pages: [...revision.pages, ...pages] });
  }

  async function click(label: string): Promise<void> {
    const change = (
      await app.tree.getChildren(await row(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual'))
    ).find(({ label }) => label.startsWith(`#${number} `));
    const pages = (await app.tree.getChildren(change)).find(({ label }) => label === 'All pages');
    const link = (await app.tree.getChildren(pages)).find(one => one.label === label);
    const { command, arguments: args = [] } = link?.command ?? assert.fail(`${label} does nothing`);
    await vscode.commands.executeCommand(command, ...(args as unknown[]));
  }

  it('is rejected as the target of a link page with a message, unless it is a web address', async () => {
    linkTo(refused);
    const before = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
    for (const [index, address] of refused.entries()) {
      await click(`Link ${index}`);
      const message = answers.transcript.pop() ?? '';
      assert.match(
        message,
        /^Could not open ".*": only addresses that begin with http or https are opened, .* correct it\.$/,
      );
      assert.ok(message.length < 500, address);
    }
    assert.deepEqual(outside, []);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, before);
  });

  it('is opened as the target of a link page when it is a web address', async () => {
    linkTo(Object.keys(opened));
    for (const index of Object.keys(opened).keys()) await click(`Link ${index}`);
    assert.deepEqual(outside, Object.values(opened));
    assert.deepEqual(answers.transcript, []);
  });

  it('is rejected as the address of a published site', async () => {
    answers.restore();
    const site = sandbox.state.sites.get('handbook-preview');
    const published = { ...site, urls: { published: 'file:///etc/passwd' }, published: true };
    const resource = markTrusted({
      kind: 'site',
      connection: app.session.current,
      organization: 'tidewell',
      site: published,
    });
    answers = answerPrompts();
    await vscode.commands.executeCommand('marginalia.site.openPublished', resource);
    assert.match(answers.transcript.at(-1) ?? '', /Could not open "file:/);
    assert.deepEqual(outside, []);
  });

  it('is rejected as an address in the app of the service', async () => {
    for (const link of refused) {
      const target = markTrusted({ contextValue: 'space', resource: { kind: 'space', link } });
      await vscode.commands.executeCommand('marginalia.item.openInBrowser', target);
      assert.match(answers.transcript.pop() ?? '', /^Could not open "/, link);
    }
    assert.deepEqual(outside, []);
  });

  it('is opened for a page of the service', async () => {
    await vscode.commands.executeCommand(
      'marginalia.item.openInBrowser',
      pageUri(space, number, 'get-started/glossary.md'),
    );
    assert.equal(outside.length, 1);
    assert.ok(outside[0]?.startsWith(sandbox.url), outside[0]);
  });
});
