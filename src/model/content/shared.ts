import { t } from '@vscode/l10n';
import { isId } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { hasVisibleText } from '../../api/escape.ts';
import { attributesOfTag, findCustomTags } from '../../markdown/customTags.ts';
import type { ExpressionValue } from '../../markdown/expressions.ts';
import type { Connection } from '../session/connection.ts';
import type { ContentAddress } from './address.ts';
import { decodeUriPart } from './references.ts';

/** The content that all pages of a revision share: variables of the space, and reusable texts. */
export interface SharedContent {
  variables: Readonly<Record<string, ExpressionValue>>;
  /** Undefined if the server does not list them. */
  texts?: readonly ReusableText[];
}

/** A reusable text, as the service lists it. */
export interface ReusableText {
  id: string;
  title: string;
  /** The ID of the document that contains the text. */
  document?: string;
  /** The path of the file in Git Sync that contains the text. */
  path?: string;
}

/** Reads parts of one revision and caches them. */
export interface RevisionReader {
  place: Pick<ContentAddress, 'space' | 'version'> & { connection: Connection };
  read<T>(key: string, isValid: (value: unknown) => value is T, fetch: () => Promise<T>): Promise<T>;
}

/** Reads the variables and reusable texts of a revision. */
export function readSharedContent(revision: RevisionReader): Promise<SharedContent> {
  const isShared = (value: unknown): value is SharedContent =>
    typeof value === 'object' && value !== null && 'variables' in value;
  return revision.read('shared', isShared, async () => normalizeSharedContent(await fetchRevision(revision)));
}

function fetchRevision({ place }: RevisionReader): Promise<Schema<'Revision'>> {
  const { connection, space: spaceId, version } = place;
  const { api } = connection;
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content';
      return api.request(route, { spaceId, changeRequestId });
    }
    case 'revision':
      return api.optional('GET /spaces/{spaceId}/revisions/{revisionId}', { spaceId, revisionId: version.revision });
    case 'main':
      return api.optional('GET /spaces/{spaceId}/content', { spaceId });
  }
}

/**
 * Reads a reusable text by its ID, for servers that do not list the texts of a revision; undefined if there is none.
 */
export async function readTextById(revision: RevisionReader, source: string): Promise<ReusableText | undefined> {
  const id = decodeUriPart(source.split('/').findLast(part => part !== '') ?? '');
  if (!isId(id)) return undefined;
  const isText = (value: unknown): value is { text?: ReusableText } => typeof value === 'object' && value !== null;
  const { text } = await revision.read(`reusable content ${id}`, isText, async () => {
    const [one] = readableTexts([await fetchText(revision, id)]);
    return one ? { text: one } : {};
  });
  return text;
}

function fetchText({ place }: RevisionReader, reusableContentId: string): Promise<Schema<'ReusableContent'>> {
  const { connection, space: spaceId, version } = place;
  const { api } = connection;
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route =
        'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}';
      return api.optional(route, { spaceId, changeRequestId, reusableContentId });
    }
    case 'revision': {
      const { revision: revisionId } = version;
      const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}';
      return api.optional(route, { spaceId, revisionId, reusableContentId });
    }
    case 'main':
      return api.optional('GET /spaces/{spaceId}/content/reusable-contents/{reusableContentId}', {
        spaceId,
        reusableContentId,
      });
  }
}

/** Reads the Markdown of a document that is no page: a reusable text. */
export function readDocumentMarkdown(revision: RevisionReader, documentId: string): Promise<string> {
  const isText = (value: unknown): value is string => typeof value === 'string';
  return revision.read(`text ${documentId}`, isText, async () => {
    const { connection, space: spaceId } = revision.place;
    const route = 'GET /spaces/{spaceId}/documents/{documentId}';
    const document = await connection.api.optional(route, { spaceId, documentId });
    if (!Array.isArray(document?.nodes)) return '';
    const { toMarkdown } = await import('../../markdown/writing/toMarkdown.ts');
    return toMarkdown(document).replaceAll('\0', '\ufffd');
  });
}

/**
 * Returns the usable shared content of a revision. Other servers leave out, or set to null, what the contract promises.
 */
export function normalizeSharedContent(revision: Partial<Schema<'Revision'>> | null | undefined): SharedContent {
  const { variables, reusableContents } = revision ?? {};
  const texts = Array.isArray(reusableContents) ? readableTexts(reusableContents) : undefined;
  return { variables: normalizeVariables(variables), ...(texts && { texts }) };
}

function readableTexts(listed: readonly (Partial<Schema<'ReusableContent'>> | null | undefined)[]): ReusableText[] {
  return listed.flatMap((content): ReusableText[] => {
    if (!hasVisibleText(content?.id)) return [];
    const { id, title, document, git } = content;
    const path = git?.path;
    return [
      {
        ...{ id, title: hasVisibleText(title) ? title : t('Untitled') },
        ...(hasVisibleText(document) && isId(document) && { document }),
        ...(hasVisibleText(path) && { path }),
      },
    ];
  });
}

/** Returns the variables with values that expressions can show. */
export function normalizeVariables(variables: unknown): Record<string, ExpressionValue> {
  const isValue = (value: unknown): value is ExpressionValue => ['string', 'number', 'boolean'].includes(typeof value);
  const values = Object.entries(Object(variables) as Record<string, unknown>);
  return Object.fromEntries(values.filter((entry): entry is [string, ExpressionValue] => isValue(entry[1])));
}

/** Returns whether a text includes others or contains expressions. Most texts do neither and need no shared content. */
export function usesSharedContent(markdown: string): boolean {
  return /class=["']?expression\b/.test(markdown) || includedSourcesIn(markdown).length > 0;
}

/** Returns the sources of the texts that a text includes. */
export function includedSourcesIn(markdown: string): string[] {
  if (!/\{%-?\s*include\s/.test(markdown)) return [];
  const tags = findCustomTags(markdown).blockTags.filter(({ name, isEnd }) => name === 'include' && !isEnd);
  return [...new Set(tags.flatMap(tag => attributesOfTag(tag)['src'] ?? []))];
}

/** Finds a reusable text by its ID, by a URL that ends with the ID, or by its path in Git Sync. */
export function findReusableText(source: string, texts: readonly ReusableText[]): ReusableText | undefined {
  const [, last = ''] = /([^/]+)\/?$/.exec(source) ?? [];
  const byId = texts.find(({ id }) => id === source || id === decodeUriPart(last));
  if (byId) return byId;
  const path = decodeUriPart(source).replace(/^(?:\.{0,2}\/)+/, '');
  const isAt = (text: ReusableText) => text.path === path;
  return texts.find(isAt) ?? texts.find(text => text.path?.endsWith(`/${path}`));
}
