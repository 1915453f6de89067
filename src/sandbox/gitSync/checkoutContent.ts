import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { plainText } from '../../markdown/plainText.ts';
import { findCheckoutPages, problemSentence, readPage } from './checkout.ts';
import type { Checkout, CheckoutEntry, CheckoutPages } from './checkout.ts';
import { latestVersion } from '../content/computedPages.ts';
import { putFile } from '../content/files.ts';
import { withLatestSpecs } from '../content/followSpecs.ts';
import { flatten, withUniquePaths } from '../content/pageTree.ts';
import { pathOfSource, readmesOf, sourcesNamed, titleFromFileName } from './outline.ts';
import type { OutlinePage } from './outline.ts';
import { fieldsOfMetadata } from '../content/pageFields.ts';
import { titleInText } from '../../markdown/titleInText.ts';
import { WrittenForms } from '../content/linkForms.ts';
import type { LinkForms } from '../content/linkForms.ts';
import { inFolder, usualForm } from '../content/pageLinks.ts';
import { lastSegment, slugOfTitle } from '../content/pagePaths.ts';
import { toCanonical } from '../content/markdown/references.ts';
import type { Destination } from '../../markdown/destinations.ts';
import { omit } from '../store/omit.ts';
import type { DocumentRow, FileRow, PageRow, RevisionContent } from '../store/rows.ts';
import { stableId } from './stableId.ts';
import type { State } from '../store/state.ts';

interface Version {
  space: string;
  /** The ID of the organization whose OpenAPI specs provide computed pages. */
  organization: string;
  /** The seed of document IDs: the ID of the space or of the change request. */
  origin: string;
  checkout: Checkout;
  /** The time at which the files were written. */
  at: string;
  /** Known link destinations, by the Markdown of a page. */
  destinations?: ReadonlyMap<string, readonly Destination[]>;
  /** The version that this one was derived from; unchanged parts are taken from its content. */
  previous?: { checkout: Checkout; content: RevisionContent };
}

interface Building {
  state: State;
  version: Version;
  pages: CheckoutPages;
  before: CheckoutPages | undefined;
  rows: ReadonlyMap<string, PageRow>;
  /** Outline pages of the previous version, by page ID. */
  outlineBefore: ReadonlyMap<string, OutlinePage>;
  /** Entries of pages and includes in the previous version, by ID. */
  entriesBefore: ReadonlyMap<string, CheckoutEntry>;
  warnings: string[];
}

/** Builds content from the files of a folder; `warnings` are sentences. */
export function checkoutContent(state: State, version: Version): { content: RevisionContent; warnings: string[] } {
  const pages = findCheckoutPages(version.checkout);
  const { previous } = version;
  const before = previous && findCheckoutPages(previous.checkout);
  // Warnings about the previous version were reported when it was loaded.
  const earlierWarnings = new Set(before && warningsOf(before));
  const building: Building = {
    state,
    version,
    pages,
    before,
    rows: new Map(flatten(previous?.content.pages ?? []).map(page => [page.id, page])),
    outlineBefore: before ? outlineById(before, before.outline.pages) : new Map(),
    entriesBefore: new Map(
      [...(before?.sources ?? []), ...(before?.includes ?? [])].map(([, entry]) => [entry.id, entry]),
    ),
    warnings: warningsOf(pages).filter(warning => !earlierWarnings.has(warning)),
  };
  const { space: id, organization, at } = version;
  const outlined = withFinalPaths(withUniquePaths(buildPages(building, pages.outline.pages)));
  const content = {
    pages: withLatestSpecs(state, { id, organization }, { content: { pages: outlined }, at }),
    files: buildFiles(building),
    variables: pages.variables,
    reusableContents: buildReusableContents(building),
  };
  return { content, warnings: building.warnings };
}

function warningsOf({ warnings, outline }: CheckoutPages): string[] {
  return [...warnings, ...outline.warnings];
}

/** Copies the final path of each page into its `source`. */
function withFinalPaths(pages: readonly PageRow[]): PageRow[] {
  return pages.map(page => {
    const source = page.source && { file: page.source.file, path: page.path ?? '' };
    return { ...page, ...(source && { source }), pages: withFinalPaths(page.pages) };
  });
}

function buildPages(
  building: Building,
  outline: readonly OutlinePage[],
  number = new Map<string, number>(),
): PageRow[] {
  return outline.flatMap(page => {
    const pages = () => buildPages(building, page.pages, number);
    if (page.type === 'document') return documentPage(building, page, pages());
    const { space, at } = building.version;
    if (page.type === 'computed') return computedPage(building, page, number);
    const { title = '', href } = page;
    const name = `${page.type} ${href ?? title}`;
    const occurrence = (number.get(name) ?? 0) + 1;
    number.set(name, occurrence);
    const id = stableId(space, name, occurrence);
    const slug = slugOfTitle(title);
    const row = { id, title, slug, createdAt: at, updatedAt: at, ...building.rows.get(id), pages: [] };
    if (page.type === 'group') {
      return { ...row, type: 'group', title, path: slug, ...(page.hidden && { hidden: true }), pages: pages() };
    }
    return href === undefined ? [] : { ...row, type: 'link', title, href, target: { kind: 'url', url: href } };
  });
}

