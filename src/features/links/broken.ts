import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { isCancellation, UnsupportedOperation, reasonOf } from '../../api/failure.ts';
import { formatList } from '../../api/lists.ts';
import type { ReportedLink } from '../../api/reportedLinks.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { readChanges } from '../../model/content/changes.ts';
import { versionOf } from '../../model/content/content.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { findLinkProblems, type LinkProblem, maxCheckedPages, type LinkCheckResult } from '../../model/linkProblems.ts';
import { linksOfPage, linksOfSpace } from '../../model/links.ts';
import { withProgress } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { documentOfTarget } from '../content/node.ts';
import { findChangeRequest } from '../picking/findChangeRequest.ts';
import { pickSpace } from '../picking/pick.ts';
import type { SpaceResource } from '../spaces/node.ts';
import { brokenLinkDiagnosticsOf } from './brokenLinkDiagnostics.ts';
import { mapConcurrently } from '../../model/concurrency.ts';

/** Limit for the listed links. */
const maxProblems = 1000;

/** Limit for the pages of a change request whose links are requested, with one request for each. */
const maxReportedPages = 1000;

/**
 * Lists the broken links in the main content of a space in Problems: the space of a row, of a document, or one that the
 * user picks.
 */
export async function findInSpace(app: App, target: unknown): Promise<void> {
  const { connection, space, title } = await spaceOf(app, target);
  const reported = await withProgress(tEscaped`Looking for broken links in ${title}`, (signal, report) =>
    undefinedIfUnsupported(async () => {
      const problems = new LinkProblems();
      for await (const { items } of linksOfSpace({ connection, space }, signal, 'broken')) {
        problems.add(problemsIn(items));
        if (problems.isCut) break;
        report(t`${problems.listed.length} found`);
      }
      return problems;
    }),
  );
  const place = { connection, space, version: { kind: 'main' } } as const;
  let pages: string[];
  try {
    pages = [...(await (await app.content.snapshot(place)).pages()).byId.keys()];
  } catch (error) {
    return reportUnmarked(reported, title, error);
  }
  await checkAndList(app, place, { reported, pages, title });
}

/** Lists the broken links on pages that a change request changes, and on pages that link to what it deletes. */
export async function findInChangeRequest(app: App, target: unknown): Promise<void> {
  const place = await findChangeRequest(app, target, { statuses: ['open', 'draft'] });
  const title = `#${place.number}`;
  const search = await withProgress(tEscaped`Looking for broken links in ${title}`, async (signal, report) => {
    const { pages, areBacklinksKnown } = await pagesOf(app, place, signal);
    let read = 0;
    const byPage = await mapConcurrently(pages.slice(0, maxReportedPages), page =>
      undefinedIfUnsupported(async () => {
        signal.throwIfAborted();
        const problems: LinkProblem[] = [];
        for await (const { items } of linksOfPage(place, page, signal)) problems.push(...problemsIn(items));
        report(t`${++read} of ${pages.length} pages`);
        return problems;
      }),
    );
    const isReported = (pages.length === 0 && areBacklinksKnown) || byPage.some(problems => problems !== undefined);
    const reported = new LinkProblems();
    for (const problems of byPage) reported.add(problems ?? []);
    return {
      reported: isReported ? reported : undefined,
      unreportedPages: pages.length - byPage.filter(problems => problems !== undefined).length,
      areBacklinksKnown,
      pages,
    };
  });
  await checkAndList(app, versionOf(place), { ...search, title });
}

/** The pages of a search for broken links, and the links that the service reports. */
interface Search {
  /** Broken links that the service reports; undefined if it does not report links. */
  reported: LinkProblems | undefined;
  /** Number of pages whose links the service does not report, although it reports those of others. */
  unreportedPages?: number;
  /** False if pages that link to deleted pages may be missing. */
  areBacklinksKnown?: boolean;
  pages: readonly string[];
  /** Name of the space or change request, for messages. */
  title: string;
}

