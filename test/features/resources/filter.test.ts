import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Notice } from '../../../src/api/failure.ts';
import { clearListFilter, filterList } from '../../../src/features/resources/filter.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import type { Answer } from '../../host/answers.ts';
import { labels } from '../../host/app.ts';
import { Doing } from '../../host/content.ts';
import { run } from '../../host/commands.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stage, stageOfParts } from '../../host/stage.ts';

const lists = {
  members: ['Administration', 'Members'],
  teams: ['Administration', 'Teams'],
  sites: ['Sites'],
  integrations: ['Administration', 'Integrations'],
};

describe('the filter of a list', () => {
  const on = stageOfParts();
  const doing = new Doing(on);
  const row = (list: keyof typeof lists): Promise<Node> => doing.row(...lists[list]);
  const rowLabels = (list: keyof typeof lists) => labels(on.app.tree, 'Tidewell', ...lists[list]);

  async function by(list: keyof typeof lists, ...replies: Answer[]): Promise<void> {
    const target = await row(list);
    await doing.say(replies, () => filterList(doing.app, target));
  }

  /** Adds resources, as another user would. */
  function setUp(): void {
    const { state } = on.sandbox;
    for (const title of ['Heron writers', 'Porpoise']) {
      state.teams.put({ ...(state.teams.all()[0] ?? assert.fail()), id: title, title, members: [] });
    }
    for (const [id, category, target, organization] of [
      ['Sign-in', 'visitor-auth', 'site', 'tidewell'],
      ['Figures', 'analytics', 'space', 'open-rivers'],
    ] as const) {
      const published = { title: id, description: '', scopes: [], script: '', categories: [category], target };
      state.integrations.put({ id, organization, version: 1, published: { ...published, visibility: 'public' } });
    }
    state.sites.put({ ...state.sites.get('heron-docs'), id: 'drafts', title: 'Drafts', published: false });
    state.keepWrites();
  }

  for (const [list, [name, value], label, expected] of [
    ['members', ['Role', 'Editor'], 'Editor', ['Jun Takahashi']],
    ['members', ['Name or email', 'WHITLOCK'], 'WHITLOCK', ['Sam Whitlock']],
    ['teams', ['Title', 'writ'], 'writ', ['Heron writers']],
    ['sites', ['Title', 'DRAFT'], 'DRAFT', ['Drafts']],
    ['sites', ['Publication', 'not published'], 'not published', ['Handbook for partners', 'Drafts']],
    ['integrations', ['Category', 'visitor-auth'], 'visitor-auth', ['Sign-in']],
    ['integrations', ['Where it can be installed', 'site'], 'site', ['Sign-in']],
    ['integrations', ['Who has published it', 'Open Rivers Network'], 'Open Rivers Network', ['Figures']],
  ] as const) {
    it(`makes the service return only ${list} with ${name}: ${value}, and is shown on the row`, async () => {
      setUp();
      await by(list, name, value);
      assert.deepEqual(await rowLabels(list), expected);
      const { description, contextValue } = await row(list);
      assert.equal(description, `only ${label}`);
      assert.equal(contextValue, `${list}.filtered`);
    });
  }

  it('of teams finds those that a member owns, of sites those that show a space', async () => {
    const { state } = on.sandbox;
    const [team] = state.teams.all();
    const jun = state.users.all().find(({ displayName }) => displayName.startsWith('Jun')) ?? assert.fail();
    state.teams.put({ ...(team ?? assert.fail()), members: [{ user: jun.id, role: 'owner' }] });
    state.keepWrites();
    await by('teams', 'Owner', 'Jun Takahashi');
    assert.deepEqual(await rowLabels('teams'), [team?.title]);
    await by('sites', 'Space that it shows', 'Heron manual');
    assert.deepEqual(await rowLabels('sites'), ['Heron documentation']);
    assert.equal((await row('sites')).description, 'only Heron manual');
  });

  it('applies to the next pages, too', async () => {
    const { state } = on.sandbox;
    const team = state.teams.all()[0] ?? assert.fail();
    for (let number = 1; number <= 60; number++) {
      for (const title of [`Writer ${number}`, `Reader ${number}`]) state.teams.put({ ...team, id: title, title });
    }
    state.keepWrites();
    await by('teams', 'Title', 'writer');
    await on.app.tree.loadMore(await row('teams'));
    const rows = await rowLabels('teams');
    assert.ok(rows.length > 50 && rows.every(label => /^Writer|^Load more/.test(label)), String(rows));
  });

  it('combines several criteria, and each can be removed', async () => {
    await by('members', 'Role', 'Editor');
    await by('members', 'Name or email', 'whitlock');
    assert.deepEqual(await rowLabels('members'), ['No such members']);
    assert.equal((await row('members')).description, 'only Editor · whitlock');
    await by('members', 'Role', 'Any');
    assert.deepEqual(await rowLabels('members'), ['Sam Whitlock']);
    await by('members', 'Name or email', '');
    assert.equal((await rowLabels('members')).length, 6);
    assert.equal((await row('members')).contextValue, 'members');
  });

  it('shows its current values', async () => {
    await by('members', 'Role', 'Editor');
    const seen: string[] = [];
    const look = (offered: readonly unknown[]) => {
      seen.push(
        ...(offered as { label: string; description?: string }[]).map(one => `${one.label} ${one.description}`),
      );
      return undefined;
    };
    await by('members', look);
    assert.deepEqual(seen, ['Name or email undefined', 'Role now: Editor']);
  });

  it('is kept on a refresh, until it is cleared', async () => {
    await by('members', 'Name or email', 'whitlock');
    on.app.tree.refresh();
    assert.deepEqual(await rowLabels('members'), ['Sam Whitlock']);
    await clearListFilter(doing.app, await row('members'));
    assert.equal((await rowLabels('members')).length, 6);
    const { description, contextValue } = await row('members');
    assert.deepEqual([description, contextValue], [undefined, 'members']);
  });

  it('reports when there is none to clear', async () => {
    await assert.rejects(
      clearListFilter(doing.app, await row('members')),
      new Notice('No filter is set for this list.'),
    );
  });

  it('changes only when the user has answered all questions', async () => {
    await by('members', undefined);
    await by('members', 'Role', undefined);
    assert.equal((await rowLabels('members')).length, 6);
  });

  it('applies to one organization', async () => {
    await by('integrations', 'Name', 'no such name');
    const rivers = (await on.app.tree.getChildren()).find(({ label }) => label.includes('Rivers')) ?? assert.fail();
    const rows = await labels(on.app.tree, rivers.label, ...lists.integrations);
    assert.notDeepEqual(rows, ['No such integrations']);
  });

  it('is offered on lists that the service can filter, filtered or not', () => {
    const all = Object.keys(lists).flatMap(list => [list, `${list}.filtered`, `${list}.noEdit`]);
    assert.deepEqual(rowsOffering('marginalia.item.filter', [...all, 'ssoLogins']), all);
    const filtered = Object.keys(lists).map(list => `${list}.filtered`);
    assert.deepEqual(rowsOffering('marginalia.item.clearFilter', all), filtered);
  });
});

