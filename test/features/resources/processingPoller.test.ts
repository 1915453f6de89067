import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { ProcessingPoller } from '../../../src/model/resources/processingPoller.ts';
import type { Connection, ResourceAddress } from '../../../src/model/session/connection.ts';
import type { Session } from '../../../src/model/session/session.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { resetTimers } from '../../host/timers.ts';

describe('polling of a running process on the service', () => {
  const address = '//sandbox/orgs/tidewell/translations/french';
  const connection = { id: 'sandbox' } as Connection;
  let following: ProcessingPoller;
  let switched: vscode.EventEmitter<void>;
  let isShown: boolean;
  let looks: number;

  beforeEach(() => {
    isShown = true;
    looks = 0;
    switched = new vscode.EventEmitter<void>();
    const session = { onDidChange: switched.event, announceChange: () => void looks++ } as unknown as Session;
    following = new ProcessingPoller(session, () => isShown);
    mock.timers.enable({ apis: ['setTimeout'] });
  });

  afterEach(() => {
    following.dispose();
    resetTimers();
    switched.dispose();
  });

  const note = (isRunning: boolean) => following.track(connection, address, isRunning);

  it('starts after three seconds, and ends when it is done', () => {
    note(true);
    mock.timers.tick(2999);
    assert.equal(looks, 0);
    mock.timers.tick(1);
    assert.equal(looks, 1);
    note(false);
    mock.timers.tick(3_600_000);
    assert.equal(looks, 1);
  });

  it('slows down to once a minute, and ends eventually', () => {
    const times: number[] = [];
    note(true);
    for (let second = 1; second <= 2 * 3600; second++) {
      const before = looks;
      mock.timers.tick(1000);
      if (looks === before) continue;
      times.push(second);
      note(true);
    }
    const waits = times.map((time, index) => time - (times[index - 1] ?? 0));
    assert.ok(waits.every((wait, index) => wait >= (waits[index - 1] ?? 3)));
    assert.equal(Math.max(...waits), 60);
    assert.equal(times.length, 50);
  });

  it('pauses while it is hidden', () => {
    isShown = false;
    note(true);
    mock.timers.tick(600_000);
    assert.equal(looks, 0);
    isShown = true;
    mock.timers.tick(3000);
    assert.equal(looks, 1);
  });

  it('runs once, however many views show it', () => {
    note(true);
    note(true);
    mock.timers.tick(4000);
    assert.equal(looks, 1);
  });

  it('ends when the account changes', () => {
    note(true);
    switched.fire();
    mock.timers.tick(600_000);
    assert.equal(looks, 0);
  });
});

describe('the row of a running translation', () => {
  const on = stageOfParts();
  const list = ['Tidewell', 'Administration', 'Translations'];

  /** Makes the service report this status for translations from now on, as newer versions do. */
  function says(status: string): void {
    const withStatus = (one: unknown) => ({ ...(one as object), status });
    const change = (json: unknown) => {
      const { items } = json as { items?: unknown[] };
      return items ? { ...(json as object), items: items.map(withStatus) } : withStatus(json);
    };
    on.server.fail(otherJson(change), /^GET .*\/translations(\/\w+)?$/);
  }

  it('shows that it is running, and that it is done', async () => {
    const { state } = on.sandbox;
    const at = state.now();
    const fixed = { organization: 'tidewell', languages: ['fr'], createdAt: at, updatedAt: at };
    state.translations.put({ id: 'french', title: 'French', ...fixed });
    state.keepWrites();
    const seen: string[] = [];
    on.app.tree.onDidShowRow(({ label, isRunning }) => {
      if (label === 'French') seen.push(isRunning ? 'runs' : 'is done');
    });
    says('running');
    await labels(on.app.tree, ...list);
    const french = (await row(on.app.tree, ...list, 'French')) as Node;
    assert.match(french.description ?? '', /^running/);
    await on.server.recover();
    says('completed');
    on.app.session.announceChange(on.app.session.current ?? assert.fail(), french.id as ResourceAddress);
    await eventually(async () => {
      assert.match(french.description ?? '', /^completed/);
    });
    assert.equal(seen[0], 'runs');
    assert.equal(seen.at(-1), 'is done');
  });
});