/** Checks the texts of the pages, and lists all problems. Links that the service reports are listed in any case. */
async function checkAndList(app: App, place: Place, search: Search): Promise<void> {
  const { reported, unreportedPages = 0, areBacklinksKnown = true, pages, title } = search;
  // Problems that the service reports come first: they also name the block.
  const problems = reported ?? new LinkProblems();
  const progressTitle = tEscaped`Checking headings and OpenAPI specs that ${title} links to`;
  const { count, check, error } = await withProgress(progressTitle, async (signal, report) => {
    const { check, error } = await textProblems(app, place, search, signal);
    if (!reported && !check) throw error;
    problems.add(check?.problems ?? []);
    report(t('Finding the lines'));
    return { count: await brokenLinkDiagnosticsOf(app).replace(place, problems.listed, signal), check, error };
  });
  const gaps = check ? describeGaps(check, pages.length) : [failureInWords(error)];
  if (!reported) gaps.push(t('Other links were not checked, because this server does not report broken links.'));
  else if (unreportedPages > 0) gaps.push(describeUnreported(unreportedPages));
  if (reported && !areBacklinksKnown) gaps.push(t('Pages that link to deleted pages were not searched for.'));
  const isSignedOut = isApiError(error, 'signedOut');
  if (count > 0 || !isSignedOut) reportResult({ count, isCut: problems.isCut }, title, gaps);
  // The message of this failure has a button to sign in.
  if (isSignedOut) throw error;
}

/** Checks the texts of pages. Returns the error if that fails. */
async function textProblems(
  app: App,
  place: Place,
  { pages, title }: Search,
  signal: AbortSignal,
): Promise<{ check?: LinkCheckResult; error?: unknown }> {
  const search = async () => findLinkProblems(await app.content.snapshot(place), pages, signal);
  try {
    // Cancellation does not abort the requests, because other callers may share them.
    const canceled = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new vscode.CancellationError()));
    });
    return { check: await Promise.race([search(), canceled]) };
  } catch (error) {
    if (!isCancellation(error)) app.failures.log(`Could not check headings and OpenAPI specs in ${title}.`, error);
    return { error };
  }
}

function failureInWords(error: unknown): string {
  return isCancellation(error)
    ? t('Headings and OpenAPI specs were not checked, because you canceled that.')
    : tEscaped`Headings and OpenAPI specs were not checked: ${reasonOf(error)}`;
}

/** Describes what was not checked, in sentences. */
function describeGaps({ unreadPages, skippedTargets, unknownSpecs }: LinkCheckResult, pages: number): string[] {
  const limit = t`Links to headings and specs were checked on the first ${maxCheckedPages} of ${pages} pages only.`;
  const targets =
    skippedTargets === 1
      ? t('Links to headings of 1 page were not checked.')
      : t`Links to headings of ${skippedTargets} pages were not checked.`;
  const unread = unreadPages === 1 ? t('1 page could not be checked.') : t`${unreadPages} pages could not be checked.`;
  const specs =
    unknownSpecs === 1
      ? t('1 OpenAPI spec could not be looked up.')
      : t`${unknownSpecs} OpenAPI specs could not be looked up.`;
  return [
    ...(pages > maxCheckedPages ? [limit] : []),
    ...(skippedTargets > 0 ? [targets] : []),
    ...(unreadPages > 0 ? [unread] : []),
    ...(unknownSpecs > 0 ? [specs] : []),
  ];
}

function describeUnreported(pages: number): string {
  return pages === 1
    ? t('Other links were not checked on 1 page.')
    : t`Other links were not checked on ${pages} pages.`;
}

/** Collects link problems without duplicates, up to a limit. */
class LinkProblems {
  readonly #byLink = new Map<string, LinkProblem>();

  add(problems: readonly LinkProblem[]): void {
    for (const problem of problems) {
      const key = JSON.stringify([problem.page, problem.name]);
      if (!this.#byLink.has(key)) this.#byLink.set(key, problem);
    }
  }

  /** True if there are more problems than can be listed. */
  get isCut(): boolean {
    return this.#byLink.size > maxProblems;
  }

  get listed(): LinkProblem[] {
    return [...this.#byLink.values()].slice(0, maxProblems);
  }
}

/** Reports broken links of a main content whose pages cannot be read, and therefore not be marked. */
function reportUnmarked(problems: LinkProblems | undefined, where: string, error: unknown): void {
  const isNotOffered = isApiError(error, 'notOffered');
  const reported = problems?.listed;
  if (!problems || !reported) {
    throw isNotOffered ? new UnsupportedOperation(noLinksReported) : error;
  }
  if (reported.length === 0) {
    if (!isNotOffered) throw error;
    return say.info([tEscaped`The server reports no broken links in ${where}.`, noTargetsChecked].join(' '));
  }
  const titles = [...new Set(reported.map(({ title }) => title))];
  const names = formatList(titles.slice(0, 10));
  const result = resultOnPages({ count: reported.length, isCut: problems.isCut }, where, names);
  say.warn([result, isNotOffered ? noneMarked : notMarkedSentence(error)].join(' '));
}

const noLinksReported = t(
  'This server lets clients read the content of change requests only, and does not report broken links.',
);
const noTargetsChecked = t(
  'This server lets clients read the content of change requests only, so that links to headings and OpenAPI specs were not checked.',
);
const noneMarked = t('This server lets clients read the content of change requests only, so they are not marked.');

function notMarkedSentence(error: unknown): string {
  return tEscaped`They are not marked, because the pages could not be read: ${reasonOf(error)}`;
}

/** Returns undefined if the server does not report the links of its pages. */
async function undefinedIfUnsupported<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UnsupportedOperation) return undefined;
    throw error;
  }
}

