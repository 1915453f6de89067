import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { proxySettings } from '../../../src/model/session/proxy.ts';

describe("VS Code's proxy settings", () => {
  const names = ['proxy', 'noProxy', 'proxySupport', 'proxyStrictSSL', 'proxyAuthorization'];
  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);

  afterEach(async () => {
    for (const name of names) await set(name, undefined);
  });

  it('default to the environment and to the system certificates', () => {
    const settings = proxySettings();
    assert.deepEqual([settings.isUsed, settings.address, settings.isStrict], [true, undefined, true]);
  });

  it('are all used', async () => {
    await set('proxy', 'http://proxy.example:3128');
    await set('noProxy', ['intern.example']);
    await set('proxyStrictSSL', false);
    await set('proxyAuthorization', 'Basic c2VjcmV0');
    assert.deepEqual(proxySettings(), {
      isUsed: true,
      address: 'http://proxy.example:3128',
      direct: ['intern.example'],
      authorization: 'Basic c2VjcmV0',
      isStrict: false,
    });
    await set('proxySupport', 'off');
    assert.equal(proxySettings().isUsed, false);
  });
});
