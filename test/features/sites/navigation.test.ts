import assert from 'node:assert/strict';
import { row } from '../../host/app.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { itWithOptional } from '../../host/support.ts';

type Fields = Record<string, unknown>;

const link = {
  object: 'site-external-link',
  id: 'status',
  title: 'Status',
  url: 'https://status.tidewell.example/',
  draft: true,
};

describe('the navigation of a site on a newer server', () => {
  const set = stageOfParts();

  /** Makes the server return these sections or groups. */
  function list(kind: 'sections' | 'section-groups', change: (items: Fields[]) => Fields[]): void {
    const changed = otherJson(json => {
      const { items } = json as { items: Fields[] };
      return { items: change(items) };
    });
    set.server.fail(changed, new RegExp(`^GET /orgs/tidewell/sites/heron-docs/${kind}$`));
  }

  const rows = async (...path: string[]) => {
    const parent = await row(set.app.tree, 'Tidewell', 'Sites', 'Heron documentation', ...path);
    return (await set.app.tree.getChildren(parent)).map(node => ({ node, item: set.app.tree.getTreeItem(node) }));
  };

  it('marks sections that are drafts, and spaces that are drafts or hidden', async () => {
    list('sections', ([first = {}, ...others]) => [
      {
        ...first,
        draft: true,
        siteSpaces: [{ title: 'Manual', space: { title: 'Heron manual' }, draft: true, hidden: true }],
      },
      ...others,
    ]);
    const [first, second] = await rows('Sections');
    assert.match(String(first?.item.description), /\bdraft\b/);
    assert.match(String(first?.item.tooltip), /Shows Heron manual \(draft, hidden\)/);
    assert.doesNotMatch(String(second?.item.description), /draft/);
  });

  itWithOptional('does not list the spaces of a site without sections as sections', async () => {
    list('sections', () => []);
    const structure = [{ object: 'site-space', id: 'manual', title: 'Manual' }];
    set.server.fail(
      otherJson(() => ({ type: 'siteSpaces', structure })),
      /^GET .*\/structure$/,
    );
    assert.deepEqual(
      (await rows('Sections')).map(({ node }) => node.contextValue),
      ['empty'],
    );
  });

  it('marks groups that are drafts, and shows their sections, groups and links', async () => {
    const section = { object: 'site-section', id: 'inner', title: 'Inner', path: 'inner', siteSpaces: [], draft: true };
    const inner = {
      object: 'site-section-group',
      id: 'nested',
      title: 'Nested',
      sections: [],
      children: [],
      sectionGroup: 'outer',
    };
    const children = [section, inner, link, { object: 'site-oddity', id: 'odd', title: 'Later' }, null];
    const outer = {
      object: 'site-section-group',
      id: 'outer',
      title: 'Outer',
      draft: true,
      sections: [section],
      children,
    };
    list('section-groups', () => [outer, inner]);
    const groups = await rows('Section groups');
    assert.deepEqual(
      groups.map(({ item }) => item.label),
      ['Outer'],
    );
    assert.match(String(groups[0]?.item.description), /\bdraft\b/);
    const inside = await rows('Section groups', 'Outer');
    assert.deepEqual(
      inside.map(({ item }) => [item.label, item.description]),
      [
        ['Inner', 'inner · draft'],
        ['Nested', '0 sections'],
        ['Status', 'external link · draft'],
        ['Later', 'site-oddity'],
      ],
    );
    assert.equal(inside[2]?.item.command?.command, 'marginalia.address.open');
    assert.match(String(inside[2]?.item.tooltip), /status\.tidewell\.example/);
  });

  itWithOptional('shows the links next to the sections', async () => {
    const strikes = /^GET \/orgs\/tidewell\/sites\/heron-docs\/structure$/;
    const withLink = otherJson(json => {
      const { structure, ...rest } = json as { structure: Fields[] };
      return { ...rest, structure: [link, ...structure] };
    });
    set.server.fail(withLink, strikes);
    const labels = (await rows('Sections')).map(({ item }) => item.label);
    assert.deepEqual(labels, ['Manual', 'API', 'Status']);
  });
});
