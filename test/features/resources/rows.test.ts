import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isOptional } from '../../../src/api/routes.ts';
import { resourceNode } from '../../../src/features/resources/node.ts';
import { resourceUri } from '../../../src/model/resources/address.ts';
import type { Item } from '../../../src/model/resources/items.ts';
import { resourceDefinitions } from '../../../src/model/resources/resourceDefinitions.ts';
import { itemIn, resourcesIn } from '../../../src/model/resources/readResources.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, row } from '../../host/app.ts';
import { rowsOffering } from '../../host/menus.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { documentedOnly, marginalia } from '../../host/support.ts';

describe('rows of resources', () => {
  const set = stageOfParts();

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${set.sandbox.token}`, 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${set.sandbox.url}/v1${path}`, { method, headers, ...text });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    const replyText = await response.text();
    return replyText === '' ? undefined : JSON.parse(replyText);
  };
  const rowLabels = (...path: string[]) => labels(set.app.tree, 'Tidewell', ...path);

  it('are children of their organization, and are fetched when they are expanded', async () => {
    const before = set.server.requests.length;
    assert.deepEqual(await rowLabels('Administration'), [
      'Members',
      'Teams',
      'SAML providers',
      'SSO logins',
      'Translations',
      'Integrations',
    ]);
    const asked = set.server.requests.slice(before);
    assert.deepEqual(
      asked.filter(one => /members|teams|saml|sso|translations|integrations/.test(one)),
      [],
    );
    assert.ok((await rowLabels('Administration', 'Members')).includes('Mira Aaltonen'));
    assert.equal(set.server.requests.at(-1), 'GET /orgs/tidewell/members');
  });

  it('expand to their children', async () => {
    assert.deepEqual(await rowLabels('Administration', 'Teams'), ['Documentation', 'Field engineering']);
    assert.ok((await rowLabels('Administration', 'Teams', 'Documentation')).includes('Mira Aaltonen'));
    assert.deepEqual(await rowLabels('Sites', 'Heron documentation'), [
      ...['Sections', 'Section groups', 'Share links', 'Adaptive schema', 'Conditions', 'Published profile'],
    ]);
    assert.deepEqual(await rowLabels('Sites', 'Heron documentation', 'Sections'), ['Manual', 'API']);
  });

  it('show an empty list without a notification', async () => {
    await ask('DELETE', '/orgs/tidewell/teams/documentation');
    await ask('DELETE', '/orgs/tidewell/teams/field-engineering');
    assert.deepEqual(await rowLabels('Administration', 'Teams'), ['No teams']);
    assert.deepEqual(await rowLabels('Administration', 'SAML providers'), ['No SAML providers']);
  });

  it('show what distinguishes them from others of their kind', async () => {
    const { state } = set.sandbox;
    const sam = state.members.find(memberId('tidewell', 'sam')) ?? assert.fail();
    state.members.put({ ...sam, disabled: true, sso: true });
    const jun = state.members.find(memberId('tidewell', 'jun')) ?? assert.fail();
    state.members.put({ ...jun, sso: false });
    const [first = assert.fail()] = state.siteSections.by('site', 'heron-docs');
    const group = state.siteSectionGroups.put({ id: 'guides', site: 'heron-docs', title: 'Guides' }).id;
    state.siteSections.put({ ...state.siteSections.get('manual'), group });
    const createdAt = '2026-11-01T08:00:00Z';
    for (const active of [true, false]) {
      const name = active ? 'Open' : 'Closed';
      state.shareLinks.put({ id: name, site: 'heron-docs', createdAt, name, active, key: name });
    }
    state.users.put({ ...state.users.get('jun'), displayName: '' });
    state.keepWrites();
    await ask('POST', '/orgs/tidewell/saml', { label: 'Company' });
    await ask('POST', '/integrations/word-count', {
      ...{ title: 'Word count', description: 'Counts', organization: 'tidewell', script: '1', scopes: [] },
    });
    const site = ['Sites', 'Heron documentation'];
    const described = async (...path: string[]) => {
      const rows = await set.app.tree.getChildren(await row(set.app.tree, 'Tidewell', ...path));
      return Object.fromEntries(rows.map(one => [one.label, [one.description, one.contextValue, one.tooltip]]));
    };
    const members = await described('Administration', 'Members');
    assert.equal(members['Sam Whitlock']?.[0], 'Reader · disabled · SSO');
    assert.match(members['Mira Aaltonen']?.[0] ?? '', /^Administrator(?! · disabled)/);
    assert.equal(members[state.users.get('jun').email ?? '']?.[0], 'Editor');
    assert.equal((await described('Administration', 'Teams'))['Documentation']?.[0], '3 members');
    const team = await described('Administration', 'Teams', 'Documentation');
    assert.equal(team['Mira Aaltonen']?.[0], 'Owner');
    assert.ok((await described('Administration', 'SAML providers'))['Company']?.[0]);
    assert.match((await described('Administration', 'Integrations'))['Word count']?.[0] ?? '', /^version 1/);
    for (const organization of ['tidewell', 'elsewhere']) {
      const dates = { createdAt, updatedAt: createdAt };
      const installation = { integration: 'word-count', status: 'active' as const, externalIds: [], ...dates };
      state.integrationInstallations.put({ ...installation, id: `of-${organization}`, organization });
    }
    state.keepWrites();
    const installations = await described('Administration', 'Integrations', 'Word count');
    assert.deepEqual(Object.keys(installations), ['Tidewell', 'elsewhere']);
    assert.equal((await described(...site, 'Section groups'))['Guides']?.[0], '1 section');
    assert.match((await described(...site, 'Section groups', 'Guides'))['Manual']?.[1] ?? '', /\.grouped$/);
    const sections = {
      ...(await described(...site, 'Sections')),
      ...(await described(...site, 'Section groups', 'Guides')),
    };
    const defaults = Object.values(sections).filter(([description]) => description?.endsWith(' · default'));
    assert.equal(defaults.length, 1, first.title);
    const links = await described(...site, 'Share links');
    assert.deepEqual(links['Open']?.slice(0, 2), ['', 'shareLink']);
    assert.deepEqual(links['Closed']?.slice(0, 2), ['revoked', 'shareLink.revoked']);
    const parts = await set.app.tree.getChildren(await row(set.app.tree, 'Tidewell', ...site));
    assert.equal(parts.at(-1)?.command?.command, 'marginalia.site.openProfile');
  });

  it('have sections in their groups, not next to them', async () => {
    const site = '/orgs/tidewell/sites/heron-docs';
    await ask('POST', `${site}/section-groups`, { title: 'Guides', sections: ['manual'] });
    assert.deepEqual(await rowLabels('Sites', 'Heron documentation', 'Sections'), ['API']);
    assert.deepEqual(await rowLabels('Sites', 'Heron documentation', 'Section groups', 'Guides'), ['Manual']);
  });

  it('show who a person is and what a section shows, without repetition', async () => {
    const node = async (...path: string[]) => (await row(set.app.tree, 'Tidewell', ...path)) as Node;
    assert.match((await node('Administration', 'Members', 'Sam Whitlock')).tooltip ?? '', /sam\.whitlock@/);
    assert.match(
      (await node('Sites', 'Heron documentation', 'Sections', 'Manual')).tooltip ?? '',
      /Shows Heron manual/,
    );
    assert.equal((await node('Sites', 'Heron documentation', 'Conditions')).accessibleLabel, 'Conditions');
  });

  it('are refreshed from their menu', async () => {
    const values: string[] = [];
    const walk = async (...path: string[]) => {
      for (const { contextValue, label } of await set.app.tree.getChildren(
        (await row(set.app.tree, ...path)) as Node,
      )) {
        values.push(contextValue);
        if (/^(Administration|Members|Teams|Documentation|Sites|Heron documentation|Sections)$/.test(label))
          await walk(...path, label);
      }
    };
    await walk('Tidewell');
    const parts = ['adaptiveSchema', 'templateConditions', 'publishedSite', 'note'];
    const lists = values.filter(value => !parts.includes(value));
    assert.ok(lists.includes('teamMember') && lists.includes('siteSection'));
    assert.deepEqual(rowsOffering('marginalia.item.refresh', lists), lists);
  });

  it('load page by page', async () => {
    for (let number = 1; number <= 60; number++) {
      await ask('PUT', '/orgs/tidewell/teams', { title: `Team ${number}` });
    }
    const first = await rowLabels('Administration', 'Teams');
    assert.equal(first.at(-1), 'Load more');
    await set.app.tree.loadMore((await row(set.app.tree, 'Tidewell', 'Administration', 'Teams')) as Node);
    assert.equal((await rowLabels('Administration', 'Teams')).length, 62);
  });

  it('update after writes', async () => {
    await rowLabels('Administration', 'Teams');
    const { api } = set.app.session.current ?? assert.fail();
    const input = { organizationId: 'tidewell', teamId: 'documentation' };
    await api.request('PATCH /orgs/{organizationId}/teams/{teamId}', { ...input, body: { title: 'Writers' } });
    assert.ok((await rowLabels('Administration', 'Teams')).includes('Writers'));
  });

  it('offer no changes to a user without permission, and omit what the user may not see', async () => {
    const refusing = otherJson(reply => {
      const { items } = reply as { items: { permissions: object }[] };
      const permissions = { admin: false, listTeams: false, listIntegrations: false };
      return {
        ...(reply as object),
        items: items.map(one => ({ ...one, permissions: { ...one.permissions, ...permissions } })),
      };
    });
    await labels(set.app.tree);
    set.server.fail(refusing, /^GET \/orgs$/);
    set.app.tree.refresh();
    assert.deepEqual(await rowLabels('Administration'), ['Members', 'SSO logins', 'Translations']);
    const contexts = async (...path: string[]) =>
      (await set.app.tree.getChildren((await row(set.app.tree, 'Tidewell', ...path)) as Node)).map(
        ({ contextValue }) => contextValue,
      );
    assert.ok((await contexts('Administration')).every(value => value.endsWith('.noEdit')));
    assert.ok((await contexts('Administration', 'Members')).every(value => value === 'member.noEdit'));
  });

  it('show no secrets', async () => {
    const { id } = (await ask('POST', '/orgs/tidewell/sites/heron-docs/share-links', { name: 'For partners' })) as {
      id: string;
    };
    const links = (await row(set.app.tree, 'Tidewell', 'Sites', 'Heron documentation', 'Share links')) as Node;
    const [link] = await set.app.tree.getChildren(links);
    assert.equal(link?.label, 'For partners');
    const { urls } =
      (
        (await ask('GET', '/orgs/tidewell/sites/heron-docs/share-links')) as {
          items: { id: string; urls: { published: string } }[];
        }
      ).items.find(one => one.id === id) ?? assert.fail();
    const { label, description, tooltip, accessibleLabel } = link;
    assert.ok(!JSON.stringify({ label, description, tooltip, accessibleLabel }).includes(urls.published));
  });
});

