import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { register } from '../../../src/features/tree/index.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { parts } from '../../host/app.ts';
import { sampleSandbox } from '../../host/support.ts';

interface Manifest {
  contributes: { views: Record<string, { id: string; name: string }[]> };
}

describe('the title of the view', () => {
  it('names the account when there are several', async () => {
    const sandbox = await sampleSandbox();
    const server = await startFaultyServer(sandbox.url, 'documentation');
    const app = parts();
    const view = { title: '' };
    Object.assign(app.tree, { open: () => view });
    const registered = register(app as unknown as App);
    const { token } = sandbox;
    const { contributes } = vscode.extensions.getExtension('marginalia.marginalia')?.packageJSON as Manifest;
    const title = contributes.views['marginalia']?.find(({ id }) => id === 'marginalia.spaces')?.name;
    const one = await app.session.signIn({ url: sandbox.url, token });
    assert.equal(view.title, title);
    const other = await app.session.signIn({ url: server.url, token });
    assert.equal(view.title, other.label);
    app.session.setCurrent(one);
    assert.equal(view.title, one.label);
    assert.notEqual(one.label, other.label);
    await app.session.signOut(other);
    assert.equal(view.title, title);
    registered.dispose();
    app.dispose();
    await server.close();
    await sandbox.close();
  });
});
