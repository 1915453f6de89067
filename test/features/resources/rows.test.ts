import assert from 'node:assert/strict';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, row } from '../../host/app.ts';
import { stageOfParts } from '../../host/stage.ts';

describe('the rows of resources', () => {
  const set = stageOfParts();

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${set.sandbox.token}`, 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${set.sandbox.url}/v1${path}`, { method, headers, ...text });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    const said = await response.text();
    return said === '' ? undefined : JSON.parse(said);
  };
  const shown = (...path: string[]) => labels(set.app.tree, 'Tidewell', ...path);

  it('stand below the organization that has them, and are asked for when they are shown', async () => {
    const before = set.server.requests.length;
    assert.deepEqual(await shown('Administration'), [
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
    assert.ok((await shown('Administration', 'Members')).includes('Mira Aaltonen'));
    assert.equal(set.server.requests.at(-1), 'GET /orgs/tidewell/members');
  });

  it('open to what they hold', async () => {
    assert.deepEqual(await shown('Administration', 'Teams'), ['Documentation', 'Field engineering']);
    assert.ok((await shown('Administration', 'Teams', 'Documentation')).includes('Mira Aaltonen'));
    assert.deepEqual(await shown('Sites', 'Heron documentation'), [
      ...['Sections', 'Section groups', 'Share links', 'Adaptive schema', 'Conditions', 'Published profile'],
    ]);
    assert.deepEqual(await shown('Sites', 'Heron documentation', 'Sections'), ['Manual', 'API']);
  });

  it('say quietly that there are none', async () => {
    await ask('DELETE', '/orgs/tidewell/teams/documentation');
    await ask('DELETE', '/orgs/tidewell/teams/field-engineering');
    assert.deepEqual(await shown('Administration', 'Teams'), ['No teams']);
    assert.deepEqual(await shown('Administration', 'SAML providers'), ['No SAML providers']);
  });

  it('have sections in their groups, not beside them', async () => {
    const site = '/orgs/tidewell/sites/heron-docs';
    await ask('POST', `${site}/section-groups`, { title: 'Guides', sections: ['manual'] });
    assert.deepEqual(await shown('Sites', 'Heron documentation', 'Sections'), ['API']);
    assert.deepEqual(await shown('Sites', 'Heron documentation', 'Section groups', 'Guides'), ['Manual']);
  });

  it('come page by page', async () => {
    for (let number = 1; number <= 60; number++) {
      await ask('PUT', '/orgs/tidewell/teams', { title: `Team ${number}` });
    }
    const first = await shown('Administration', 'Teams');
    assert.equal(first.at(-1), 'Load more');
    await set.app.tree.loadMore((await row(set.app.tree, 'Tidewell', 'Administration', 'Teams')) as Node);
    assert.equal((await shown('Administration', 'Teams')).length, 62);
  });

  it('follow what is written of them', async () => {
    await shown('Administration', 'Teams');
    const { api } = set.app.session.current ?? assert.fail();
    const input = { organizationId: 'tidewell', teamId: 'documentation' };
    await api.request('PATCH /orgs/{organizationId}/teams/{teamId}', { ...input, body: { title: 'Writers' } });
    assert.ok((await shown('Administration', 'Teams')).includes('Writers'));
  });

  it('show nothing that opens doors', async () => {
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
    const { label, description, tooltip, spoken } = link;
    assert.ok(!JSON.stringify({ label, description, tooltip, spoken }).includes(urls.published));
  });
});
