import assert from 'node:assert/strict';
import { commands } from '../../../src/features/spaces/commands.ts';
import { dismissEachStep } from '../../host/answers.ts';
import { labels } from '../../host/app.ts';
import { addCollection, addSpaces, collectionsIn, Doing, spacesIn } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';

describe('moving spaces and collections', () => {
  const on = stageOfParts();
  const doing = new Doing(on);
  const guides = ['Guides', 'A', 'B', 'C', 'D'] as const;
  let collection: string;

  beforeEach(() => {
    collection = addCollection(on.sandbox, 'Guides');
    addSpaces(on.sandbox, collection, 'A', 'B', 'C', 'D');
  });

  const rows = (...titles: string[]) => Promise.all(titles.map(title => doing.row('Guides', title)));
  const order = () => spacesIn(on.sandbox, collection);
  const moves = () => on.server.writes.length;

  for (const [verb, titles, after] of [
    ['moveUp', ['C'], 'A C B D'],
    ['moveDown', ['B'], 'A C B D'],
    ['moveUp', ['B', 'C'], 'B C A D'],
    ['moveUp', ['C', 'B'], 'B C A D'],
    ['moveDown', ['A', 'C'], 'B A D C'],
    ['moveUp', ['A', 'B', 'D'], 'A B D C'],
    ['moveDown', ['A', 'C', 'D'], 'B A C D'],
  ] as const) {
    it(`${verb} ${titles.join(' and ')}: ${after}`, async () => {
      await doing.run(commands, `item.${verb}`, [], ...(await rows(...titles)));
      assert.equal((await order()).join(' '), after);
      await eventually(async () =>
        assert.deepEqual(await labels(on.app.tree, 'Tidewell', guides[0]), after.split(' ')),
      );
    });
  }

  for (const [verb, title, expected] of [
    ['moveUp', 'A', /"A" stands first already/],
    ['moveDown', 'D', /"D" stands last already/],
  ] as const) {
    it(`reports that those which cannot ${verb} are already there`, async () => {
      const [message = ''] = await doing.run(commands, `item.${verb}`, [], ...(await rows(title)));
      assert.match(message, expected);
      assert.equal(moves(), 0);
    });
  }

  it('works for collections among collections', async () => {
    addCollection(on.sandbox, 'Older', collection);
    addCollection(on.sandbox, 'Newer', collection);
    await doing.run(commands, 'item.moveUp', [], await doing.row('Guides', 'Newer'));
    assert.deepEqual(await collectionsIn(on.sandbox, collection), ['Newer', 'Older']);
  });

  it('works for spaces outside of collections when their order is known, else with a message', async () => {
    const { parent: _, ...outside } = on.sandbox.state.spaces.get('heron-manual');
    on.sandbox.state.spaces.put(outside);
    addSpaces(on.sandbox, undefined, 'At the top');
    const [message = ''] = await doing.run(commands, 'item.moveDown', [], await doing.row('Heron manual'));
    if (documentedOnly) assert.match(message, /does not list the spaces outside of collections/);
    assert.equal(moves(), documentedOnly ? 0 : 1);
  });

  for (const verb of ['moveUp', 'moveDown']) {
    itWithOptional(`does not ${verb} outside of collections while the server fails to list them`, async () => {
      addSpaces(on.sandbox, undefined, 'One', 'Two', 'Three');
      const two = await doing.row('Two');
      on.server.fail({ kind: 'status', status: 505 }, /^GET \/orgs\/[^/]+\/spaces$/);
      const [message = ''] = await doing.run(commands, `item.${verb}`, [], two);
      assert.match(message, /^Could not do that/);
      assert.equal(moves(), 0);
    });
  }

  it('appends at the end of all pages of a long list', async () => {
    const many = Array.from({ length: 1100 }, (_, at) => `Space ${at}`);
    const last = addSpaces(on.sandbox, 'heron', ...many).at(-1);
    await doing.run(commands, 'item.moveTo', ['Heron', 'Last', 'Move'], ...(await rows('B')));
    assert.deepEqual(on.server.writes[0]?.body, {
      parent: 'heron',
      position: { after: { type: 'space', space: last } },
    });
  });

  for (const [place, after] of [
    ['Last', 'Heron manual, Heron API guide, B, D'],
    ['First', 'B, D, Heron manual, Heron API guide'],
    ['After "Heron manual"', 'Heron manual, B, D, Heron API guide'],
  ] as const) {
    it(`puts several into another collection, ${place}`, async () => {
      await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
      const messages = await doing.run(commands, 'item.moveTo', ['Heron', place, 'Move'], ...(await rows('B', 'D')));
      assert.match(messages.join('\n'), /Move 2 spaces to "Heron"\?.*Who may see what is moved/s);
      assert.equal((await spacesIn(on.sandbox, 'heron')).join(', '), after);
      assert.deepEqual(await order(), ['A', 'C']);
      await eventually(async () => {
        assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Guides'), ['A', 'C']);
        const rowLabels = await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
        assert.equal(rowLabels.map(label => label.replace(/^\P{L}+ /u, '')).join(', '), after);
      });
    });
  }

  for (const replies of dismissEachStep('Heron', 'First', 'Move')) {
    it(`changes nothing when the user cancels after ${replies.length - 1} answers`, async () => {
      await doing.run(commands, 'item.moveTo', replies, ...(await rows('B', 'D')));
      assert.equal(moves(), 0);
    });
  }

  it('needs no confirmation within the same parent, because access does not change', async () => {
    await doing.run(commands, 'item.moveTo', ['Guides', 'Last'], ...(await rows('A', 'C')));
    assert.equal((await order()).join(' '), 'B D A C');
  });

  it('does not offer their descendants as targets', async () => {
    addCollection(on.sandbox, 'Older', collection);
    let offered: string[] = [];
    const look = (items: readonly unknown[]) => void (offered = items.map(item => (item as { label: string }).label));
    await doing.run(commands, 'item.moveTo', [look], await doing.row('Guides'));
    assert.deepEqual(offered, ['Top of Tidewell', 'Products', 'Heron']);
  });

  it('moves to the top', async () => {
    const replies = documentedOnly ? ['Top of Tidewell', 'Move'] : ['Top of Tidewell', 'Last', 'Move'];
    await doing.run(commands, 'item.moveTo', replies, ...(await rows('B')));
    assert.equal(on.sandbox.state.spaces.all().find(({ title }) => title === 'B')?.parent, undefined);
    assert.deepEqual(on.server.writes[0]?.body, {
      parent: null,
      ...(!documentedOnly && { position: { after: { type: 'space', space: lastAtTop() } } }),
    });
  });

  const lastAtTop = () => {
    const atTop = on.sandbox.state.spaces.by('organization', 'tidewell').filter(({ parent }) => parent === undefined);
    return atTop.filter(({ title }) => title !== 'B').at(-1)?.id;
  };

  it('reports each one when one of several fails, and keeps the order of the others', async () => {
    const id = on.sandbox.state.spaces.all().find(({ title }) => title === 'C')?.id ?? '';
    on.server.fail({ kind: 'status', status: 409, message: 'Not now.' }, new RegExp(`^POST /spaces/${id}/move`));
    const messages = await doing.run(
      commands,
      'item.moveTo',
      ['Heron', 'First', 'Move'],
      ...(await rows('A', 'C', 'D')),
    );
    assert.match(messages.at(-1) ?? '', /2 of 3 moved\. Not done: "C": .*Not now/);
    assert.deepEqual(await spacesIn(on.sandbox, 'heron'), ['A', 'D', 'Heron manual', 'Heron API guide']);
  });

  it('is looked up when the reply is lost, and shown in the view', async () => {
    await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/move/);
    const messages = await doing.run(commands, 'item.moveTo', ['Heron', 'First', 'Move'], ...(await rows('A')));
    assert.match(messages.at(-1) ?? '', /the answer was lost.*"A" lies in "Heron" now/s);
    await on.server.recover();
    await eventually(async () => {
      assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Guides'), ['B', 'C', 'D']);
      assert.equal((await labels(on.app.tree, 'Tidewell', 'Products', 'Heron'))[0], 'A');
    });
  });

  it('is looked up with a new request, even if an older one is pending', async () => {
    const [space] = await rows('A');
    const { id } = on.sandbox.state.spaces.all().find(({ title }) => title === 'A') ?? assert.fail();
    const connection = on.app.session.current ?? assert.fail('not signed in');
    let before: Promise<{ parent?: string }> | undefined;
    const firstWhileOthersAsk = () => {
      on.server.fail({ kind: 'late' }, new RegExp(`^GET /spaces/${id}$`), 1);
      before = connection.api.request('GET /spaces/{spaceId}', { spaceId: id });
      return 'First';
    };
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/move/);
    const answers = ['Heron', firstWhileOthersAsk, 'Move'];
    const messages = await doing.run(commands, 'item.moveTo', answers, space ?? assert.fail());
    on.server.release();
    assert.equal((await before)?.parent, collection);
    assert.match(messages.at(-1) ?? '', /"A" lies in "Heron" now/);
  });

  it('sends nothing when one was deleted meanwhile, with a message', async () => {
    const [row] = await rows('B');
    const id = on.sandbox.state.spaces.all().find(({ title }) => title === 'B')?.id ?? '';
    on.sandbox.state.spaces.delete(id);
    const messages = await doing.run(commands, 'item.moveUp', [], row ?? assert.fail());
    assert.match(messages.at(-1) ?? '', /Could not do that: .*(no space|not|does not)/i);
    assert.equal(moves(), 0);
  });

  it('is rejected before any question when the user may not move', async () => {
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
    const messages = await doing.run(commands, 'item.moveTo', [], ...(await rows('B')));
    assert.match(messages.at(-1) ?? '', /You may not do that with "B": it takes somebody who administrates the space/);
  });
});
