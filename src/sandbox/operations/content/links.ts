import { posix } from 'node:path';
import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { baseOf, changeRequestFor, presentChangeRequest } from '../changeRequests/changeRequests.ts';
import { documentLinks } from '../../content/documentLinks.ts';
import type { LinkPlace } from '../../content/documentLinks.ts';
import { keysOf } from '../../content/documents.ts';
import { HttpError } from '../../errors.ts';
import { largeDocumentsIn, afterParsing } from '../../content/largeDocuments.ts';
import { memoize } from '../../memoize.ts';
import { presentFile } from '../../content/files.ts';
import { presentOrganization } from '../organizations/organizations.ts';
import { inFolder } from '../../content/pageLinks.ts';
import { gitPathOf, pageFor, pageIndex, presentPage } from '../../content/pages.ts';
import { firstRevisionId } from '../../gitSync/stableId.ts';
import { filterByAll, paged } from '../../reply/paging.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { changeRequestEdition, mainEdition, presentReusableContent, presentRevision } from './editions.ts';
import type { Edition } from './editions.ts';
import type { ChangeRequestRow, PageRow, RevisionRow } from '../../store/rows.ts';
import { presentSpace } from '../spaces/spaces.ts';
import { isAppUrl } from '../../reply/addresses.ts';

type Reference = Schema<'ContentReference'>;
type Status = 'ok' | 'broken' | 'in-app';

export const links = {
  'GET /spaces/{spaceId}/links': ({ query, ...input }, caller) => {
    const edition = mainEdition(caller, input);
    return afterParsing(caller, largeDocumentsIn(caller, edition.revision), () => {
      const version = versionOf(caller, edition, contextOfRevision(caller, edition));
      const targets = targetsIn(version, pagesOf(version.revision));
      const isWanted = query?.status !== undefined && (({ status }: Target) => status === query.status);
      const rows = filterByAll(targets, [isWanted]);
      return ok({ ...paged(caller, query, { ...pagingOf(version), rows }), stats: statsOf(targets) });
    });
  },

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links': (
    { pageId, query, ...input },
    caller,
  ) => {
    const { changeRequest } = changeRequestFor(caller, input);
    const version = changeRequestVersion(caller, input, changeRequest);
    const page = pageFor(version.revision, pageId);
    const base = caller.state.revisions.get(baseOf(changeRequest));
    const large = [version.revision, base].flatMap(revision => largeDocumentsIn(caller, revision));
    return afterParsing(caller, large, () => {
      const targets = targetsIn(version, [page]);
      const stats = statsOf(targets, brokenIn({ ...version, revision: base }));
      return ok({ ...paged(caller, query, { ...pagingOf(version), rows: targets }), stats });
    });
  },

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks': (
    { fileId, query, ...input },
    caller,
  ) => {
    const version = changeRequestVersion(caller, input, changeRequestFor(caller, input).changeRequest);
    const { revision } = version;
    if (!revision.files.some(({ id }) => id === fileId)) {
      throw new HttpError(404, `No file has the ID '${fileId}' in the revision '${revision.id}'.`);
    }
    return afterParsing(caller, largeDocumentsIn(caller, revision), () => {
      const places = pagesOf(revision).flatMap(page =>
        linksOn(caller, page)
          .filter(({ target }) => target === `/files/${fileId}`)
          .flatMap(link => link.places.map(place => ({ ...place, page })))
          .sort((a, b) => (a.line ?? -1) - (b.line ?? -1)),
      );
      const rows = places.map((place, index) => ({ place, index }));
      const present = ({ place }: (typeof rows)[number]) => presentPlace(version, place);
      return ok(paged(caller, query, { rows, key: ({ index }) => [index], present }));
    });
  },
} satisfies Partial<Handlers>;

/** The content whose links are listed, and the context that references to it need. */
interface Version extends Edition {
  readonly caller: Caller;
  /** The resources that each reference repeats with its page or file. */
  readonly context: Pick<Reference, 'organization' | 'space' | 'versionContext'>;
  /** Presents a page without its children. */
  readonly presentAlone: (page: PageRow) => Schema<'Page'>;
}

/** A link target on a page. A place without line and block is a cover, or the target of a link page. */
interface PageLink {
  readonly target: string;
  readonly anchor?: string | undefined;
  readonly places: readonly Partial<LinkPlace>[];
}

