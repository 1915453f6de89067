import type * as vscode from 'vscode';
import assert from 'node:assert/strict';
import { commands } from '../../../src/features/spaces/commands.ts';
import { type Level, levels } from '../../../src/model/roles.ts';
import { type Answer, dismissEachStep } from '../../host/answers.ts';
import { labels } from '../../host/app.ts';
import { addCollection, addSpaces, Doing, spacesIn } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const manual = ['Products', 'Heron', 'Heron manual'];
const spaceId = 'heron-manual';

describe('settings of spaces and collections', () => {
  skipLookUpDelays();
  const on = stageOfParts();
  const doing = new Doing(on);
  const stored = () => on.sandbox.state.spaces.get(spaceId);
  const bodies = () => on.server.writes.map(({ body }) => body);
  const run = async (id: string, replies: Answer[], ...path: string[]) =>
    doing.run(commands, id, replies, await doing.row(...path));

  it('set an emoji', async () => {
    await run('space.setEmoji', ['🌊'], ...manual);
    assert.equal(stored().emoji, '🌊');
    await eventually(async () =>
      assert.ok((await labels(on.app.tree, 'Tidewell', 'Products', 'Heron')).includes('🌊 Heron manual')),
    );
  });

  it('remove an emoji', async () => {
    await run('space.setEmoji', [''], ...manual);
    assert.deepEqual(bodies(), [{ emoji: null }]);
  });

  it('send nothing when nothing has changed', async () => {
    await run('space.setEmoji', ['🪶'], ...manual);
    assert.deepEqual(bodies(), []);
  });

  itWithOptional('set an image, which can be removed', async () => {
    await run('space.setEmoji', ['https://example.com/a.png'], ...manual);
    assert.equal(stored().icon, 'https://example.com/a.png');
    await run('space.setEmoji', [''], ...manual);
    assert.equal(stored().icon, undefined);
  });

  for (const [wrong, why] of [
    ['text', /Enter one emoji/],
    ['🌊 and more', /Enter one emoji/],
    ['🌊'.repeat(51), /at most 50/],
    ['https://', /whole address/],
  ] as const) {
    it(`reject ${wrong.slice(0, 12)}`, async () => {
      assert.match((await run('space.setEmoji', [wrong], ...manual)).at(-1) ?? '', why);
      assert.deepEqual(bodies(), []);
    });
  }

  it('lock and unlock a space', async () => {
    const messages = await run('space.lock', ['Lock'], ...manual);
    assert.match(messages[0] ?? '', /Lock "Heron manual"\?.*Nobody can edit or merge/s);
    assert.equal(stored().editMode, 'locked');
    const row = await doing.row(...manual);
    await eventually(() => assert.equal(row.contextValue, 'space.locked'));
    await run('space.unlock', ['Unlock'], ...manual);
    assert.equal(stored().editMode, 'live');
    assert.deepEqual(bodies(), [{ editMode: 'locked' }, { editMode: 'live' }]);
  });

  it('set the access of members', async () => {
    await run('space.setDefaultLevel', ['Editor'], ...manual);
    assert.equal(stored().defaultLevel, 'edit');
    const others = (offered: readonly unknown[]) => {
      assert.ok(!offered.some(one => (one as vscode.QuickPickItem).label === 'Editor'), 'what it is already');
      return undefined;
    };
    await run('space.setDefaultLevel', [others], ...manual);
    await run('collection.setDefaultLevel', ['No access'], 'Products');
    assert.equal(on.sandbox.state.collections.get('products').defaultLevel, null);
  });

  it('set no access, which a server may omit, even if the reply is lost', async () => {
    const withoutLevel = (json: unknown) => {
      const { defaultLevel, ...others } = json as { defaultLevel?: Level };
      return defaultLevel === null ? others : json;
    };
    on.server.fail(otherJson(withoutLevel), /^GET \/collections\/products$/);
    on.server.fail({ kind: 'dropped', isDone: true }, /^PATCH/, 1);
    const messages = await run('collection.setDefaultLevel', ['No access'], 'Products');
    assert.equal(on.sandbox.state.collections.get('products').defaultLevel, null);
    assert.match(messages.at(-1) ?? '', /the answer was lost\..* It is changed\.$/s);
  });

  it('offer every level except the one that all selected spaces have', async () => {
    const collection = addCollection(on.sandbox, 'Guides');
    const ids = addSpaces(on.sandbox, collection, 'A', 'B');
    const { state } = on.sandbox;
    const setLevels = (...values: Level[]) => {
      ids.forEach((id, index) => state.spaces.put({ ...state.spaces.get(id), defaultLevel: values[index] ?? null }));
      state.keepWrites();
    };
    const offered = async () => {
      on.app.content.refresh();
      on.app.tree.refresh();
      let labels: string[] = [];
      const read = (items: readonly unknown[]) =>
        void (labels = (items as vscode.QuickPickItem[]).map(({ label }) => label));
      const rows = [await doing.row('Guides', 'A'), await doing.row('Guides', 'B')];
      await doing.run(commands, 'space.setDefaultLevel', [read], ...rows);
      return labels;
    };
    const all = levels.map(({ label }) => label);
    setLevels('edit', 'edit');
    assert.deepEqual(
      await offered(),
      all.filter(label => label !== 'Editor'),
    );
    setLevels('edit', 'read');
    assert.deepEqual(await offered(), all);
    assert.deepEqual(bodies(), []);
  });

  it('set inherited access when the server reports it; else say so', async () => {
    await run('space.setDefaultLevel', ['Reader'], ...manual);
    const messages = await run('space.setDefaultLevel', ['Inherit'], ...manual);
    assert.match(messages.at(-1) ?? '', documentedOnly ? /Could not change "Heron manual":/ : /is changed/);
  });

  it('duplicate a space', async () => {
    await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
    const messages = await run('space.duplicate', ['Duplicate'], ...manual);
    assert.match(messages.at(-1) ?? '', /"Heron manual \(copy\)" is created/);
    await eventually(async () =>
      assert.ok((await labels(on.app.tree, 'Tidewell', 'Products', 'Heron')).includes('🪶 Heron manual (copy)')),
    );
  });

  it('transfer to another organization', async () => {
    addSpaces(on.sandbox, undefined, 'At the top');
    on.sandbox.state.keepWrites();
    await labels(on.app.tree, 'Open Rivers');
    if (!documentedOnly) assert.ok((await labels(on.app.tree, 'Tidewell')).includes('At the top'));
    const [organization] = on.sandbox.state.organizations.all().filter(({ title }) => title.includes('Rivers'));
    // Mira has the role Commenter there. A transfer requires the right to create content.
    const member = on.sandbox.state.members
      .all()
      .find(one => one.organization === organization?.id && one.user === 'mira');
    on.sandbox.state.members.put({ ...(member ?? assert.fail()), role: 'admin' });
    on.sandbox.state.keepWrites();
    const messages = await run('item.transfer', ['Open Rivers Network', 'Transfer'], ...manual);
    assert.match(messages.join('\n'), /Transfer "Heron manual" to "Open Rivers Network"\?.*can bring it back/s);
    assert.equal(stored().organization, organization?.id);
    await eventually(async () => {
      assert.ok(!(await labels(on.app.tree, 'Tidewell', 'Products', 'Heron')).includes('🪶 Heron manual'));
      if (!documentedOnly) assert.ok((await labels(on.app.tree, 'Open Rivers')).includes('🪶 Heron manual'));
    });
    if (!documentedOnly) {
      await run('item.transfer', ['Open Rivers Network', 'Transfer'], 'At the top');
      await eventually(async () => assert.ok(!(await labels(on.app.tree, 'Tidewell')).includes('At the top')));
    }
    await run('item.transfer', ['Open Rivers Network', 'Transfer'], 'Products');
    assert.equal(on.sandbox.state.collections.get('heron').organization, organization?.id);
    await eventually(async () => {
      assert.ok(!(await labels(on.app.tree, 'Tidewell')).includes('Products'));
      assert.ok((await labels(on.app.tree, 'Open Rivers')).includes('Products'));
    });
  });

  it('do not offer the current organization as the target of a transfer', async () => {
    let offered: unknown[] = [];
    const look = (items: readonly unknown[]) => void (offered = items.map(item => (item as { label: string }).label));
    await run('item.transfer', [look], ...manual);
    assert.deepEqual(offered, ['Open Rivers Network']);
  });

  it('report why an organization rejects a transfer', async () => {
    const messages = await run('item.transfer', ['Open Rivers Network', 'Transfer'], ...manual);
    assert.match(messages.at(-1) ?? '', /Could not transfer "Heron manual":/);
  });

  it('look up a transfer when the reply is lost', async () => {
    on.server.fail({ kind: 'dropped' }, /^POST .*transfer/);
    const messages = await run('item.transfer', ['Open Rivers Network', 'Transfer'], ...manual);
    assert.match(messages.at(-1) ?? '', /the answer was lost.*It is where it was\./s);
  });

  for (const [id, replies, path] of [
    ['space.setEmoji', ['🌊'], manual],
    ['space.lock', ['Lock'], manual],
    ['space.unlock', ['Unlock'], manual],
    ['space.setDefaultLevel', ['Reader'], manual],
    ['collection.setDefaultLevel', ['Reader'], ['Products']],
    ['space.duplicate', ['Duplicate'], manual],
    ['item.transfer', ['Open Rivers Network', 'Transfer'], manual],
  ] as const) {
    for (const answers of dismissEachStep(...replies)) {
      it(`are unchanged by ${id} when the user cancels after ${answers.length - 1} answers`, async () => {
        await run(id, answers, ...path);
        assert.deepEqual(bodies(), []);
      });
    }
  }

  it('apply to everything selected, and failures are reported with reasons', async () => {
    const collection = addCollection(on.sandbox, 'Guides');
    const [, refused] = addSpaces(on.sandbox, collection, 'A', 'B', 'C');
    on.server.fail({ kind: 'status', status: 403, message: 'Not yours.' }, new RegExp(`^PATCH /spaces/${refused}`));
    const rows = await Promise.all(['A', 'B', 'C'].map(title => doing.row('Guides', title)));
    const messages = await doing.run(commands, 'space.lock', ['Lock'], ...rows);
    assert.match(messages[0] ?? '', /Lock 3 spaces\?/);
    assert.match(messages.at(-1) ?? '', /2 of 3 locked\. Not done: "B": .*Not yours/);
    assert.deepEqual(await spacesIn(on.sandbox, collection), ['A', 'B', 'C']);
    const locked = on.sandbox.state.spaces.by('parent', collection).filter(({ editMode }) => editMode === 'locked');
    assert.deepEqual(
      locked.map(({ title }) => title),
      ['A', 'C'],
    );
  });

  it('do not apply to other kinds, with a message', async () => {
    const rows = [await doing.row('Products'), await doing.row(...manual)];
    const messages = await doing.run(commands, 'space.lock', [], ...rows);
    assert.match(messages.at(-1) ?? '', /"Lock" cannot be done with all that is selected/);
  });

  it('are offered only to users with permission', async () => {
    const settings = ['setEmoji', 'setDefaultLevel', 'lock', 'unlock', 'duplicate'].map(verb => `space.${verb}`);
    const all = [
      ...settings,
      ...['rename', 'delete', 'transfer', 'moveUp', 'moveDown', 'moveTo'].map(verb => `item.${verb}`),
    ];
    const offered = (value: string) => all.filter(id => rowsOffering(`marginalia.${id}`, [value]).length > 0);
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
    const { contextValue, tooltip } = await doing.row(...manual);
    assert.deepEqual(offered(contextValue), []);
    assert.match(tooltip ?? '', /You may not move or change it/);
    const { contextValue: collection } = await doing.row('Products');
    assert.deepEqual(offered(collection), []);
    const { contextValue: organization } = await doing.row();
    assert.deepEqual(rowsOffering('marginalia.space.create', [collection, organization]), []);
    assert.deepEqual(rowsOffering('marginalia.organization.search', [organization]), [organization]);
    for (const id of ['item.rename', 'organization.deleteInviteLink']) {
      assert.deepEqual(rowsOffering(`marginalia.${id}`, [organization]), [], id);
    }
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.token });
    const ownRow = await doing.row(...manual);
    assert.deepEqual(
      offered(ownRow.contextValue),
      all.filter(id => id !== 'space.unlock'),
    );
  });

  it('are offered for locked spaces, too, and an order only when there is one', async () => {
    const { parent: _, ...outside } = stored();
    on.sandbox.state.spaces.put({ ...outside, editMode: 'locked' });
    on.sandbox.state.keepWrites();
    const { contextValue, tooltip } = await doing.row('Heron manual');
    assert.match(tooltip ?? '', /It is locked/);
    assert.doesNotMatch(tooltip ?? '', /You may not/);
    const offered = (id: string) => rowsOffering(`marginalia.${id}`, [contextValue]).length > 0;
    assert.deepEqual(['space.lock', 'space.unlock', 'item.transfer', 'item.moveTo'].map(offered), [
      ...[false, true, true, true],
    ]);
    assert.deepEqual(['item.moveUp', 'item.moveDown'].map(offered), [!documentedOnly, !documentedOnly]);
  });
});
