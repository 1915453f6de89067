import { parseBlocks } from '../../../markdown/blocks.ts';
import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { baseOf, changeRequestFor, presentChangeRequest } from '../changeRequests/changeRequests.ts';
import { keysOf } from '../../content/documents.ts';
import { HttpError } from '../../errors.ts';
import { presentFile } from '../../content/files.ts';
import { allBlocks } from '../../../markdown/block.ts';
import type { Block } from '../../../markdown/block.ts';
import { presentOrganization } from '../organizations/organizations.ts';
import { pageFor, pageIndex, presentPage } from '../../content/pages.ts';
import { meeting, paged } from '../../reply/paging.ts';
import { linksOf } from '../../content/markdown/references.ts';
import type { Link } from '../../content/markdown/references.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { changeRequestEdition, mainEdition, presentReusableContent, presentRevision } from './editions.ts';
import type { Edition } from './editions.ts';
import type { ChangeRequestRow, DocumentRow, PageRow, RevisionRow } from '../../store/rows.ts';
import { presentSpace } from '../spaces/spaces.ts';
import { isApp } from '../../reply/addresses.ts';

type Reference = Schema<'ContentReference'>;
type Status = 'ok' | 'broken' | 'in-app';

export const links = {
  'GET /spaces/{spaceId}/links': ({ query, ...input }, caller) => {
    const edition = mainEdition(caller, input);
    const version = versionOf(caller, edition, contextOfRevision(caller, edition));
    const found = targetsOfAll(version);
    const isWanted = query?.status !== undefined && (({ status }: Target) => status === query.status);
    // What is found in a revision stays as it is: of what is shown, only the whereabouts may be others.
    const context = { shared: [JSON.stringify([caller.origin, version.path, version.whereabouts])] };
    const rows = meeting(found, [isWanted]);
    return ok({
      ...paged(caller, query, { ...shownIn(version), rows, context }),
      stats: statsOf(found),
    });
  },

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links': (
    { pageId, query, ...input },
    caller,
  ) => {
    const { changeRequest } = changeRequestFor(caller, input);
    const version = changeRequestVersion(caller, input, changeRequest);
    const found = targetsIn(version, [pageFor(version.revision, pageId)]);
    const base = caller.state.revisions.get(baseOf(changeRequest));
    const stats = statsOf(found, brokenIn({ ...version, revision: base }));
    return ok({ ...paged(caller, query, { ...shownIn(version), rows: found }), stats });
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
    const isToFile = ({ target }: PageLink) => target === `/files/${fileId}`;
    const places = pagesOf(revision)
      .filter(page => linkedOn(caller, page).some(({ link }) => isToFile(link)))
      .flatMap(page =>
        targetsOn(caller, page)
          .filter(isToFile)
          .map(({ line }) => ({ page, line })),
      );
    const rows = places.map((place, index) => ({ place, index }));
    const present = ({ place }: (typeof rows)[number]) => presentPlace(version, place);
    return ok(paged(caller, query, { rows, key: ({ index }) => [index], present }));
  },
} satisfies Partial<Handlers>;

/** The content that links are looked for in, and how references to it say which it is. */
interface Version extends Edition {
  readonly caller: Caller;
  /** What references say of the whereabouts of their page or file: whole resources, as the service sends them. */
  readonly whereabouts: Pick<Reference, 'organization' | 'space' | 'versionContext'>;
}

/** Something that is linked to, with the first places that do. */
interface Linked {
  readonly key: string;
  readonly link: PageLink;
  readonly places: readonly Place[];
}

interface Target extends Linked {
  readonly index: number;
  readonly status: Status;
}

/** How many places are named of what is linked to: each says whole resources, and there may be one on every page. */
const mostPlaces = 10;

interface Place {
  readonly page: PageRow;
  readonly line: number | undefined;
}

/** What a page leads to: from its text, or, without a line, by its cover or as a link in the tree. */
interface PageLink extends Omit<Link, 'line'> {
  readonly line: number | undefined;
}

