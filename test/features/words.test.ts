import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { type Answer, type Answers, answerPrompts } from '../host/answers.ts';
import { type Parts, parts } from '../host/app.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../host/faultyServer.ts';
import { changeRequestUri, describeOnce, marginalia, pageUri, sampleSandbox } from '../host/support.ts';
import type { Node } from '../../src/ui/tree/node.ts';
import { sized } from '../size.ts';
import { screen } from './comments/screen.ts';

const space = 'heron-manual';
const number = 8;

const signIn = 'command:marginalia.session.signIn?%5B%7B%22url%22%3A%22https%3A%2F%2Fattacker.example%22%7D%5D';

/** Names of all resources on a hostile server. */
const hostile = [
  `[Sign in](${signIn})`,
  `Nothing changed. [Continue](${signIn} "Continue")`,
  `[a](https://attacker.example) [b](file:///etc/passwd)`,
  `[a]\u202E(${signIn})`,
  `[a]\u0000(${signIn})`,
  '$(error) $(sync~spin) $(verified-filled)',
  '$\u200E(error)',
  'Glossary \u202Egpj.exe\u202C \u2067x\u2069',
  '\u001B[31mred\u001B[0m\u0007',
  'Fine.\n\n\n\nEverything is safe.\r\nPress Merge.',
  `${'\n'.repeat(50)}It is free.${' '.repeat(500)}Really.`,
  'Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030A\u030B\u030C',
  '\uD83D broken',
  'a'.repeat(sized(100_000)),
  '[a](command:b)'.repeat(sized(7_000)),
  '\n'.repeat(sized(100_000)),
];

/** Fields of a resource that users write. */
const written = new Set(['title', 'subject', 'displayName', 'description', 'slug', 'visibility', 'email', 'emoji']);

/** Replaces texts of the first resources of a reply. A reply with too many long texts would not be read at all. */
function poisoned(json: unknown, text: string): unknown {
  let remaining = 40;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const isWords = typeof member === 'string' && written.has(key) && remaining-- > 0;
        return [key, isWords ? text : walk(member)];
      }),
    );
  };
  return walk(json);
}

/**
 * Describes what is harmful in a text, such as a link, an icon or excessive length. Returns undefined for a harmless
 * text.
 */
function harmIn(text: string, longest: number, lines = false): string | undefined {
  const wrongs: Record<string, boolean> = {
    'a link': /\[[^\]]+\]\((?:https?:\/\/|command:|file:)/i.test(text.slice(0, 3000)),
    'an icon': /\$\([a-z0-9-]+(?:~[a-z]+)?\)/i.test(text.slice(0, 3000)),
    'another direction': /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(text),
    'a control character': /[^\P{Cc}\n]/u.test(text),
    'a line break': lines ? /\n{3}/.test(text) : text.includes('\n'),
    'half a character': !text.isWellFormed(),
    [`${text.length} characters`]: text.length > longest,
  };
  const harms = Object.entries(wrongs).filter(([, isWrong]) => isWrong);
  return harms.length > 0
    ? `${harms.map(([name]) => name).join(', ')}: ${JSON.stringify(text.slice(0, 200))}`
    : undefined;
}

// Printing a comparison of such texts would exhaust the memory, so only the problems are compared.
function harmless(texts: readonly (string | undefined)[], longest = 400, lines = false): void {
  assert.deepEqual(texts.flatMap(text => harmIn(text ?? '', longest, lines) ?? []).slice(0, 5), []);
}

