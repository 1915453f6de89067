import * as vscode from 'vscode';
import { failedAs } from '../api/errors.ts';
import { isCancellation } from '../api/failure.ts';
import { resourcePath } from '../api/resources.ts';
import type { Schema } from '../api/routes.ts';
import { localTime } from '../api/words.ts';
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

/** What names a version. */
type VersionName = Omit<SpecVersion, 'version'> & { id: string };

/** The description that a version holds. */
export interface Description {
  text: string;
  /** The files that it consists of, as the service has read them. */
  filesystem: Readonly<Record<string, unknown>>;
}

/** So many descriptions of a server are kept at hand: a version never changes. */
const kept = 4;
const known = new WeakMap<Connection, Map<string, Promise<Description>>>();

/** Reads the description of a version, once. */
export function descriptionOf(name: VersionName): Promise<Description> {
  const { connection, organization, slug, id } = name;
  const descriptions = known.get(connection) ?? new Map<string, Promise<Description>>();
  known.set(connection, descriptions);
  const key = JSON.stringify([organization, slug, id]);
  const description = descriptions.get(key) ?? read(name);
  descriptions.delete(key);
  descriptions.set(key, description);
  // Who asked hears of a failure; the next one asks again.
  description.catch(() => descriptions.delete(key));
  for (const old of [...descriptions.keys()].slice(0, -kept)) descriptions.delete(old);
  return description;
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

/** The text as it was pushed. Where it cannot be had, what the service has read in it says the same. */
async function original(download: () => Promise<Uint8Array>): Promise<string | undefined> {
  try {
    return Buffer.from(await download()).toString();
  } catch (error) {
    const mayPass = failedAs(error, 'timedOut', 'cutOff', 'serverFailed', 'rateLimited', 'intercepted');
    if (mayPass || isCancellation(error)) throw error;
    return undefined;
  }
}

/** Reads the description of a version, and tells under which address it is shown. */
export async function descriptionUri(of: SpecVersion): Promise<vscode.Uri> {
  const { text } = await descriptionOf(nameOf(of));
  const file = /^\s*[{[]/.test(text) ? 'content.json' : 'content.yaml';
  return withTitle(uriOf(of, file), titleOf(of));
}

/** What people call a version. */
export function titleOf({ slug, version }: Pick<SpecVersion, 'slug' | 'version'>): string {
  return `${slug} of ${timeOf(version)}`;
}

/** When a version was made; other servers may leave that out. */
export function timeOf({ id, createdAt }: Schema<'OpenApiSpecVersion'>): string {
  return createdAt ? localTime(createdAt) : id;
}

export function nameOf({ version: { id }, ...of }: SpecVersion): VersionName {
  return { ...of, id };
}

function uriOf({ connection, organization, slug, version }: SpecVersion, file: string): vscode.Uri {
  const path = resourcePath('/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}', {
    ...{ organizationId: organization, specSlug: slug, versionId: version.id },
  });
  return vscode.Uri.from({ scheme, authority: connection.id, path: `${path}/${file}` });
}

/** The text of a document about versions. Its account is signed in. */
export async function textAt(session: Session, uri: vscode.Uri): Promise<string> {
  const connection = await session.find(uri.authority);
  const [, organization = '', slug = '', id = ''] = pattern.exec(uri.path)?.map(decoded) ?? [];
  if (!connection || !organization || !slug || !id) throw vscode.FileSystemError.FileNotFound(uri);
  try {
    return (await descriptionOf({ connection, organization, slug, id })).text;
  } catch (error) {
    throw fileSystemError(uri, error);
  }
}

const pattern = /^\/orgs\/([^/]+)\/openapi\/([^/]+)\/versions\/([^/]+)\/content\.(?:json|yaml)$/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Nobody of us has written it.
    return '';
  }
}
