import { addSite } from '../acme.ts';
import type { State } from '../../../src/sandbox/store/state.ts';

/** Adds a published site with two sections, one of them in a group. */
export function addDocs(state: State): void {
  addSite(state, 'docs', { title: 'Docs', published: true });
  state.siteSections.put({ id: 'manual', site: 'docs', title: 'Manual', path: 'manual', icon: 'book' });
  state.siteSectionGroups.put({ id: 'more', site: 'docs', title: 'More' });
  state.siteSections.put({ id: 'guides', site: 'docs', title: 'Guides', path: 'guides', group: 'more' });
  const spaces = [
    { id: 'docs-manual', section: 'manual', space: 'manual', title: 'Manual', path: 'manual' },
    { id: 'docs-handbook', section: 'manual', space: 'handbook', title: 'Handbook', path: 'book' },
    { id: 'docs-guide', section: 'guides', space: 'guide', title: 'Guide', path: 'guide' },
  ];
  for (const space of spaces) state.siteSpaces.put({ site: 'docs', ...space });
}
