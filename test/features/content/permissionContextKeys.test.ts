import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { descriptionUri } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { changeRequestUri, marginalia, pageUri, sampleSandbox } from '../../host/support.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const overview = changeRequestUri('heron-manual', 8);
const description = descriptionUri({ connection: overview.authority, space: 'heron-manual', changeRequest: 8 });

/** Menus look up these lists; test/project/manifest.test.ts compares the names on both sides. */
describe('commands hidden from editor menus', () => {
  let sandbox: RunningSandbox;
  let contextKeys: Map<string, unknown>;
  const { executeCommand } = vscode.commands;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    contextKeys = new Map();
    const listen = (...args: Parameters<typeof executeCommand>) => {
      if (args[0] === 'setContext') contextKeys.set(String(args[1]), args[2]);
      return executeCommand(...args);
    };
    Object.assign(vscode.commands, { executeCommand: listen });
  });
  afterEach(async () => {
    Object.assign(vscode.commands, { executeCommand });
    await sandbox.close();
  });

  async function opened(as: string): Promise<void> {
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.tokenFor(as) });
    await vscode.window.showTextDocument(page, { preview: false });
    // The tab is reopened when the title is known, which would activate it after the next document.
    await eventually(() => assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'Moorings'));
    await vscode.window.showTextDocument(overview, { preview: false });
  }

  /** Returns the rights whose list contains a document. */
  function refused(uri: vscode.Uri): string[] {
    const lists = ['comment', 'edit', 'merge'].map(
      right => [right, contextKeys.get(`marginalia.refused.${right}`)] as const,
    );
    return lists.flatMap(([right, list]) => ((list as string[] | undefined)?.includes(uri.toString()) ? [right] : []));
  }

  for (const [as, rights] of [
    ['jun', ['merge']],
    ['sam', ['edit', 'merge']],
  ] as const) {
    it(`are for ${as} those that the space does not allow, on a page and on the overview`, async () => {
      await opened(as);
      await eventually(() => assert.deepEqual([refused(page), refused(overview)], [rights, rights]));
    });
  }

  it('include the description of a change request', async () => {
    await opened('sam');
    await vscode.window.showTextDocument(description, { preview: false });
    await eventually(() => assert.deepEqual(refused(description), ['edit', 'merge']));
  });

  it('include the comment when it is not allowed', async () => {
    sandbox.state.spaces.put({ ...sandbox.state.spaces.get('heron-manual'), defaultLevel: 'read' });
    await opened('sam');
    await eventually(() => assert.deepEqual(refused(page), ['comment', 'edit', 'merge']));
  });

  it('are none after switching to an account with all permissions', async () => {
    await opened('sam');
    await eventually(() => assert.deepEqual(refused(page), ['edit', 'merge']));
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.token });
    await eventually(() => assert.deepEqual(refused(page), []));
  });
});
