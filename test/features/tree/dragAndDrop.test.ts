import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { dragAndDrop } from '../../../src/features/tree/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Answer } from '../../host/answers.ts';
import { labels } from '../../host/app.ts';
import { addCollection, addSpaces, collectionsIn, Doing, spacesIn } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';

describe('dragging rows', () => {
  const on = stageOfParts();
  const doing = new Doing(on);
  const none = new vscode.CancellationTokenSource().token;
  let collection: string;

  beforeEach(() => {
    collection = addCollection(on.sandbox, 'Guides');
    addSpaces(on.sandbox, collection, 'A', 'B', 'C', 'D');
  });

  const rows = (...titles: string[]) => Promise.all(titles.map(title => doing.row('Guides', title)));
  const heron = (...path: string[]) => doing.row('Products', 'Heron', ...path);

  /** Drags and drops like VS Code, which passes one DataTransfer object to both handlers. */
  async function drag(dragged: Node[], target: Node | undefined, ...replies: Answer[]): Promise<string[]> {
    const controller = dragAndDrop(doing.app);
    const data = new vscode.DataTransfer();
    return doing.say(replies, async () => {
      await controller.handleDrag?.(dragged, data, none);
      await controller.handleDrop?.(target, data, none);
    });
  }

  const order = async () => (await spacesIn(on.sandbox, collection)).join(' ');

  for (const [titles, behind, after] of [
    [['A'], 'C', 'B C A D'],
    [['D'], 'A', 'A D B C'],
    [['C', 'D'], 'A', 'A C D B'],
    [['A', 'B'], 'D', 'C D A B'],
    [['A', 'C'], 'C', 'B C A D'],
  ] as const) {
    it(`onto the space ${behind} puts ${titles.join(' and ')} after it: ${after}`, async () => {
      const [target] = await rows(behind);
      await drag(await rows(...titles), target);
      assert.equal(await order(), after);
      await eventually(async () => {
        assert.equal((await labels(on.app.tree, 'Tidewell', 'Guides')).join(' '), after);
      });
    });
  }

  it('onto a collection puts them into it, after a confirmation, in their order', async () => {
    await labels(on.app.tree, 'Tidewell', 'Products', 'Heron');
    const messages = await drag(await rows('A', 'C'), await heron(), 'Move');
    assert.match(messages[0] ?? '', /Move 2 spaces to "Heron"\?/);
    assert.deepEqual(await spacesIn(on.sandbox, 'heron'), ['Heron manual', 'Heron API guide', 'A', 'C']);
    await eventually(async () => {
      assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Guides'), ['B', 'D']);
      assert.deepEqual((await labels(on.app.tree, 'Tidewell', 'Products', 'Heron')).slice(2), ['A', 'C']);
    });
  });

  it('onto a space of another collection puts them after it, after a confirmation', async () => {
    await drag(await rows('A', 'C'), await heron('Heron manual'), 'Move');
    assert.deepEqual(await spacesIn(on.sandbox, 'heron'), ['Heron manual', 'A', 'C', 'Heron API guide']);
  });

  it('onto their own collection puts them first', async () => {
    await drag(await rows('C', 'D'), await doing.row('Guides'));
    assert.equal(await order(), 'C D A B');
  });

  it('onto their own position sends nothing, with a message', async () => {
    const [a, b] = await rows('A', 'B');
    for (const [dragged, target] of [
      [b, a],
      [a, await doing.row('Guides')],
    ]) {
      assert.match((await drag([dragged ?? assert.fail()], target)).join(), /stands there already/);
    }
    assert.equal(on.server.writes.length, 0);
  });

  it('onto the organization removes them from their collection', async () => {
    await drag(await rows('A', 'C'), await doing.row(), 'Move');
    assert.equal(await order(), 'B D');
    const moved = on.sandbox.state.spaces.all().filter(({ title }) => title === 'A' || title === 'C');
    assert.deepEqual(
      moved.map(({ parent }) => parent),
      [undefined, undefined],
    );
    if (documentedOnly) return;
    await eventually(async () => {
      const rowLabels = await labels(on.app.tree, 'Tidewell');
      assert.deepEqual(
        rowLabels.filter(label => label === 'A' || label === 'C'),
        ['A', 'C'],
      );
    });
  });

  itWithOptional('onto their own organization does nothing while the server fails to list its spaces', async () => {
    addSpaces(on.sandbox, undefined, 'One', 'Two');
    const two = await doing.row('Two');
    on.server.fail({ kind: 'status', status: 505 }, /^GET \/orgs\/[^/]+\/spaces$/);
    assert.match((await drag([two], await doing.row())).at(-1) ?? '', /^Could not /);
    assert.equal(on.server.writes.length, 0);
  });

  it('works for collections with their content', async () => {
    await drag([await doing.row('Guides')], await doing.row('Products'), 'Move');
    assert.deepEqual(await collectionsIn(on.sandbox, 'products'), ['Heron', 'Guides']);
    assert.deepEqual(await collectionsIn(on.sandbox), ['Products']);
    await eventually(async () => {
      assert.deepEqual(await labels(on.app.tree, 'Tidewell', 'Products', 'Guides'), ['A', 'B', 'C', 'D']);
    });
  });

  it('works for collections on servers that order only spaces', async () => {
    addCollection(on.sandbox, 'Older');
    await drag([await doing.row('Guides'), await doing.row('Older')], await doing.row('Products'), 'Move');
    assert.deepEqual(
      on.server.writes.map(({ body }) => body),
      [{ parent: 'products' }, { parent: 'products' }],
    );
  });

  it('moves nested items only once, with their parent', async () => {
    const guides = await doing.row('Guides');
    await drag([guides, ...(await rows('A', 'B'))], await doing.row('Products'), 'Move');
    assert.equal(on.server.writes.length, 1);
    assert.equal(await order(), 'A B C D');
  });

  it('does nothing without a confirmation when access would change', async () => {
    await drag(await rows('A'), await heron(), undefined);
    assert.equal(on.server.writes.length, 0);
  });

  it('does not put collections into themselves or their descendants', async () => {
    const products = await doing.row('Products');
    for (const target of [await heron(), await heron('Heron manual')]) {
      const messages = await drag([products], target);
      assert.match(messages.join(), /"Products" cannot be put into itself, or into what lies in it/);
    }
    await drag([products], products);
    assert.equal(on.server.writes.length, 0);
  });

  it('does not move to another organization, with a message that says what to do', async () => {
    const rivers = (await on.app.tree.getChildren()).find(({ label }) => label.includes('Rivers'));
    const messages = await drag(await rows('A'), rivers);
    assert.match(messages.join(), /It belongs to another organization\. Use "Transfer to Another Organization\.\.\."/);
    assert.equal(on.server.writes.length, 0);
  });

  it('does not move onto or with items of other kinds', async () => {
    const [space] = await rows('A');
    const sites = await doing.row('Sites');
    assert.match((await drag([space ?? assert.fail()], sites)).join(), /Drop it on a collection, on the space/);
    assert.match((await drag([sites], space)).join(), /Only spaces and collections can be moved/);
    assert.equal(on.server.writes.length, 0);
  });

  it('onto nothing, or from another view, does nothing', async () => {
    const [space] = await rows('A');
    assert.deepEqual(await drag([space ?? assert.fail()], undefined), []);
    const forged = JSON.parse(JSON.stringify({ ...space, resource: undefined })) as Node;
    assert.deepEqual(await drag([forged], await heron()), []);
    assert.equal(on.server.writes.length, 0);
  });

  it('reports when the user may not move', async () => {
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
    const [space] = await rows('A');
    assert.match(space?.tooltip ?? '', /You may not move or change it/);
    assert.match((await drag([space ?? assert.fail()], await heron())).join(), /You may not do that with "A"/);
    assert.equal(on.server.writes.length, 0);
  });

  it('reports what was moved and what was not when the server fails midway', async () => {
    const id = on.sandbox.state.spaces.all().find(({ title }) => title === 'B')?.id ?? '';
    on.server.fail({ kind: 'status', status: 400, message: 'Not now.' }, new RegExp(`^POST /spaces/${id}/move`));
    const messages = await drag(await rows('A', 'B', 'C'), await heron('Heron manual'), 'Move');
    assert.match(messages.at(-1) ?? '', /2 of 3 moved\. Not done: "B": .*Not now/);
    assert.deepEqual(await spacesIn(on.sandbox, 'heron'), ['Heron manual', 'A', 'C', 'Heron API guide']);
  });

  it('reports when the target was moved elsewhere meanwhile', async () => {
    const [moved, target] = await rows('A', 'C');
    const row = on.sandbox.state.spaces.all().find(({ title }) => title === 'C') ?? assert.fail();
    on.sandbox.state.spaces.put({ ...row, parent: 'heron' });
    on.sandbox.state.keepWrites();
    const messages = await drag([moved ?? assert.fail()], target);
    assert.match(messages.at(-1) ?? '', /Could not move "A":.*not where this is moved to/);
    assert.equal(await order(), 'A B D');
  });
});
