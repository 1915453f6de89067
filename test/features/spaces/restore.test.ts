import assert from 'node:assert/strict';
import { commands as resources } from '../../../src/features/resources/commands.ts';
import { commands } from '../../../src/features/spaces/commands.ts';
import { labels } from '../../host/app.ts';
import { addCollection, addSpaces, Doing, spacesIn } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stageOfParts } from '../../host/stage.ts';

describe('a deleted space', () => {
  const on = stageOfParts();
  const doing = new Doing(on);
  let collection: string;

  beforeEach(() => {
    collection = addCollection(on.sandbox, 'Guides');
    addSpaces(on.sandbox, collection, 'A', 'B', 'C');
  });

  const rows = (...titles: string[]) => Promise.all(titles.map(title => doing.row('Guides', title)));
  const remove = async (...titles: string[]) =>
    doing.run(resources, 'item.delete', ['Delete'], ...(await rows(...titles)));
  const top = () => labels(on.app.tree, 'Tidewell');
  const deleted = () => labels(on.app.tree, 'Tidewell', 'Deleted spaces');
  const isDeleted = (title: string) =>
    on.sandbox.state.spaces.all().some(one => one.title === title && one.deletedAt !== undefined);

  it('can be restored at once', async () => {
    const [row] = await rows('B');
    await labels(on.app.tree, 'Tidewell', 'Guides');
    const undo = doing.run(resources, 'item.delete', ['Delete'], row ?? assert.fail());
    assert.ok((await undo).some(text => text === 'The space "B" can be restored for seven days.'));
    await eventually(async () => assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Guides'), ['A', 'C']));
    const [again] = await rows('A');
    const messages = await doing.say(
      ['Delete'],
      async () => {
        await resources['marginalia.item.delete']?.run(doing.app, again);
        await eventually(() => assert.ok(on.server.requests.some(request => /POST .*\/restore/.test(request))));
        await eventually(() => assert.ok(!isDeleted('A')));
      },
      'Undo',
    );
    assert.match(messages.join('\n'), /The space "A" can be restored/);
    await eventually(async () => assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Guides'), ['A', 'C']));
  });

  it('is not offered when the deletion failed', async () => {
    on.server.fail({ kind: 'status', status: 403 }, /^DELETE/);
    const messages = await remove('A');
    assert.ok(!messages.some(text => /^The space "A" can be restored/.test(text)));
    assert.ok(!(await top()).includes('Deleted spaces'));
  });

  it('has a row below its organization, which disappears with the last of them', async () => {
    assert.ok(!(await top()).includes('Deleted spaces'));
    await remove('A', 'C');
    assert.ok((await top()).includes('Deleted spaces'));
    assert.deepEqual(await deleted(), ['A', 'C']);
    const others = [await doing.row('Guides'), await doing.row('Deleted spaces', 'A')];
    const refused = await doing.run(commands, 'space.restore', [], ...others);
    assert.match(refused.join(), /Only deleted spaces can be restored\. Nothing was done/);
    const row = await doing.row('Deleted spaces', 'A');
    assert.equal(row.contextValue, 'space.deleted');
    assert.match(row.description ?? '', /^deleted /);
    const all = ['space.restore', 'space.lock', 'space.duplicate', 'item.edit', 'item.delete', 'item.refresh'];
    assert.deepEqual(
      all.filter(id => rowsOffering(`marginalia.${id}`, [row.contextValue]).length > 0),
      ['space.restore'],
    );
    const messages = await doing.run(commands, 'space.restore', [], row);
    assert.match(messages.at(-1) ?? '', /"A" is restored/);
    await eventually(async () => assert.deepEqual(await deleted(), ['C']));
    await eventually(async () => assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Guides'), ['A', 'B']));
    await doing.run(commands, 'space.restore', [], await doing.row('Deleted spaces', 'C'));
    await eventually(async () => assert.ok(!(await top()).includes('Deleted spaces')));
    assert.deepEqual(await spacesIn(on.sandbox, collection), ['A', 'B', 'C']);
  });

  it('is restored together with others, and failures are reported with reasons', async () => {
    await remove('A', 'B', 'C');
    const id = on.sandbox.state.spaces.all().find(({ title }) => title === 'B')?.id ?? '';
    const three = await Promise.all(['A', 'B', 'C'].map(title => doing.row('Deleted spaces', title)));
    on.server.fail({ kind: 'status', status: 409, message: 'Not now.' }, new RegExp(`^POST /spaces/${id}/restore`));
    const messages = await doing.run(commands, 'space.restore', [], ...three);
    assert.match(messages.at(-1) ?? '', /2 of 3 restored\. Not done: "B": .*Not now/);
    assert.deepEqual(await spacesIn(on.sandbox, collection), ['A', 'C']);
    await eventually(async () => assert.deepEqual(await deleted(), ['B']));
  });

  it('is picked from the palette', async () => {
    await remove('A', 'B');
    await doing.run(commands, 'space.restore', ['B']);
    assert.deepEqual(await spacesIn(on.sandbox, collection), ['B', 'C']);
    await doing.run(commands, 'space.restore', [undefined]);
    assert.deepEqual(await spacesIn(on.sandbox, collection), ['B', 'C']);
  });

  it('is forgotten when it is deleted permanently, or was restored elsewhere', async () => {
    await remove('A', 'B');
    const find = (title: string) => on.sandbox.state.spaces.all().find(one => one.title === title) ?? assert.fail();
    on.sandbox.state.spaces.delete(find('A').id);
    const { deletedAt: _, ...restored } = find('B');
    on.sandbox.state.spaces.put(restored);
    assert.deepEqual(await deleted(), ['None can be restored any more']);
    assert.deepEqual(
      on.app.context.globalState.keys().filter(key => key.startsWith('deleted spaces')),
      [],
    );
    const messages = await doing.run(commands, 'space.restore', [undefined]);
    assert.ok(!messages.some(text => /restored$/.test(text)));
    on.app.tree.refresh();
    assert.ok(!(await top()).includes('A'));
  });

  it('is remembered for seven days', async () => {
    await remove('A');
    const { now } = Date;
    let offered = -1;
    const look = (choices: readonly unknown[]) => void (offered = choices.length);
    try {
      for (const [days, count] of [
        [6, 1],
        [8, 0],
      ] as const) {
        Date.now = () => now() + days * 24 * 60 * 60 * 1000;
        await doing.run(commands, 'space.restore', [look]);
        assert.equal(offered, count, `${days} days later`);
      }
    } finally {
      Date.now = now;
    }
  });

  it('is remembered separately for each account', async () => {
    await remove('A');
    const keys = on.app.context.globalState.keys().filter(key => key.startsWith('deleted spaces'));
    assert.deepEqual(keys, [`deleted spaces ${on.app.session.current?.id}`]);
  });

  it('can be restored even if its collection was deleted', async () => {
    // The innermost collection is the oldest, and is listed before those around it.
    const innermost = addCollection(on.sandbox, 'Innermost');
    const inner = addCollection(on.sandbox, 'Inner', collection);
    const { collections } = on.sandbox.state;
    collections.put({ ...collections.get(innermost), parent: inner });
    addSpaces(on.sandbox, inner, 'D');
    addSpaces(on.sandbox, innermost, 'E');
    on.app.tree.refresh();
    const messages = await doing.run(resources, 'item.delete', ['Delete'], await doing.row('Guides'));
    assert.match(messages.join('\n'), /5 spaces can be restored for seven days/);
    assert.deepEqual((await deleted()).sort(), ['A', 'B', 'C', 'D', 'E']);
  });

  it('is remembered when the reply to the deletion was lost, and can be restored', async () => {
    on.server.fail({ kind: 'dropped', isDone: true }, /^DELETE/);
    const messages = await remove('A');
    assert.match(messages.join('\n'), /the answer was lost/);
    await on.server.recover();
    assert.deepEqual(await deleted(), ['A']);
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST .*restore/);
    const restored = await doing.run(commands, 'space.restore', [], await doing.row('Deleted spaces', 'A'));
    assert.match(restored.at(-1) ?? '', /the answer was lost.*It is restored\./s);
    await on.server.recover();
    await eventually(async () => assert.deepEqual(await deleted(), ['None can be restored any more']));
  });
});
