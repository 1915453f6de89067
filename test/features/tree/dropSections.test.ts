import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { dragAndDrop } from '../../../src/features/tree/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels } from '../../host/app.ts';
import { fetchJson, Doing } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';

const site = '/orgs/tidewell/sites/heron-docs';

describe('dragging sections and section groups', () => {
  const on = stageOfParts();
  const doing = new Doing(on);
  const none = new vscode.CancellationTokenSource().token;

  beforeEach(() => {
    const { state } = on.sandbox;
    for (const title of ['C', 'D']) {
      state.siteSections.put({ id: title, site: 'heron-docs', title, path: title.toLowerCase() });
    }
    const groups = ['Guides', 'More'].map(title =>
      state.siteSectionGroups.put({ id: title, site: 'heron-docs', title }),
    );
    for (const title of ['X', 'Y']) {
      const group = groups[0]?.id ?? '';
      state.siteSections.put({ id: title, site: 'heron-docs', title, path: title.toLowerCase(), group });
    }
    state.keepWrites();
  });

  const place = ['Sites', 'Heron documentation'];
  const rows = (...titles: string[]) => Promise.all(titles.map(title => doing.row(...place, ...wayTo(title))));
  const row = async (title: string) => (await rows(title))[0] ?? assert.fail();

  /** Returns the label path of a row of the site. */
  function wayTo(title: string): string[] {
    if (['Guides', 'More'].includes(title)) return ['Section groups', title];
    return ['X', 'Y'].includes(title) ? ['Section groups', 'Guides', title] : ['Sections', title];
  }

  async function drag(dragged: Node[], target: Node | undefined): Promise<string[]> {
    const controller = dragAndDrop(doing.app);
    const data = new vscode.DataTransfer();
    return doing.say([], async () => {
      await controller.handleDrag?.(dragged, data, none);
      await controller.handleDrop?.(target, data, none);
    });
  }

  /**
   * Returns all sections in the order of the service: those outside of groups, and those of each group after its title.
   */
  async function order(): Promise<string> {
    type Section = { title: string; sectionGroup?: string };
    const sections = (await fetchJson<{ items: Section[] }>(on.sandbox, `${site}/sections`)).items;
    type Group = { title: string; sections: Section[] };
    const groups = (await fetchJson<{ items: Group[] }>(on.sandbox, `${site}/section-groups`)).items;
    const outside = sections.filter(({ sectionGroup }) => !sectionGroup).map(({ title }) => title);
    const inGroups = groups.map(group => `${group.title}(${group.sections.map(({ title }) => title).join(' ')})`);
    return [...outside, ...inGroups].join(' ');
  }

  for (const [titles, target, after] of [
    [['Manual'], 'C', 'API C Manual D Guides(X Y) More()'],
    [['D'], 'Manual', 'Manual D API C Guides(X Y) More()'],
    [['C', 'D'], 'Manual', 'Manual C D API Guides(X Y) More()'],
    [['D', 'Manual', 'C'], 'C', 'API C Manual D Guides(X Y) More()'],
    [['D', 'Manual'], 'X', 'API C Guides(X Manual D Y) More()'],
    [['X'], 'Manual', 'Manual X API C D Guides(Y) More()'],
    [['C', 'Manual'], 'Guides', 'API D Guides(X Y Manual C) More()'],
    [['C', 'Manual'], 'More', 'API D Guides(X Y) More(Manual C)'],
    [['X', 'C'], 'Guides', 'Manual API D Guides(Y C X) More()'],
    [['Y'], 'Guides', 'Manual API C D Guides(Y X) More()'],
    [['X', 'Y'], 'More', 'Manual API C D Guides() More(X Y)'],
    [['Guides'], 'More', 'Manual API C D More() Guides(X Y)'],
  ] as const) {
    it(`${titles.join(', ')} onto ${target}: ${after}`, async () => {
      await drag(await rows(...titles), await row(target));
      assert.equal(await order(), after);
      await eventually(async () => {
        const titlesShown = await labels(on.app.tree, 'Tidewell', ...place, 'Sections');
        const groups = await labels(on.app.tree, 'Tidewell', ...place, 'Section groups');
        const inside = groups.map(async group => {
          const titles = await labels(on.app.tree, 'Tidewell', ...place, 'Section groups', group);
          return `${group}(${titles.join(' ')})`.replace('This group is empty', '');
        });
        assert.equal([...titlesShown, ...(await Promise.all(inside))].join(' '), after);
      });
    });
  }

  for (const [titles, target] of [
    [['API'], 'Manual'],
    [['C', 'D'], 'API'],
    [['Y'], 'X'],
    [['X', 'Y'], 'Guides'],
    [['More'], 'Guides'],
    [['Manual'], 'Manual'],
  ] as const) {
    it(`${titles.join(', ')} onto ${target}: is already there, and sends nothing`, async () => {
      const before = await order();
      assert.deepEqual(await drag(await rows(...titles), await row(target)), []);
      assert.deepEqual(on.server.writes, []);
      assert.equal(await order(), before);
    });
  }

  it('reports the result for several in one message', async () => {
    const messages = await drag(await rows('Manual', 'API'), await row('D'));
    assert.deepEqual(messages, ['2 moved.']);
  });

  it('moves nested sections only once, with their group', async () => {
    await drag(await rows('Guides', 'X'), await row('More'));
    assert.equal(await order(), 'Manual API C D More() Guides(X Y)');
  });

  it('reports what was moved and what was not when the service fails midway', async () => {
    const move = documentedOnly ? /^POST .*sections\/manual\/move/ : /^PATCH .*sort/;
    on.server.fail({ kind: 'status', status: 400, message: 'Not now.' }, move, 1);
    const messages = await drag(await rows('Manual', 'API', 'C'), await row('D'));
    assert.match(messages.at(-1) ?? '', /2 of 3 moved\. Not done: "Manual": .*Not now/);
    assert.equal(await order(), 'Manual D API C Guides(X Y) More()');
  });

  it('is looked up when the reply is lost', async () => {
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST.*section-groups/);
    const messages = await drag(await rows('C'), await row('More'));
    assert.match(messages.at(-1) ?? '', /the answer was lost.*It is moved/s);
  });

  it('does not put groups into another one, alone or with sections', async () => {
    assert.match((await drag(await rows('More'), await row('X'))).join(), /cannot be put into another one/);
    assert.match((await drag(await rows('Guides', 'C'), await row('More'))).join(), /Drop them one after the other/);
    assert.deepEqual(on.server.writes, []);
  });

  it('does not move to another site, with a message that says what to do', async () => {
    const { state } = on.sandbox;
    const other = state.sites.put({ ...state.sites.get('heron-docs'), id: 'other', title: 'Another site' });
    state.siteSections.put({ id: 'Z', site: other.id, title: 'Z', path: 'z' });
    state.keepWrites();
    on.app.tree.refresh();
    const target = await doing.row('Sites', 'Another site', 'Sections', 'Z');
    assert.match((await drag(await rows('C'), target)).join(), /stay on their site\. Create a section/);
    assert.deepEqual(on.server.writes, []);
  });

  it('does not move to the same site of another account', async () => {
    const dragged = await rows('C');
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('lucia') });
    assert.match((await drag(dragged, await row('D'))).join(), /stay on their site/);
    assert.deepEqual(on.server.writes, []);
  });

  it('does not move onto other kinds, or together with spaces', async () => {
    const [section] = await rows('C');
    const space = await doing.row('Products', 'Heron', 'Heron manual');
    const drop = /Drop it on a section or section group/;
    assert.match((await drag([section ?? assert.fail()], await doing.row('Sites'))).join(), drop);
    assert.match((await drag([section ?? assert.fail()], space)).join(), drop);
    assert.match((await drag([section ?? assert.fail(), space], await row('D'))).join(), /Only spaces and collections/);
    assert.match((await drag([space], await row('D'))).join(), /Drop it on a collection/);
    assert.deepEqual(on.server.writes, []);
  });

  it('ignores data that another extension has put into the drag', async () => {
    const controller = dragAndDrop(doing.app);
    for (const forged of ['a text', 7, undefined, [{ id: 'x' }], [{ resource: { kind: 'item' } }]]) {
      const data = new vscode.DataTransfer();
      data.set('application/vnd.code.tree.marginalia.spaces', new vscode.DataTransferItem(forged));
      const target = await row('D');
      const messages = await doing.say([], () => controller.handleDrop?.(target, data, none));
      assert.deepEqual(messages, []);
    }
    assert.deepEqual(on.server.writes, []);
  });

  it('reports when the user may not move', async () => {
    await on.app.session.signIn({ url: on.server.url, token: on.sandbox.tokenFor('jun') });
    const [section] = await rows('C');
    assert.match(section?.tooltip ?? '', /You may not change it/);
    assert.match((await drag([section ?? assert.fail()], await row('D'))).join(), /You may not change the sections/);
    assert.deepEqual(on.server.writes, []);
  });

  it('is explained in tooltips', async () => {
    assert.match((await row('C')).tooltip ?? '', /Drag it to move it; what is dropped on it comes after it/);
    assert.match((await row('Guides')).tooltip ?? '', /Sections that are dropped on it are put into it/);
  });

  itWithOptional('moves sections and groups together onto a section, in their order', async () => {
    await drag(await rows('Guides', 'Manual'), await row('D'));
    const { structure } = await fetchJson<{ structure: { title: string }[] }>(on.sandbox, `${site}/structure`);
    assert.deepEqual(
      structure.map(({ title }) => title),
      ['API', 'C', 'D', 'Manual', 'Guides', 'More'],
    );
  });
});