interface PagesToSearch {
  /** The IDs of the pages whose links may differ from those of the main content. */
  pages: string[];
  /** False if the server does not report which pages link to those that the change request deletes. */
  areBacklinksKnown: boolean;
}

async function pagesOf({ content }: App, place: ChangeRequestPlace, signal: AbortSignal): Promise<PagesToSearch> {
  const { byId } = await (await content.snapshot(versionOf(place))).pages();
  const changes = (await readChanges(place, { signal }))?.changes;
  // If the server does not report the changes, any page may have changed.
  if (!changes) return { pages: [...byId.keys()], areBacklinksKnown: true };
  const pages = new Set(changes.flatMap(({ page }) => page ?? []));
  const deleted = new Set(changes.flatMap(({ verb, page, file }) => (verb === 'deleted' ? (page ?? file ?? []) : [])));
  let areBacklinksKnown = true;
  if (deleted.size > 0) {
    const result = await undefinedIfUnsupported(async () => {
      for await (const { items } of linksOfSpace(place, signal)) {
        const broken = items.filter(({ target }) => target !== undefined && deleted.has(target));
        for (const { page } of broken.flatMap(({ places }) => places)) pages.add(page);
      }
      return true;
    });
    areBacklinksKnown = result === true;
  }
  return { pages: [...pages].filter(id => byId.has(id)), areBacklinksKnown };
}

function problemsIn(links: readonly ReportedLink[]): LinkProblem[] {
  const broken = links.filter(({ status }) => status === 'broken');
  return broken.flatMap(({ name, places }) => places.map(place => ({ ...place, name, problem: 'link' as const })));
}

async function spaceOf(app: App, target: unknown) {
  const row = resourceOf<SpaceResource>(target, 'space');
  if (row) return { connection: row.connection, space: row.space.id, title: row.space.title };
  const uri = documentOfTarget(target);
  const address = uri && parseContentUri(uri);
  if (address) {
    const { connection, space } = await app.content.place(address);
    const { title } = await connection.api.request('GET /spaces/{spaceId}', { spaceId: space });
    return { connection, space, title };
  }
  const connection = await app.session.require();
  const suitable = { isSuitable: () => true, empty: t('There are no spaces.') };
  const { item } = await pickSpace(connection, t('Find Broken Links'), suitable);
  return { connection, space: item.id, title: item.title };
}

interface Count {
  count: number;
  /** True if more links are broken than `count`. */
  isCut: boolean;
}

function resultOnPages({ count, isCut }: Count, where: string, pages: string): string {
  if (count === 1)
    return isCut
      ? tEscaped`The first broken link in ${where}, on ${pages}.`
      : tEscaped`1 broken link in ${where}, on ${pages}.`;
  return isCut
    ? tEscaped`The first ${count} broken links in ${where}, on ${pages}.`
    : tEscaped`${count} broken links in ${where}, on ${pages}.`;
}

function resultIn({ count, isCut }: Count, where: string): string {
  if (count === 1) return isCut ? tEscaped`The first broken link in ${where}.` : tEscaped`1 broken link in ${where}.`;
  return isCut ? tEscaped`The first ${count} broken links in ${where}.` : tEscaped`${count} broken links in ${where}.`;
}

function reportResult({ count, isCut }: Count, where: string, gaps: readonly string[]): void {
  if (count === 0 && gaps.length === 0) return say.info(tEscaped`There are no broken links in ${where}.`);
  if (count === 0)
    return say.info(
      [tEscaped`No broken links were found in ${where}, but not everything was checked.`, ...gaps].join(' '),
    );
  const show = { label: t('Show'), run: () => vscode.commands.executeCommand('workbench.actions.view.problems') };
  say.warn([resultIn({ count, isCut }, where), t('The Problems view lists them.'), ...gaps].join(' '), show);
}