/** Returns the page that contains computed pages, or an empty array if the outline entry computes none. */
function computedPage(building: Building, { computed }: OutlinePage, number: Map<string, number>): PageRow | [] {
  if (!computed) return [];
  const { state, version, warnings } = building;
  const { source, line } = computed;
  const { spec } = source.dependencies.spec.ref;
  const name = `computed ${spec}`;
  const occurrence = (number.get(name) ?? 0) + 1;
  number.set(name, occurrence);
  const { space, organization, origin, at } = version;
  if (!latestVersion(state, organization, spec)) {
    warnings.push(`SUMMARY.md, line ${line}: there is no OpenAPI spec '${spec}' to compute pages of.`);
  }
  const known = building.rows.get(stableId(space, name, occurrence));
  if (isDeepStrictEqual(known?.computed, source) && known) return known;
  const id = known?.id ?? stableId(origin, name, occurrence);
  const row = { id, title: spec, slug: slugOfTitle(spec), createdAt: at, updatedAt: at };
  return { ...row, type: 'computed', computed: source, pages: [] };
}

function documentPage(building: Building, outline: OutlinePage, pages: PageRow[]): PageRow | [] {
  const { source = '' } = outline;
  const entry = building.pages.sources.get(source);
  if (!entry) return [];
  const known = building.rows.get(entry.id);
  const isUntouched = known !== undefined && building.before?.sources.get(source) === entry;
  if (!isUntouched) return { ...readDocumentPage(building, { outline, source, entry, known }), pages };
  const before = building.outlineBefore.get(entry.id);
  const { metadata } = readPage(entry);
  const title = before?.title === outline.title ? undefined : (metadata.title ?? outline.title);
  const isListedAsBefore = before?.hidden === outline.hidden;
  const hidden = isListedAsBefore ? known.hidden : (metadata.hidden ?? outline.hidden ?? false);
  return { ...known, ...(title !== undefined && { title }), ...(hidden !== undefined && { hidden }), pages };
}

interface Reading {
  outline: OutlinePage;
  source: string;
  entry: CheckoutEntry;
  known: PageRow | undefined;
}

function readDocumentPage(building: Building, { outline, source, entry, known }: Reading): PageRow {
  const { version, pages } = building;
  const { metadata, markdown } = readPage(entry);
  warnOfHead(building, source, entry);
  const folder = posix.dirname(source);
  const fileAt = (address: string) => pages.assets.get(inFolder(folder, address))?.id;
  const document = storedDocument(building, { source, entry, previous: known?.documentId });
  const path = source === pages.readme ? '' : pathOfSource(source);
  const page: PageRow = {
    id: entry.id,
    type: 'document',
    title: outline.title ?? titleOf(markdown, source),
    slug: lastSegment(path),
    path,
    source: { file: source, path },
    ...(outline.hidden && { hidden: true }),
    ...fieldsOfMetadata(metadata, fileAt),
    documentId: document.id,
    createdAt: known?.createdAt ?? version.at,
    updatedAt: known?.updatedAt ?? version.at,
    pages: [],
  };
  const isChanged = !known || !isDeepStrictEqual(omit(page, 'pages'), omit(known, 'pages'));
  return isChanged ? { ...page, updatedAt: version.at } : page;
}

function warnOfHead({ warnings }: Building, source: string, entry: CheckoutEntry): void {
  const { problems, isHeadText } = readPage(entry);
  const sentences = problems.map(problem => problemSentence(source, problem));
  if (isHeadText) warnings.push(`${source}: its head is shown as text, because it is no YAML. ${sentences.join(' ')}`);
  else warnings.push(...sentences);
}

/** Stores the document of a file. A file that was moved or saved again with equal text keeps its document. */
function storedDocument(building: Building, file: Parameters<typeof documentIn>[1]): DocumentRow {
  const { documents } = building.state;
  const document = documentIn(building, file);
  const previous = documents.find(file.previous ?? '');
  return previous && isEqualDocument(building, file.entry, { document, previous }) ? previous : documents.put(document);
}

function isEqualDocument(
  { entriesBefore }: Building,
  entry: CheckoutEntry,
  { document, previous }: { document: DocumentRow; previous: DocumentRow },
): boolean {
  const before = entriesBefore.get(entry.id);
  // Resolving the links of a page is slow, so it is compared only if the texts differ in nothing but link targets.
  if (!before || withoutTargets(readPage(before).markdown) !== withoutTargets(readPage(entry).markdown)) return false;
  return document.markdown === previous.markdown && isDeepStrictEqual(document.written, previous.written);
}