/** A target that several pages may link to, with the first places that do. */
interface Target extends PageLink {
  readonly index: number;
  readonly status: Status;
  readonly places: readonly Place[];
}

/** The limit of places for each target: each place contains whole resources, and every page may have one. */
const maxPlaces = 10;

interface Place extends Partial<LinkPlace> {
  readonly page: PageRow;
}

function versionOf(caller: Caller, edition: Edition, versionContext: Reference['versionContext']): Version {
  const space = presentSpace(caller, edition.space);
  const organization = presentOrganization(caller, caller.state.organizations.get(edition.space.organization));
  const context = { organization, space, ...(versionContext && { versionContext }) };
  // The result is memoized, because most pages occur many times in one reply.
  const presentAlone = memoize((page: PageRow) => presentPage(caller, edition, { ...page, pages: [] }, { git: false }));
  return { ...edition, caller, context, presentAlone };
}

function changeRequestVersion(
  caller: Caller,
  input: { spaceId: string; changeRequestId: string },
  row: ChangeRequestRow,
): Version {
  const changeRequest = presentChangeRequest(caller, row);
  return versionOf(caller, changeRequestEdition(caller, input), { type: 'changeRequest', changeRequest });
}

/** Returns the revision without pages and files, which each reference of a list would repeat. */
function contextOfRevision(caller: Caller, { revision, ...edition }: Edition): Reference['versionContext'] {
  const bare = { ...revision, pages: [], files: [] };
  return { type: 'revision', revision: presentRevision(caller, { ...edition, revision: bare }, { git: false }) };
}

function pagesOf(revision: RevisionRow): PageRow[] {
  return [...pageIndex(revision).byId.values()].map(({ page }) => page);
}

function pagingOf(version: Version) {
  return { key: ({ index }: Target) => [index], present: (target: Target) => presentTarget(version, target) };
}

/** Returns all link targets on the pages, each once, in the order of the first links. */
function targetsIn({ caller, revision }: Version, pages: readonly PageRow[]): Target[] {
  const targets = new Map<string, PageLink & { places: Place[]; isFile: boolean }>();
  const isOtherFile = otherFilesFor(caller, revision);
  for (const page of pages) {
    for (const link of linksOn(caller, page)) {
      const isFile = isOtherFile(page, link.target);
      const key = `${isFile} ${keyOf(link, page)}`;
      const linked = targets.get(key) ?? { ...link, isFile, places: [] };
      const others = link.places.slice(0, maxPlaces - linked.places.length);
      linked.places.push(...others.map(place => ({ ...place, page })));
      targets.set(key, linked);
    }
  }
  const statusIn = statusesIn(caller, revision);
  return [...targets.values()].map(({ isFile, ...target }, index) => {
    return { ...target, index, status: isFile ? 'ok' : statusIn(target.target) };
  });
}

/**
 * Returns a function that returns true if a path on a page leads to a file or folder that was loaded with the space but
 * is no content: a licence, a script, a picture outside of the documentation.
 */
function otherFilesFor({ state }: Caller, { space }: RevisionRow): (page: PageRow, target: string) => boolean {
  const loaded = state.revisions.find(firstRevisionId(space));
  const known = loaded && otherFilesIn(loaded);
  return (page, target) => {
    if (!known?.size || target === '' || isAddress(target)) return false;
    return known.has(inFolder(posix.dirname(gitPathOf(page)), target).replace(/\/$/, ''));
  };
}

