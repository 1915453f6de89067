import { isDeepStrictEqual } from 'node:util';
import type { OpenApiSpecRow, PageRow, RevisionContent, SpaceRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { computePages } from './computedPages.ts';
import { freePath, lastSegment } from './pagePaths.ts';
import { mapUnlessSame, flatten, withPages } from './pageTree.ts';
import { putRevision } from './revisions.ts';

/** Creates a revision with newly computed pages in each space whose pages are computed from the spec. */
export function followSpec(state: State, spec: Pick<OpenApiSpecRow, 'organization' | 'slug'>): void {
  const at = state.now();
  for (const space of state.spaces.by('organization', spec.organization)) {
    const source = state.revisions.find(space.revision);
    if (!source) continue;
    const pages = withLatestSpecs(state, space, { content: source, at });
    if (pages === source.pages) continue;
    const { files, variables, reusableContents } = source;
    const revisionFields = { space: space.id, parents: [source.id], type: 'computed' as const, createdAt: at };
    const { id: revision } = putRevision(state, { ...revisionFields, pages, files, variables, reusableContents });
    state.spaces.put({ ...space, revision, updatedAt: at });
  }
}

/** Returns the pages with computed pages rebuilt from the current specs, or the given array if nothing changed. */
export function withLatestSpecs(
  state: State,
  { id: space, organization }: Pick<SpaceRow, 'id' | 'organization'>,
  { content: { pages }, at }: { content: Pick<RevisionContent, 'pages'>; at: string },
): PageRow[] {
  const all = flatten(pages);
  if (!all.some(({ type }) => type === 'computed')) return pages;
  // Written pages keep their paths, so computed pages get paths that are still free.
  const taken = new Set(all.flatMap(({ path, computedSeed }) => (computedSeed === undefined ? (path ?? []) : [])));
  const rebuild = (page: PageRow): PageRow => {
    if (page.type !== 'computed' || !page.computed) return withPages(page, mapUnlessSame(page.pages, rebuild));
    const place = { space, organization, id: page.id, at };
    const computed = computePages(state, page.computed, { ...place, before: page.pages }) ?? [];
    return { ...page, pages: computed.map(row => withFreePath(row, taken)) };
  };
  const rebuilt = mapUnlessSame(pages, rebuild);
  return isDeepStrictEqual(rebuilt, pages) ? pages : rebuilt;
}

function withFreePath(page: PageRow, taken: Set<string>): PageRow {
  const path = freePath(page.path ?? page.slug, taken);
  taken.add(path);
  return { ...page, path, slug: lastSegment(path) };
}