function versionOf(caller: Caller, edition: Edition, versionContext: Reference['versionContext']): Version {
  const space = presentSpace(caller, edition.space);
  const organization = presentOrganization(caller, caller.state.organizations.get(edition.space.organization));
  return { ...edition, caller, whereabouts: { organization, space, ...(versionContext && { versionContext }) } };
}

function changeRequestVersion(
  caller: Caller,
  input: { spaceId: string; changeRequestId: string },
  row: ChangeRequestRow,
): Version {
  const changeRequest = presentChangeRequest(caller, row);
  return versionOf(caller, changeRequestEdition(caller, input), { type: 'changeRequest', changeRequest });
}

/** Without its pages and files: each reference of a list would hold those of the whole space. */
function contextOfRevision(caller: Caller, { revision, ...edition }: Edition): Reference['versionContext'] {
  const bare = { ...revision, pages: [], files: [] };
  return { type: 'revision', revision: presentRevision(caller, { ...edition, revision: bare }, { git: false }) };
}

function pagesOf(revision: RevisionRow): PageRow[] {
  return [...pageIndex(revision).byId.values()].map(({ page }) => page);
}

function shownIn(version: Version) {
  return { key: ({ index }: Target) => [index], present: (target: Target) => presentTarget(version, target) };
}

/** Everything that these pages link to, once each, in the order in which it is first met. */
function targetsIn(version: Version, pages: readonly PageRow[]): Target[] {
  return withStatus(version, together(pages.flatMap(page => linkedOn(version.caller, page))));
}

const targetsOfRevision = new WeakMap<RevisionRow, { origin: string; targets: readonly Target[] }>();

/** The same for all pages of the revision, which are gone through once. */
function targetsOfAll(version: Version): readonly Target[] {
  const { caller, revision } = version;
  const known = targetsOfRevision.get(revision);
  if (known?.origin === caller.origin) return known.targets;
  const targets = targetsIn(version, pagesOf(revision));
  targetsOfRevision.set(revision, { origin: caller.origin, targets });
  return targets;
}

const linkedOnPage = new WeakMap<PageRow, readonly Linked[]>();

/** What one page links to. Pages are values: most are in many revisions, and are looked through once. */
function linkedOn(caller: Caller, page: PageRow): readonly Linked[] {
  const known = linkedOnPage.get(page);
  if (known) return known;
  const links = targetsOn(caller, page);
  const linked = together(links.map(link => ({ key: keyOf(link, page), link, places: [{ page, line: link.line }] })));
  linkedOnPage.set(page, linked);
  return linked;
}

function together(found: readonly Linked[]): readonly Linked[] {
  const targets = new Map<string, Linked>();
  for (const linked of found) {
    const before = targets.get(linked.key);
    if (!before) targets.set(linked.key, linked);
    else if (before.places.length < mostPlaces) {
      const places = [...before.places, ...linked.places].slice(0, mostPlaces);
      targets.set(linked.key, { ...before, places });
    }
  }
  return [...targets.values()];
}

function withStatus({ caller, revision }: Version, linked: readonly Linked[]): Target[] {
  const { files, reusableContents } = revision;
  const there = new Set([...files.map(({ id }) => `/files/${id}`), ...reusableContents.map(({ id }) => id), '']);
  const status = ({ target }: PageLink): Status => {
    if (isAddress(target)) return isApp(caller, target) ? 'in-app' : 'ok';
    const { kind, id } = placeIn(target);
    // What was found in no page or file keeps the path with which it was written: there is nothing at its end.
    return there.has(target) || (kind === 'page' && pageIndex(revision).byId.has(id)) ? 'ok' : 'broken';
  };
  return linked.map((target, index) => ({ ...target, index, status: status(target.link) }));
}

/** A link that is an anchor only leads to another place on every page. */
function keyOf({ target, anchor }: PageLink, page: PageRow): string {
  return `${target || `/pages/${page.id}`}#${anchor ?? ''}`;
}

function brokenIn(version: Version): Set<string> {
  const broken = targetsOfAll(version).filter(({ status }) => status === 'broken');
  return new Set(broken.flatMap(({ link, places }) => places.map(({ page }) => keyOf(link, page))));
}