function withoutTargets(markdown: string): string {
  return markdown.replace(/\]\([^)\n]*|"[^"\n]*"|^\s*\[[^\]\n]+\]:.*$/gm, '');
}

/** Returns the document of a file; equal text gives an equal ID. */
function documentIn(
  { version, pages }: Building,
  { source, entry, previous }: { source: string; entry: CheckoutEntry; previous: string | undefined },
): DocumentRow {
  const { markdown } = readPage(entry);
  const folder = posix.dirname(source);
  const row = {
    id: stableId(version.origin, entry.id, markdown),
    space: version.space,
    page: entry.id,
    ...(previous !== undefined && { previous: [previous] }),
  };
  return lazyDocument(row, () => {
    const forms = new WrittenForms();
    const files = new Map<string, string>();
    const resolve = (target: string) => {
      const match = canonicalTarget(pages, inFolder(folder, target));
      if (match?.file !== undefined) files.set(match.canonical, match.file);
      return match?.canonical;
    };
    const note = (target: string, form: string) => files.has(target) && forms.add(target, form);
    const canonical = toCanonical(markdown, resolve, note, version.destinations?.get(markdown));
    return { markdown: canonical, written: forms.formsToStore(target => usualForm(folder, files.get(target))) };
  });
}

function buildReusableContents(building: Building): RevisionContent['reusableContents'] {
  const before = new Map(building.version.previous?.content.reusableContents.map(content => [content.id, content]));
  return [...building.pages.includes].map(([path, entry]) => {
    const known = before.get(entry.id);
    const { metadata, markdown } = readPage(entry);
    if (building.before?.includes.get(path) !== entry) warnOfHead(building, path, entry);
    const document = storedDocument(building, { source: path, entry, previous: known?.document });
    const title =
      metadata.title ??
      (plainText(titleInText(markdown) ?? '') || posix.basename(path).replace(/\.(?:md|markdown)$/i, ''));
    return { id: entry.id, title, document: document.id, path };
  });
}

/** Returns a document that resolves its links on first read: most documents of a large space are never read. */
function lazyDocument(
  row: Omit<DocumentRow, 'markdown' | 'written'>,
  read: () => { markdown: string; written: LinkForms | undefined },
): DocumentRow {
  let text: ReturnType<typeof read> | undefined;
  return {
    ...row,
    get markdown() {
      return (text ??= read()).markdown;
    },
    get written() {
      return (text ??= read()).written;
    },
  } as DocumentRow;
}

/** Returns the page, include or asset at a path; `file` is defined if links to it are written as file paths. */
function canonicalTarget({ sources, assets, includes }: CheckoutPages, path: string): Target | undefined {
  const name = path.replace(/\/$/, '');
  // Most links name the file itself, and an archive has thousands of them, so this is tried first.
  const isSource = (candidate: string) => sources.has(candidate);
  const source = isSource(name) ? name : [...readmesOf(name), ...sourcesNamed(name)].find(isSource);
  const page = sources.get(source ?? '');
  if (page) return { canonical: `/pages/${page.id}`, file: source };
  const include = includes.get(name);
  if (include) return { canonical: include.id, file: name };
  const file = assets.get(name);
  return file && { canonical: `/files/${file.id}`, file: undefined };
}

interface Target {
  canonical: string;
  file: string | undefined;
}

/** Returns the default title of a page: its heading, else one derived from the name of its file. */
function titleOf(markdown: string, source: string): string {
  const heading = titleInText(markdown);
  if (heading !== undefined) return plainText(heading);
  const name = /^README\.(?:md|markdown)$/i.test(posix.basename(source)) ? posix.dirname(source) : source;
  return name === '.' ? 'Introduction' : titleFromFileName(posix.basename(name));
}

function outlineById(
  { sources }: Pick<CheckoutPages, 'sources'>,
  outline: readonly OutlinePage[],
): Map<string, OutlinePage> {
  const pages = outline.flatMap(page => [
    [sources.get(page.source ?? '')?.id ?? '', page] as const,
    ...outlineById({ sources }, page.pages),
  ]);
  return new Map(pages);
}

function buildFiles({ state, version, pages, before }: Building): FileRow[] {
  const known = new Map(version.previous?.content.files.map(file => [file.id, file]));
  return [...pages.assets].map(([path, entry]) => {
    const file = known.get(entry.id);
    if (file && before?.assets.get(path) === entry) return file;
    return { ...putFile(state, { id: entry.id, name: posix.basename(path), bytes: entry.read() }), path };
  });
}
