import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { fakePanel } from './fakePanel.ts';

describe('single-letter shortcuts on the review page', () => {
  const set = stageOfParts();
  const configuration = () => vscode.workspace.getConfiguration('marginalia');
  let page: ReturnType<typeof fakePanel>;

  beforeEach(() => {
    page = fakePanel();
    const connection = set.app.session.current ?? assert.fail();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    const place = { connection, space: 'heron-manual', number: 8 };
    new ReviewPanel({ ...set.app, context } as App, place, page.panel);
  });
  afterEach(async () => {
    page.panel.dispose();
    await configuration().update('reviewPage.letterKeys', undefined, vscode.ConfigurationTarget.Global);
  });

  const allowed = () => page.sent.flatMap(message => (message.type === 'keys' ? message.id : []));

  it('work as soon as no command with a prompt is running', async () => {
    const command = Promise.withResolvers<void>();
    set.app.running.add(command.promise);
    page.receive({ type: 'keys', id: 1 });
    await new Promise(setImmediate);
    assert.deepEqual(allowed(), []);
    command.reject(new Error('It has failed.'));
    await eventually(() => assert.deepEqual(allowed(), [1]));
  });

  it('work even while a command takes long', async () => {
    set.app.running.add(new Promise(() => {}));
    page.receive({ type: 'keys', id: 1 });
    await eventually(() => assert.deepEqual(allowed(), [1]));
  });

  it('do not work when the user has turned them off', async () => {
    await configuration().update('reviewPage.letterKeys', false, vscode.ConfigurationTarget.Global);
    page.receive({ type: 'keys', id: 1 });
    await configuration().update('reviewPage.letterKeys', true, vscode.ConfigurationTarget.Global);
    page.receive({ type: 'keys', id: 2 });
    await eventually(() => assert.deepEqual(allowed(), [2]));
  });
});