/** `known` are the broken links that the change request did not bring. */
function statsOf(targets: readonly Target[], known?: ReadonlySet<string>): Schema<'LinkStats'> {
  const broken = targets.filter(({ status }) => status === 'broken');
  const isNew = ({ link, places }: Target) => places.some(({ page }) => !known?.has(keyOf(link, page)));
  return {
    total: targets.length,
    broken: { total: broken.length, changeRequest: known ? broken.filter(isNew).length : 0 },
  };
}

function targetsOn(caller: Caller, page: PageRow): PageLink[] {
  const pictures = [page.cover?.ref, page.cover?.refDark].filter(ref => ref !== undefined);
  const covers = pictures.map(ref => (ref.kind === 'file' ? `/files/${ref.file}` : ref.url));
  const own = page.type === 'link' ? [page.target?.url ?? page.href] : [];
  const alone = [...own, ...covers].filter(target => target !== undefined);
  const document = page.documentId === undefined ? undefined : caller.state.documents.find(page.documentId);
  return [...alone.map(target => ({ target, line: undefined })), ...(document ? linksOf(document.markdown) : [])];
}

function isAddress(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

function placeIn(target: string): { kind: 'page' | 'file' | undefined; id: string } {
  const [, kind, id = ''] = /^\/(page|file)s\/([^/]+)$/.exec(target) ?? [];
  return { kind: kind === 'page' || kind === 'file' ? kind : undefined, id };
}

function presentTarget(version: Version, { link, status, places }: Target): Schema<'LinkItem'> {
  return {
    status,
    relation: 'reference',
    targetReference: presentReference(version, link, places[0]?.page),
    locationReferences: places.map(place => presentPlace(version, place)),
  };
}

function presentReference(version: Version, { target, anchor }: PageLink, page: PageRow | undefined): Reference {
  const { kind, id } = target === '' && page ? { kind: 'page' as const, id: page.id } : placeIn(target);
  const internalLocation = anchor ? { internalLocation: { type: 'anchor', anchor } } : {};
  const linked = kind === 'page' ? pageIndex(version.revision).byId.get(id)?.page : undefined;
  if (linked) return { kind: 'page', ...version.whereabouts, page: presentAlone(version, linked), ...internalLocation };
  const file = kind === 'file' ? version.revision.files.find(one => one.id === id) : undefined;
  if (file) {
    return { kind: 'file', ...version.whereabouts, file: presentFile(version.caller, version.revision, file) };
  }
  const content = version.revision.reusableContents.find(one => one.id === target);
  if (content) {
    const reusableContent = presentReusableContent(content, { git: true });
    return { kind: 'reusable-content', ...version.whereabouts, reusableContent };
  }
  // What is not there has an address and nothing else.
  return { kind: 'url', url: anchor ? `${target}#${anchor}` : target };
}

/** A place in a page, down to its block. */
function presentPlace(version: Version, { page, line }: Place): Reference {
  const node = line === undefined ? undefined : blockAt(version, page, line);
  const internalLocation = node === undefined ? {} : { internalLocation: { type: 'node', node } };
  return { kind: 'page', ...version.whereabouts, page: presentAlone(version, page), ...internalLocation };
}

/** The page without those below it. */
function presentAlone(version: Version, page: PageRow): Schema<'Page'> {
  return presentPage(version.caller, version, { ...page, pages: [] }, { git: false });
}

const blocksOfDocument = new WeakMap<DocumentRow, readonly Block[]>();

/** The key of the innermost block on a line. */
function blockAt({ caller }: Version, { documentId }: PageRow, line: number): string | undefined {
  const document = documentId === undefined ? undefined : caller.state.documents.find(documentId);
  if (!document) return undefined;
  const blocks = blocksOfDocument.get(document) ?? allBlocks(parseBlocks(document.markdown));
  blocksOfDocument.set(document, blocks);
  const index = blocks.findLastIndex(({ start, end }) => start <= line && line <= end);
  return keysOf(caller.state, document)[index];
}
