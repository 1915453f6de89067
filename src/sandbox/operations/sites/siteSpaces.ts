import { spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { freePath, slugOfTitle } from '../../content/pagePaths.ts';
import { createSpace } from '../spaces/spaces.ts';
import type { PageRow, SiteRow, SiteSectionRow, SiteSpaceRow, SpaceRow } from '../../store/rows.ts';
import { siteSpacesOf } from './siteOrder.ts';
import { siteSpaceOf } from './siteParts.ts';
import type { State } from '../../store/state.ts';

/** Adds a space to a site or a section, after the existing ones. */
export function addSiteSpace(
  state: State,
  { space, ...place }: { site: string; section?: string; space: SpaceRow },
): SiteSpaceRow {
  const taken = new Set(siteSpacesOf(state, place).map(siteSpace => siteSpace.path));
  const path = freePath(slugOfTitle(space.title), taken);
  return state.siteSpaces.put({ ...place, id: state.newId(), space: space.id, title: space.title, path });
}

/** Throws if the new default of a section is no site space of that section. */
export function assertVisibleIn(state: State, site: SiteRow, section: SiteSectionRow, siteSpaceId: string): void {
  const siteSpace = siteSpaceOf(state, site, siteSpaceId);
  if (siteSpace.section === section.id) return;
  const words = `is not part of the section '${section.title}'. Name a site space of that section.`;
  throw new HttpError(400, `body.defaultSiteSpace '${siteSpace.title}' ${words}`);
}

/** Returns a space to add to a site. Throws if it belongs to another organization. */
export function spaceOfSite(
  caller: Caller,
  site: { organization: string },
  { id, field }: { id: string; field: string },
): SpaceRow {
  const space = spaceFor(caller, id);
  if (space.organization === site.organization) return space;
  const words = 'belongs to another organization. A site shows spaces of its own organization only.';
  throw new HttpError(400, `${field} '${space.title}' ${words}`);
}

const samplePages = [
  { title: 'Welcome', markdown: 'This space came with its site. Replace these pages with what your readers need.\n' },
  { title: 'Getting started', markdown: '1. Open a change request.\n2. Write.\n3. Ask for a review and merge.\n' },
];

/** Creates a space for a new site, with sample pages or empty. */
export function createSpaceForSite(
  caller: Caller,
  site: { organization: string; title: string },
  content: 'sample' | 'empty',
): SpaceRow {
  const pages = content === 'sample' ? samplePages : [];
  const pagesOf = (spaceId: string) => pages.map(page => putPage(caller.state, { space: spaceId, ...page }));
  return createSpace(caller, site.organization, { title: site.title.slice(0, 50), pagesOf });
}

function putPage(
  state: State,
  { space, title, markdown }: { space: string; title: string; markdown: string },
): PageRow {
  const [id, at] = [state.newId(), state.now()];
  const document = state.documents.put({ id: state.newId(), space, page: id, markdown });
  const slug = slugOfTitle(title);
  return {
    id,
    type: 'document',
    title,
    slug,
    path: slug,
    documentId: document.id,
    createdAt: at,
    updatedAt: at,
    pages: [],
  };
}
