import { isDeepStrictEqual } from 'node:util';
import type { Content, OpenApiSpecRow, PageRow, SpaceRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { computePages } from './computedPages.ts';
import { freePath, lastSegment } from './pagePaths.ts';
import { changed, flatten, withPages } from './pageTree.ts';
import { putRevision } from './revisions.ts';

/** Gives each space whose pages are computed of a spec a revision with what that says now. */
export function followSpec(state: State, spec: Pick<OpenApiSpecRow, 'organization' | 'slug'>): void {
  const at = state.now();
  for (const space of state.spaces.by('organization', spec.organization)) {
    const source = state.revisions.find(space.revision);
    if (!source) continue;
    const pages = withSpecsOfNow(state, space, { content: source, at });
    if (pages === source.pages) continue;
    const { files, variables, reusableContents } = source;
    const made = { space: space.id, parents: [source.id], type: 'computed' as const, createdAt: at };
    const { id: revision } = putRevision(state, { ...made, pages, files, variables, reusableContents });
    state.spaces.put({ ...space, revision, updatedAt: at });
  }
}

/** The pages of content, with those that are computed as their specs would have them now. */
export function withSpecsOfNow(
  state: State,
  { id: space, organization }: Pick<SpaceRow, 'id' | 'organization'>,
  { content: { pages }, at }: { content: Pick<Content, 'pages'>; at: string },
): PageRow[] {
  const all = flatten(pages);
  if (!all.some(({ type }) => type === 'computed')) return pages;
  // What somebody wrote keeps its path, wherever it stands.
  const taken = new Set(all.flatMap(({ path, computedSeed }) => (computedSeed === undefined ? (path ?? []) : [])));
  const anew = (page: PageRow): PageRow => {
    if (page.type !== 'computed' || !page.computed) return withPages(page, changed(page.pages, anew));
    const place = { space, organization, id: page.id, at };
    const computed = computePages(state, page.computed, { ...place, before: page.pages }) ?? [];
    return { ...page, pages: computed.map(row => withFreePath(row, taken)) };
  };
  const made = changed(pages, anew);
  return isDeepStrictEqual(made, pages) ? pages : made;
}

function withFreePath(page: PageRow, taken: Set<string>): PageRow {
  const path = freePath(page.path ?? page.slug, taken);
  taken.add(path);
  return { ...page, path, slug: lastSegment(path) };
}