describe('the filter of a list, from the palette', () => {
  const set = stage();

  it('asks for the list and the organization', async () => {
    await run('item.filter', ['Teams', 'Tidewell', 'Title', 'nothing like it']);
    await run('item.filter', ['Sites', 'Tidewell', 'Publication', 'published']);
    assert.ok(set.server.requests.length > 0);
  });

  it('is cleared without a question, unless several lists are filtered', async () => {
    assert.deepEqual(await run('item.clearFilter', []), ['No list is filtered.']);
    await run('item.filter', ['Teams', 'Tidewell', 'Title', 'nothing like it']);
    assert.deepEqual(await run('item.clearFilter', []), []);
    assert.deepEqual(await run('item.clearFilter', []), ['No list is filtered.']);

    await run('item.filter', ['Teams', 'Tidewell', 'Title', 'nothing like it']);
    await run('item.filter', ['Sites', 'Tidewell', 'Publication', 'published']);
    let offered: string[] = [];
    const pickSites: Answer = items => {
      offered = (items as vscode.QuickPickItem[]).map(({ label, description }) => `${label}: ${description}`);
      return 'Sites';
    };
    await run('item.clearFilter', [pickSites]);
    assert.deepEqual(offered, ['Teams: Tidewell · nothing like it', 'Sites: Tidewell · published']);
    assert.deepEqual(await run('item.clearFilter', []), []);
    assert.deepEqual(await run('item.clearFilter', []), ['No list is filtered.']);
  });
});
