import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { manifestMenu } from '../../host/menus.ts';
import { eventually } from '../../host/eventually.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { changeRequestUri, marginalia, pageUri, sampleSandbox } from '../../host/support.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const overview = changeRequestUri('heron-manual', 8);

describe('the menu of an editor', () => {
  let sandbox: RunningSandbox;
  let told: Map<string, unknown>;
  const { executeCommand } = vscode.commands;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    told = new Map();
    const listen = (...given: Parameters<typeof executeCommand>) => {
      if (given[0] === 'setContext') told.set(String(given[1]), given[2]);
      return executeCommand(...given);
    };
    Object.assign(vscode.commands, { executeCommand: listen });
  });
  afterEach(async () => {
    Object.assign(vscode.commands, { executeCommand });
    await sandbox.close();
  });

  /** What the menu offers of what is a right; see `when` of the manifest. */
  function offered(uri: vscode.Uri): string[] {
    return manifestMenu('editor/title').flatMap(({ command, when = '' }) => {
      const [, key] = / && resource not in (marginalia\.[\w.]+)$/.exec(when) ?? [];
      const listed = told.get(key ?? '') as string[] | undefined;
      return key && !listed?.includes(uri.toString()) ? [command.replace('marginalia.', '')] : [];
    });
  }

  const commenting = ['comment.commentOnPage', 'comment.commentOnChangeRequest'];
  const editing = ['update', 'requestReviewers', 'setStatus', 'setSubject'].map(verb => `changeRequest.${verb}`);

  async function opened(as: string): Promise<void> {
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.tokenFor(as) });
    for (const uri of [page, overview]) await vscode.window.showTextDocument(uri, { preview: false });
  }

  for (const [as, may] of [
    ['mira', ['changeRequest.merge', ...editing, ...commenting]],
    ['jun', [...editing, ...commenting]],
    ['sam', commenting],
  ] as const) {
    it(`offers ${as} what the space allows, on a page and on the overview`, async () => {
      await opened(as);
      await eventually(() => {
        for (const uri of [page, overview]) assert.deepEqual(offered(uri).sort(), [...may].sort());
      });
    });
  }

  it('offers to read alone where one may not comment', async () => {
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('heron-manual'), defaultLevel: 'read' });
    await opened('sam');
    await eventually(() => assert.deepEqual(offered(page), []));
  });

  it('follows the account', async () => {
    await opened('sam');
    await eventually(() => assert.deepEqual(offered(page).sort(), [...commenting].sort()));
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.token });
    await eventually(() => assert.ok(offered(page).includes('changeRequest.merge')));
  });
});
