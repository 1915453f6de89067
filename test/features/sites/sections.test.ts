import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { dismissEachStep } from '../../host/answers.ts';
import { discardAll, documentOf, fieldsIn } from '../../host/resourceDocuments.ts';
import { rowOf, run } from '../../host/commands.ts';
import { stage } from '../../host/stage.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const site = '/orgs/tidewell/sites/heron-docs';

describe('sections of a site', () => {
  skipLookUpDelays();
  afterEach(discardAll);
  const set = stage();
  const sections = () => set.sandbox.state.siteSections.by('site', 'heron-docs');
  const groupOf = (id: string) => set.sandbox.state.siteSections.get(id).group;

  /** Adds a group with these sections. */
  function putGroup(title: string, ...ids: string[]): string {
    const { state } = set.sandbox;
    const { id } = state.siteSectionGroups.put({ id: state.newId(), site: 'heron-docs', title });
    for (const section of ids) state.siteSections.put({ ...state.siteSections.get(section), group: id });
    state.keepWrites();
    return id;
  }

  describe('that are created', () => {
    const replies = ['Tidewell', 'Heron documentation', 'Heron manual', 'Field work'];

    it('get a site, a space and a title from prompts', async () => {
      const messages = await run('siteSection.create', replies);
      assert.deepEqual(set.server.writes, [
        { asked: `POST ${site}/sections`, body: { spaceId: 'heron-manual', title: 'Field work' } },
      ]);
      assert.ok(sections().some(({ title }) => title === 'Field work'));
      assert.match(messages.at(-1) ?? '', /Section "Field work" is created/);
    });

    for (const answers of dismissEachStep(...replies)) {
      it(`are not created when the user cancels after ${answers.length - 1} answers`, async () => {
        await run('siteSection.create', answers);
        assert.deepEqual(set.server.writes, []);
      });
    }

    it('get the title of the space by default, within the limits', async () => {
      const looked = async ([box]: readonly unknown[]) => {
        const { value, validateInput } = box as vscode.InputBoxOptions;
        assert.equal(value, 'Heron manual');
        assert.match(String(await validateInput?.('x')), /at least 2 characters/);
        return value;
      };
      await run('siteSection.create', [...replies.slice(0, 3), looked]);
      assert.ok(sections().some(({ title }) => title === 'Heron manual'));
    });

    it('show a space by default, which is offered before the document with all fields', async () => {
      const labels: string[] = [];
      const looked = (items: readonly unknown[]) =>
        void labels.push(...(items as vscode.QuickPickItem[]).map(({ label }) => label));
      await run('siteSection.create', [looked], rowOf(site, 'Heron documentation'));
      assert.ok(labels.length > 1);
      assert.equal(
        labels.findIndex(label => label.startsWith('Fill in')),
        labels.length - 1,
      );
    });

    it('can be created from a document', async () => {
      await run('siteSection.create', ['Fill in a document instead...'], rowOf(site, 'Heron documentation'));
      const document = vscode.window.activeTextEditor?.document ?? assert.fail('No document is shown.');
      assert.deepEqual(Object.keys(fieldsIn(document)).sort(), ['spaceId', 'title']);
      assert.deepEqual(set.server.writes, []);
    });

    it('are looked up when the reply is lost', async () => {
      set.server.fail({ kind: 'dropped', isDone: true }, /^POST/);
      const messages = await run('siteSection.create', replies);
      assert.match(messages.at(-1) ?? '', /the answer was lost.*There is one named "Field work"/s);
    });

    it('are reported as not created after a failure', async () => {
      set.server.fail({ kind: 'dropped' }, /^POST/);
      const messages = await run('siteSection.create', replies);
      assert.match(messages.at(-1) ?? '', /It is not created/);
    });
  });

  it('are put into a group of their site, several together', async () => {
    const guides = putGroup('Guides');
    const rows = [rowOf(`${site}/sections/manual`, 'Manual'), rowOf(`${site}/sections/api`, 'API')];
    await run('siteSection.addToGroup', ['Guides'], rows[0], rows);
    assert.deepEqual([groupOf('manual'), groupOf('api')], [guides, guides]);
    const inOrder = ['manual', 'api'].map(sectionId => ({ sectionId }));
    assert.deepEqual(
      set.server.writes.map(({ body }) => body),
      inOrder,
    );
  });

  it('are put into a group together, and a failure is reported', async () => {
    const guides = putGroup('Guides');
    set.server.fail({ kind: 'status', status: 409, message: 'Not this one.' }, /^POST/, 1);
    const rows = [rowOf(`${site}/sections/manual`, 'Manual'), rowOf(`${site}/sections/api`, 'API')];
    const messages = await run('siteSection.addToGroup', ['Guides'], rows[0], rows);
    assert.match(messages.at(-1) ?? '', /1 of 2 added\. Not done: "Manual": Not this one/);
    assert.deepEqual([groupOf('manual'), groupOf('api')], [undefined, guides]);
  });

  it('are put into a group on a later page of the list', async () => {
    for (let number = 1; number <= 55; number++) putGroup(`Group ${number}`);
    await run('siteSection.addToGroup', ['Load more', 'Group 55'], documentOf(`${site}/sections/api`));
    const group = groupOf('api') ?? assert.fail('It is in no group.');
    assert.equal(set.sandbox.state.siteSectionGroups.get(group).title, 'Group 55');
  });

  it('are picked from the palette', async () => {
    const guides = putGroup('Guides');
    const messages = await run('siteSection.addToGroup', ['Tidewell', 'Heron documentation', 'API', 'Guides']);
    assert.equal(groupOf('api'), guides);
    assert.match(messages.at(-1) ?? '', /"API" is in "Guides" now/);
  });

  it('stay where they are when the user cancels', async () => {
    putGroup('Guides');
    await run('siteSection.addToGroup', [undefined], documentOf(`${site}/sections/api`));
    assert.deepEqual(set.server.writes, []);
  });

  it('of several sites have no group in common', async () => {
    const rows = [rowOf(`${site}/sections/api`, 'API'), rowOf('/orgs/tidewell/sites/other/sections/x', 'X')];
    const messages = await run('siteSection.addToGroup', [], rows[0], rows);
    assert.match(messages.at(-1) ?? '', /Select sections of one site/);
  });

  it('are removed from their group after a confirmation', async () => {
    putGroup('Guides', 'manual', 'api');
    const messages = await run('siteSection.removeFromGroup', ['Remove'], documentOf(`${site}/sections/api`));
    assert.match(messages[0] ?? '', /Remove "API" from its group\?.*stays on the site/s);
    assert.deepEqual([groupOf('manual') !== undefined, groupOf('api')], [true, undefined]);
  });

  it('are removed from different groups together', async () => {
    const [first, second] = [putGroup('Guides', 'manual'), putGroup('More', 'api')];
    const { state } = set.sandbox;
    state.siteSections.put({ ...state.siteSections.get('api'), id: 'alone', path: 'alone', group: undefined as never });
    const rows = ['manual', 'api', 'alone'].map(id => rowOf(`${site}/sections/${id}`, id));
    const messages = await run('siteSection.removeFromGroup', ['Remove'], rows[0], rows);
    assert.match(messages[0] ?? '', /Remove 2 sections/);
    assert.equal(messages.at(-1), '2 removed.');
    assert.deepEqual(
      set.server.writes.map(({ asked }) => asked),
      [
        `DELETE ${site}/section-groups/${first}/sections/manual`,
        `DELETE ${site}/section-groups/${second}/sections/api`,
      ],
    );
  });

  it('without a group are skipped', async () => {
    const messages = await run('siteSection.removeFromGroup', [], documentOf(`${site}/sections/api`));
    assert.match(messages.at(-1) ?? '', /"API" is in no group/);
    assert.deepEqual(set.server.writes, []);
  });

  it('are removed together, and failures are reported', async () => {
    putGroup('Guides', 'manual', 'api');
    set.server.fail({ kind: 'status', status: 403, message: 'Not this one.' }, /^DELETE .*manual$/);
    const rows = [rowOf(`${site}/sections/manual`, 'Manual'), rowOf(`${site}/sections/api`, 'API')];
    const messages = await run('siteSection.removeFromGroup', ['Remove'], rows[0], rows);
    assert.match(messages[0] ?? '', /Remove 2 sections from their groups\?.*They stay on the site/s);
    assert.match(messages.at(-1) ?? '', /1 of 2 removed\. Not done: "Manual": Not this one/);
    assert.equal(groupOf('api'), undefined);
  });

  it('cannot be put into groups on newer servers, with a message', async () => {
    putGroup('Guides');
    set.server.fail({ kind: 'status', status: 404 }, /^POST .*section-groups\/[^/]+\/sections$/);
    const messages = await run('siteSection.addToGroup', ['Guides'], documentOf(`${site}/sections/api`));
    assert.match(messages.at(-1) ?? '', /This server does not offer to put sections into groups/);
  });

  it('do not find a deleted group', async () => {
    putGroup('Guides');
    set.server.fail({ kind: 'status', status: 404, message: 'No such group.' }, /section-groups\/[^/]+\/sections$/);
    const picked = (offered: readonly unknown[]) => {
      const { state } = set.sandbox;
      for (const { id } of state.siteSectionGroups.all()) state.siteSectionGroups.delete(id);
      state.keepWrites();
      assert.equal(offered.length, 1);
      return 'Guides';
    };
    const messages = await run('siteSection.addToGroup', [picked], documentOf(`${site}/sections/api`));
    assert.match(messages.at(-1) ?? '', /not in the list of the service any more/);
  });
});
