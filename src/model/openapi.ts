import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import { isCancellation } from '../api/failure.ts';
import { resourcePath } from '../api/resources.ts';
import { normalizeResource } from '../api/normalize.ts';
import type { Schema } from '../api/routes.ts';
import { formatDateTime } from '../api/time.ts';
import { scheme, withTitle } from './content/address.ts';
import { fileSystemError } from './content/content.ts';
import type { Connection } from './session/connection.ts';
import type { Session } from './session/session.ts';

/** One version of an OpenAPI spec. */
export interface SpecVersion {
  connection: Connection;
  organization: string;
  slug: string;
  version: Schema<'OpenApiSpecVersion'>;
}

/** Identifies a version. */
type VersionName = Omit<SpecVersion, 'version'> & { id: string };

/** The content of a version. */
interface Description {
  text: string;
  /** The files of the version, as the service has parsed them. */
  filesystem: Readonly<Record<string, unknown>>;
}

/** Maximum number of cached texts of each server. A version never changes. */
const cacheSize = 6;
const known = new WeakMap<Connection, Map<string, Promise<unknown>>>();

/** Returns the description of a version, read once. */
function descriptionOf(name: VersionName): Promise<Description> {
  return once(name, 'description', () => read(name));
}

function once<T>(
  { connection, organization, slug, id }: VersionName,
  what: string,
  make: () => Promise<T>,
): Promise<T> {
  const texts = known.get(connection) ?? new Map<string, Promise<unknown>>();
  known.set(connection, texts);
  const key = JSON.stringify([organization, slug, id, what]);
  // The key determines the type of the text.
  const text = (texts.get(key) as Promise<T> | undefined) ?? make();
  texts.delete(key);
  texts.set(key, text);
  // A failure is not cached: it goes to the caller, and the next call sends the request again.
  text.catch(() => texts.delete(key));
  for (const old of [...texts.keys()].slice(0, -cacheSize)) texts.delete(old);
  return text;
}

async function read({ connection: { api }, organization: organizationId, slug: specSlug, id: versionId }: VersionName) {
  const route = 'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content';
  const {
    filesystem = {},
    url,
    urls,
  }: Partial<Schema<'OpenApiSpecContent'>> = await api.request(route, { organizationId, specSlug, versionId });
  const source = url ?? urls?.source;
  const text = source ? await original(() => api.download(source)) : undefined;
  return { text: text ?? `${JSON.stringify(filesystem, null, 2)}\n`, filesystem };
}

/**
 * Returns the text as it was pushed; undefined if it cannot be downloaded, because the parsed files have equal content.
 */
async function original(download: () => Promise<Uint8Array>): Promise<string | undefined> {
  try {
    return Buffer.from(await download()).toString();
  } catch (error) {
    const isTemporary = isApiError(error, 'timedOut', 'cutOff', 'serverFailed', 'rateLimited', 'intercepted');
    if (isTemporary || isCancellation(error)) throw error;
    return undefined;
  }
}

/** Reads the description of a version. Returns the address that shows it. */
export async function specVersionUri(of: SpecVersion): Promise<vscode.Uri> {
  const { text } = await descriptionOf(nameOf(of));
  const file = /^\s*[{[]/.test(text) ? 'content.json' : 'content.yaml';
  return withTitle(uriOf(of, file), specVersionTitle(of));
}

/** A version to compare, and an earlier one. */
export interface SpecComparison {
  before: SpecVersion;
  after: SpecVersion;
}

/** Reads the changes since a version. Returns the address that shows them. */
export async function specSummaryUri({ before, after }: SpecComparison): Promise<vscode.Uri> {
  await summaryOf(nameOf(after), before.version.id);
  const title = t`${after.slug}: changes of ${specVersionTime(after.version)}`;
  return withTitle(uriOf(after, `since/${encodeURIComponent(before.version.id)}.md`), title);
}

function summaryOf(after: VersionName, before: string): Promise<string> {
  return once(after, `since ${before}`, async () => {
    const { summarizeApiChanges } = await import('../api/openapi/summary.ts');
    const read = async (name: VersionName) => {
      const [{ filesystem }, time] = await Promise.all([descriptionOf(name), timeIn(name)]);
      return { name: time, filesystem };
    };
    return summarizeApiChanges(after.slug, ...(await Promise.all([read({ ...after, id: before }), read(after)])));
  });
}

async function timeIn({ connection: { api }, organization: organizationId, slug: specSlug, id }: VersionName) {
  const route = 'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}';
  const version = await api.request(route, { organizationId, specSlug, versionId: id });
  return specVersionTime(normalizeResource(version));
}

/** Returns the readable name of a version. */
export function specVersionTitle({ slug, version }: Pick<SpecVersion, 'slug' | 'version'>): string {
  return t({
    message: '{0} of {1}',
    args: [slug, specVersionTime(version)],
    comment: ['The slug of an OpenAPI spec, and the time of one of its versions'],
  });
}

/**
 * Returns the creation time of a version with seconds, because two versions may be created within a minute. Returns the
 * ID if the server omits the time.
 */
export function specVersionTime({ id, createdAt }: Schema<'OpenApiSpecVersion'>): string {
  return formatDateTime(createdAt, vscode.env.language, { hasSeconds: true }) ?? id;
}

function nameOf({ version: { id }, ...of }: SpecVersion): VersionName {
  return { ...of, id };
}

function uriOf({ connection, organization, slug, version }: SpecVersion, file: string): vscode.Uri {
  const path = resourcePath('/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}', {
    ...{ organizationId: organization, specSlug: slug, versionId: version.id },
  });
  return vscode.Uri.from({ scheme, authority: connection.id, path: `${path}/${file}` });
}

/** Returns the text of a document about versions. Throws a FileSystemError if it does not exist or cannot be read. */
export async function readOpenApiText(session: Session, uri: vscode.Uri): Promise<string> {
  const connection = await session.find(uri.authority);
  const [, organization = '', slug = '', id = '', before = ''] = pattern.exec(uri.path)?.map(decoded) ?? [];
  if (!connection || !organization || !slug || !id) throw vscode.FileSystemError.FileNotFound(uri);
  try {
    const name = { connection, organization, slug, id };
    return before ? await summaryOf(name, before) : (await descriptionOf(name)).text;
  } catch (error) {
    throw fileSystemError(uri, error);
  }
}

const pattern = /^\/orgs\/([^/]+)\/openapi\/([^/]+)\/versions\/([^/]+)\/(?:content\.(?:json|yaml)|since\/([^/]+)\.md)$/;

function decoded(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    // The user may have typed an invalid address.
    return '';
  }
}
