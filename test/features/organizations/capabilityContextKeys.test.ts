import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../../src/features/sites/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { labels } from '../../host/app.ts';
import { Doing } from '../../host/content.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly } from '../../host/support.ts';

describe('operations that a server does not offer', () => {
  const { executeCommand } = vscode.commands;
  const contextKeys = new Map<string, unknown>();
  const on = stageOfParts();
  const doing = new Doing(on);

  beforeEach(() => {
    contextKeys.clear();
    const listen = (...args: Parameters<typeof executeCommand>) => {
      if (args[0] === 'setContext') contextKeys.set(String(args[1]), args[2]);
      return executeCommand(...args);
    };
    Object.assign(vscode.commands, { executeCommand: listen });
  });
  afterEach(() => void Object.assign(vscode.commands, { executeCommand }));

  const hidden = () =>
    [...contextKeys].flatMap(([key, is]) => (key.startsWith('marginalia.lacks.') && is ? [key] : []));

  it('hide their menu items as soon as that is known, until another account signs in', async () => {
    const first = on.app.session.current;
    await labels(on.app.tree, 'Tidewell');
    await doing.run(commands, 'site.unpublish', ['Unpublish'], await doing.row('Sites', 'Heron documentation'));
    const all = ['marginalia.lacks.createSpace', 'marginalia.lacks.unpublish'];
    assert.deepEqual(hidden(), documentedOnly ? all : []);
    const { packageJSON } = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail('no extension');
    for (const key of all) assert.ok(JSON.stringify(packageJSON).includes(`!${key}`), key);
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
    await labels(on.app.tree);
    assert.deepEqual(hidden(), []);
    await first?.api.isSupported('GET /orgs/{organizationId}/change-requests', { organizationId: 'tidewell' });
    assert.deepEqual(hidden(), [], 'what is found out of the other account');
  });

  it('hide the menu items of descriptions of change requests', async () => {
    const key = 'marginalia.lacks.descriptions';
    await labels(on.app.tree, 'Tidewell');
    assert.ok(!hidden().includes(key), 'nothing tells yet');
    await labels(on.app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual');
    await eventually(() => assert.equal(hidden().includes(key), documentedOnly));
    for (const command of ['editDescription', 'editLinks']) {
      const offers = Object.values(manifest().contributes.menus).flat();
      const conditions = offers.filter(offer => offer.command === `marginalia.changeRequest.${command}`);
      assert.ok(conditions.length > 1);
      for (const { when } of conditions) assert.ok(when?.includes(`!${key}`), when);
    }
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
    await labels(on.app.tree);
    assert.ok(!hidden().includes(key), 'the other account has read nothing yet');
  });

  it('are observed once, however often somebody signs in', async () => {
    const { changeRequests } = on.app.content;
    const listeners = new Set<unknown>();
    const onDidDetectFields: typeof changeRequests.onDidDetectFields = listener => {
      listeners.add(listener);
      return new vscode.Disposable(() => void listeners.delete(listener));
    };
    Object.assign(changeRequests, { onDidDetectFields });
    for (const user of ['mira', 'sam', 'mira']) {
      await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor(user) });
      await labels(on.app.tree);
    }
    assert.equal(listeners.size, 1);
    on.app.dispose();
    assert.equal(listeners.size, 0);
  });

  function manifest() {
    const { packageJSON } = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail('no extension');
    return packageJSON as { contributes: { menus: Record<string, { command?: string; when?: string }[]> } };
  }
});