const otherFilesIn = memoize(({ otherFiles = [] }: RevisionRow): ReadonlySet<string> => {
  const folders = otherFiles.flatMap(path => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/')));
  return new Set([...otherFiles, ...folders].filter(path => /[^./]/.test(path)));
});

/** Returns the links of a page: its own target if it is a link page, its covers, and the links in its text. */
function linksOn(caller: Caller, page: PageRow): PageLink[] {
  const pictures = [page.cover?.ref, page.cover?.refDark].filter(ref => ref !== undefined);
  const covers = pictures.map(ref => (ref.kind === 'file' ? `/files/${ref.file}` : ref.url));
  const targets = page.type === 'link' ? [page.target?.url ?? page.href, ...covers] : covers;
  const document = page.documentId === undefined ? undefined : caller.state.documents.find(page.documentId);
  return [
    ...targets.filter(target => target !== undefined).map(target => ({ target, places: [{}] })),
    ...(document ? documentLinks(document) : []),
  ];
}

/** Returns a function that returns the status of a target in the revision. */
function statusesIn(caller: Caller, revision: RevisionRow): (target: string) => Status {
  const { files, reusableContents } = revision;
  const known = new Set([...files.map(({ id }) => `/files/${id}`), ...reusableContents.map(({ id }) => id), '']);
  const { byId } = pageIndex(revision);
  return target => {
    if (isAddress(target)) return isAppUrl(caller, target) ? 'in-app' : 'ok';
    const { kind, id } = parseCanonicalTarget(target);
    // Paths that led to no page or file when they were written are stored unchanged.
    return known.has(target) || (kind === 'page' && byId.has(id)) ? 'ok' : 'broken';
  };
}

/** Returns a key that is equal for links to one place. A link of only an anchor leads to a place on its own page. */
function keyOf({ target, anchor }: Pick<PageLink, 'target' | 'anchor'>, page: PageRow): string {
  return `${target || `/pages/${page.id}`}#${anchor ?? ''}`;
}

function brokenIn(version: Version): Set<string> {
  const broken = targetsIn(version, pagesOf(version.revision)).filter(({ status }) => status === 'broken');
  return new Set(broken.flatMap(linked => linked.places.map(({ page }) => keyOf(linked, page))));
}

/** Counts links; `known` are the broken links that existed before the change request. */
function statsOf(targets: readonly Target[], known?: ReadonlySet<string>): Schema<'LinkStats'> {
  const broken = targets.filter(({ status }) => status === 'broken');
  const isNew = (target: Target) => target.places.some(({ page }) => !known?.has(keyOf(target, page)));
  return {
    total: targets.length,
    broken: { total: broken.length, changeRequest: known ? broken.filter(isNew).length : 0 },
  };
}

function isAddress(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

function parseCanonicalTarget(target: string): { kind: 'page' | 'file' | undefined; id: string } {
  const [, kind, id = ''] = /^\/(page|file)s\/([^/]+)$/.exec(target) ?? [];
  return { kind: kind === 'page' || kind === 'file' ? kind : undefined, id };
}

function presentTarget(version: Version, target: Target): Schema<'LinkItem'> {
  return {
    status: target.status,
    relation: 'reference',
    targetReference: presentReference(version, target, target.places[0]?.page),
    locationReferences: target.places.map(place => presentPlace(version, place)),
  };
}

function presentReference(version: Version, { target, anchor }: PageLink, page: PageRow | undefined): Reference {
  const { kind, id } = target === '' && page ? { kind: 'page' as const, id: page.id } : parseCanonicalTarget(target);
  const internalLocation = anchor ? { internalLocation: { type: 'anchor', anchor } } : {};
  const linked = kind === 'page' ? pageIndex(version.revision).byId.get(id)?.page : undefined;
  if (linked) return { kind: 'page', ...version.context, page: version.presentAlone(linked), ...internalLocation };
  const file = kind === 'file' ? version.revision.files.find(file => file.id === id) : undefined;
  if (file) {
    return { kind: 'file', ...version.context, file: presentFile(version.caller, version.revision, file) };
  }
  const content = version.revision.reusableContents.find(reusableContent => reusableContent.id === target);
  if (content) {
    const reusableContent = presentReusableContent(content, { git: true });
    return { kind: 'reusable-content', ...version.context, reusableContent };
  }
  // A missing target has only its address.
  return { kind: 'url', url: anchor ? `${target}#${anchor}` : target };
}

/** Presents a place in a page, with its block. */
function presentPlace(version: Version, { page, block }: Place): Reference {
  const node = block === undefined ? undefined : keysOfPage(version, page)[block];
  const internalLocation = node === undefined ? {} : { internalLocation: { type: 'node', node } };
  return { kind: 'page', ...version.context, page: version.presentAlone(page), ...internalLocation };
}

function keysOfPage({ caller: { state } }: Version, { documentId }: PageRow): readonly string[] {
  const document = documentId === undefined ? undefined : state.documents.find(documentId);
  return document ? keysOf(state, document) : [];
}