describeOnce('hostile text from a server', function () {
  this.timeout(120_000);
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let answers: Answers;

  before(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    await app.session.signIn({ url: server.url, token: sandbox.token });
  });
  beforeEach(async () => {
    answers = answerPrompts();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    answers.restore();
    await server.recover();
  });
  after(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const eachCalled = async (run: (text: string) => Promise<void>, strikes?: RegExp) => {
    for (const text of hostile) {
      server.fail(
        otherJson(json => poisoned(json, text)),
        strikes,
      );
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      await run(text);
      await server.recover();
    }
  };

  /** Runs a command with these answers. Returns the messages. */
  async function runForMessages(command: string, target: unknown, ...replies: Answer[]): Promise<string[]> {
    answers.restore();
    answers = answerPrompts(...replies);
    await vscode.commands.executeCommand(command, target);
    // On a busy machine, a status message also says that the window waits for the server.
    return answers.transcript.filter(one => !one.startsWith('$(sync~spin) Waiting for'));
  }

  it('is escaped in a question', () =>
    eachCalled(async () => {
      const asked = await runForMessages('marginalia.changeRequest.merge', changeRequestUri(space, number), undefined);
      assert.equal(asked.length, 1);
      const [question = '', ...detail] = (asked[0] ?? '').split('\n');
      harmless([question]);
      // A subject without visible characters is omitted.
      assert.match(question, /^Merge #8(?: .+)? into the main content\?$/);
      harmless([detail.join('\n')], 2000, true);
    }));

  it('is escaped in a message', () =>
    eachCalled(async () => {
      const messages = await runForMessages('marginalia.changeRequest.update', changeRequestUri(space, number));
      assert.equal(messages.length, 1);
      assert.match(messages[0] ?? '', /^#8 .*main content\.?/);
      harmless(messages, 1000);
    }));

  it('is escaped in progress', () =>
    eachCalled(async () => {
      server.fail({ kind: 'status', status: 500 }, /^POST .*merge$/);
      const messages = await runForMessages('marginalia.changeRequest.merge', changeRequestUri(space, number), 'Merge');
      assert.ok(answers.progressed.length > 0);
      harmless(answers.progressed);
      harmless(messages.slice(1), 1000);
    }));

  it('is escaped in a prompt', () =>
    eachCalled(async () => {
      const asked: string[] = [];
      const { showInputBox } = vscode.window;
      Object.assign(vscode.window, {
        showInputBox: async ({ title = '', prompt = '', placeHolder = '' }: vscode.InputBoxOptions) => {
          asked.push(title, prompt, placeHolder);
        },
      });
      try {
        await vscode.commands.executeCommand('marginalia.changeRequest.setSubject', changeRequestUri(space, number));
      } finally {
        Object.assign(vscode.window, { showInputBox });
      }
      assert.match(asked[0] ?? '', /^Subject of #8(?: |$)/);
      harmless(asked);
    }));

  for (const command of ['changeRequest.merge', 'site.publish', 'openapi.push', 'changeRequest.create']) {
    it(`is escaped in the list that ${command} offers`, () =>
      eachCalled(async () => {
        let rows: vscode.QuickPickItem[] = [];
        const look: Answer = offered => void (rows = [...(offered as vscode.QuickPickItem[])]);
        await runForMessages(`marginalia.${command}`, undefined, look);
        assert.ok(rows.length > 0);
        harmless(rows.flatMap(({ label, description, detail }) => [label, description, detail]));
      }));
  }

  it('is escaped in the list of members', () =>
    eachCalled(async () => {
      let rows: vscode.QuickPickItem[] = [];
      const look: Answer = offered => void (rows = [...(offered as vscode.QuickPickItem[])]);
      await runForMessages('marginalia.changeRequest.requestReviewers', changeRequestUri(space, number), look);
      assert.ok(rows.length > 0);
      harmless(rows.flatMap(({ label, description, detail }) => [label, description, detail]));
    }));

  it('is escaped in the rows of the tree', () =>
    eachCalled(async () => {
      app.tree.clear();
      let count = 0;
      const look = async (parent: Node | undefined, depth: number): Promise<void> => {
        const rows = await app.tree.getChildren(parent);
        for (const row of rows) {
          const { label, description, tooltip, accessibilityInformation } = app.tree.getTreeItem(row);
          harmless([String(label), String(description ?? ''), accessibilityInformation?.label], 500);
          harmless([tooltip === undefined ? '' : String(tooltip)], 2000, true);
          count++;
        }
        if (depth > 0) for (const row of rows.slice(0, 3)) await look(row, depth - 1);
      };
      await look(undefined, 4);
      assert.ok(count > 20, `${count} rows`);
    }));

  it('is escaped above comments', () =>
    eachCalled(async () => {
      await vscode.window.showTextDocument(pageUri(space, number, 'get-started/glossary.md'));
      const threads = await (await marginalia()).threads(changeRequestUri(space, number));
      harmless(
        threads.map(({ label }) => label),
        1000,
      );
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      for (const { label, comments } of screen().threads) {
        harmless([label], 1000);
        for (const { author, label: remark, reactions = [] } of comments) {
          harmless([author.name, remark, ...reactions.map(reaction => reaction.label)]);
        }
      }
      assert.ok(screen().threads.size > 0);
    }));

  it('is escaped in the Accounts menu', async () => {
    for (const text of hostile) {
      server.fail(
        otherJson(json => poisoned(json, text)),
        /^GET \/user$/,
      );
      await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
      const accounts = await vscode.authentication.getAccounts('marginalia');
      assert.ok(accounts.length > 0);
      harmless(accounts.map(({ label }) => label));
      await server.recover();
    }
  });

  it('is escaped in the reason of a failure', async () => {
    for (const message of hostile) {
      for (const status of [400, 401, 403, 404, 409, 429, 500]) {
        server.fail({ kind: 'status', status, message, retryAfter: 0 }, /^PATCH /);
        const subject = 'Another subject';
        harmless(
          await runForMessages('marginalia.changeRequest.setSubject', changeRequestUri(space, number), subject),
          1000,
        );
        await server.recover();
      }
    }
  });
});
