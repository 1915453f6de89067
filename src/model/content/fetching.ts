import { isApiError } from '../../api/errors.ts';
import { isCancellation } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import type { Connection } from '../session/connection.ts';
import type { ContentAddress } from './address.ts';
import { isUnknownPageType, type Page, withChildren } from './layout.ts';
import { normalizeFiles, normalizePages } from './normalize.ts';
import type { RevisionReader } from './shared.ts';

/** The version of a space's content to fetch. */
type Source = Pick<ContentAddress, 'space' | 'version'> & { connection: Connection };

export async function fetchPages({ connection: { api }, space: spaceId, version }: Source): Promise<Schema<'Page'>[]> {
  const query = { metadata: false };
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages';
      return (await api.request(route, { spaceId, changeRequestId, query })).pages;
    }
    case 'revision': {
      const { revision: revisionId } = version;
      return (await api.optional('GET /spaces/{spaceId}/revisions/{revisionId}/pages', { spaceId, revisionId, query }))
        .pages;
    }
    case 'main':
      return (await api.optional('GET /spaces/{spaceId}/content/pages', { spaceId, query })).pages;
  }
}

export async function fetchFiles(source: Source): Promise<Schema<'File'>[]> {
  return normalizeFiles(await fetchAllFiles(source));
}

async function fetchAllFiles({ connection: { api }, space: spaceId, version }: Source): Promise<Schema<'File'>[]> {
  const query = { metadata: false };
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files';
      return api.listAll(route, { spaceId, changeRequestId, query });
    }
    case 'revision': {
      const { revision: revisionId } = version;
      return api.listAll('GET /spaces/{spaceId}/revisions/{revisionId}/files', { spaceId, revisionId, query });
    }
    case 'main':
      return api.listAll('GET /spaces/{spaceId}/content/files', { spaceId, query });
  }
}

export function fetchPage(place: Source, pageId: string, format: 'markdown' | 'document'): Promise<Schema<'Page'>> {
  const { space: spaceId, version } = place;
  const { api } = place.connection;
  const query = { format, metadata: false };
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';
      return api.request(route, { spaceId, changeRequestId, pageId, query });
    }
    case 'revision': {
      const { revision: revisionId } = version;
      const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}';
      return api.request(route, { spaceId, revisionId, pageId, query });
    }
    case 'main':
      return api.request('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId, query });
  }
}

/** Returns the usable pages of a reply, with the values of expressions in their titles. */
export async function evaluatePageTitles(
  sent: Parameters<typeof normalizePages>[0],
  revision: RevisionReader,
): Promise<Page[]> {
  const pages = await withTextMarks(normalizePages(sent), revision);
  return haveExpressionsInTitles(pages) ? (await import('./titles.ts')).withValuesInTitles(pages, revision) : pages;
}

/**
 * Marks pages of unknown types for which the server has no text. Most content has none of them, and needs no request.
 */
async function withTextMarks(pages: Page[], revision: RevisionReader): Promise<Page[]> {
  const later = [...withChildren(pages)].filter(isUnknownPageType);
  if (later.length === 0) return pages;
  const marks = await Promise.all(later.map(async ({ id }) => [id, await hasText(revision, id)] as const));
  const withoutText = new Set(marks.flatMap(([id, isText]) => (isText ? [] : [id])));
  const marked = (page: Page): Page => ({
    ...page,
    ...(withoutText.has(page.id) && { hasNoText: true }),
    ...(page.pages && { pages: page.pages.map(marked) }),
  });
  return pages.map(marked);
}

async function hasText(revision: RevisionReader, page: string): Promise<boolean> {
  const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
  try {
    return await revision.read(`has text ${page}`, isBoolean, async () => {
      const { markdown } = { ...(await fetchPage(revision.place, page, 'markdown')) };
      return typeof markdown === 'string';
    });
  } catch (error) {
    const isAboutPage = isApiError(error, 'forbidden', 'notFound', 'invalid', 'conflict', 'serverFailed', 'notOffered');
    if (isAboutPage || isApiError(error, 'notService', 'tooLarge', 'cutOff')) return false;
    if (isCancellation(error)) throw error;
    // One unreadable page does not fail the whole list: the page shows its error when it is opened.
    return true;
  }
}

/** Returns whether titles contain expressions. Most contain none, so variables need not be fetched. */
export function haveExpressionsInTitles(pages: readonly Page[]): boolean {
  const isExpressive = (text: unknown) => typeof text === 'string' && /<code\s+class=["']?expression/.test(text);
  return pages.some(({ title, linkTitle, pages: children = [] }) => {
    return [title, linkTitle].some(isExpressive) || haveExpressionsInTitles(children);
  });
}