describe('rows and documents of every kind', () => {
  const set = stageOfParts();

  const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${set.sandbox.token}`, 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${set.sandbox.url}/v1${path}`, { method, headers, ...text });
    const replyText = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${replyText}`);
    return (replyText === '' ? {} : JSON.parse(replyText)) as Record<string, unknown>;
  };

  it('exist, and each document equals its listed item', async () => {
    const { sandbox, app } = set;
    await (await marginalia()).signIn({ url: set.server.url, token: sandbox.token });
    const orgs = '/orgs/tidewell';
    const site = `${orgs}/sites/heron-docs`;
    await ask('POST', `${orgs}/saml`, { label: 'Company' });
    await ask('POST', `${orgs}/translations`, { title: 'German' });
    await ask('POST', `${site}/share-links`, { name: 'Link' });
    await ask('POST', `${site}/section-groups`, { title: 'Group', sections: [] });
    await ask('POST', '/integrations/word-count', {
      ...{ title: 'Word count', description: 'Counts', organization: 'tidewell', script: '1', scopes: [] },
    });
    const connection = app.session.current ?? assert.fail('Nobody is signed in.');
    const known: Record<string, string> = {
      ...{ organizationId: 'tidewell', siteId: 'heron-docs', teamId: 'documentation', spaceId: 'heron-manual' },
      ...{ specSlug: 'heron-api', integrationName: 'word-count' },
    };
    const empty: string[] = [];
    for (const definition of resourceDefinitions) {
      const names = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const above = Object.fromEntries(names.slice(0, -1).map(name => [name, known[name] ?? '']));
      const parameters = definition.list ? { organizationId: 'tidewell', ...above } : pickedOf(known, names);
      let item: Item | undefined = { definition, parameters };
      if (definition.list) {
        if (isOptional(definition.list) && documentedOnly) continue;
        const { value } = await resourcesIn(connection, definition, parameters).next();
        const [first] = value?.items ?? [];
        if (!first) {
          empty.push(definition.kind);
          continue;
        }
        const node = resourceNode(
          { connection, canChange: true },
          itemIn(definition, above, first) ?? assert.fail(),
          first,
        );
        assert.ok(node.label.length > 0 && !node.label.startsWith('Untitled'), `${definition.kind}: ${node.label}`);
        item = itemIn(definition, above, first);
      }
      assert.ok(item);
      for (const view of ['fields', 'whole'] as const) {
        const uri = resourceUri({ connection: connection.id, item, view }, 'x');
        const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
        assert.equal(typeof JSON.parse(text), 'object', `${definition.kind} ${view}`);
      }
    }
    assert.deepEqual(empty, ['ssoLogin'], 'of these the sandbox has none');
  });
});

function pickedOf(known: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, known[name] ?? '']));
}
