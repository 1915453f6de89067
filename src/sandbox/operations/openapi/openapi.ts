import limits from '../../../api/limits.json' with { type: 'json' };
import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl } from '../../reply/addresses.ts';
import { organizationFor } from '../../access/findOrRefuse.ts';
import { requireOpenApiRight, openApiPermissions } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { followSpec } from '../../content/followSpecs.ts';
import { HttpError, notFound } from '../../errors.ts';
import { parseOpenApi, processSpec } from './openapiProcessing.ts';
import { paged } from '../../reply/paging.ts';
import { createdQuietly, deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { OpenApiSpecRow, OpenApiSpecVersionRow } from '../../store/rows.ts';
import type { HttpReply } from '../../reply/httpReply.ts';
import { assertSigned, signedAddress } from '../../reply/signedAddresses.ts';
import { slugKey } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

export const openapi = {
  'GET /orgs/{organizationId}/openapi': ({ organizationId, query }, caller) => {
    requireOpenApiRight(caller, 'view', organizationFor(caller, organizationId));
    const { state } = caller;
    const rows = state.openApiSpecs.by('organization', organizationId);
    const key = (spec: OpenApiSpecRow) => [state.openApiSpecs.sequence(spec.id)];
    return ok(paged(caller, query, { rows, key, present: spec => presentSpec(caller, spec) }));
  },

  'POST /orgs/{organizationId}/openapi': ({ organizationId, body }, caller) => {
    requireOpenApiRight(caller, 'edit', organizationFor(caller, organizationId));
    const { slug, source } = body;
    if (findSpec(caller, organizationId, slug)) {
      throw new HttpError(409, `The organization has a specification '${slug}' already. Update that one.`);
    }
    return createdQuietly(presentSpec(caller, submit(caller, organizationId, slug, source)));
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}': ({ organizationId, specSlug }, caller) =>
    ok(presentSpec(caller, specFor(caller, organizationId, specSlug))),

  'PUT /orgs/{organizationId}/openapi/{specSlug}': ({ organizationId, specSlug, body }, caller) => {
    requireOpenApiRight(caller, 'edit', organizationFor(caller, organizationId));
    const previous = findSpec(caller, organizationId, specSlug);
    if (!previous) assertSlug(specSlug);
    const spec = presentSpec(caller, submit(caller, organizationId, previous?.slug ?? specSlug, body.source));
    return previous ? ok(spec) : createdQuietly(spec);
  },

  'DELETE /orgs/{organizationId}/openapi/{specSlug}': ({ organizationId, specSlug }, caller) => {
    requireOpenApiRight(caller, 'edit', organizationFor(caller, organizationId));
    const { state } = caller;
    const spec = findSpec(caller, organizationId, specSlug);
    if (!spec) return noContent;
    for (const version of state.openApiSpecVersions.by('spec', spec.id)) state.openApiSpecVersions.delete(version.id);
    state.openApiSpecs.delete(spec.id);
    followSpec(state, spec);
    return deleted;
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions': ({ organizationId, specSlug, query }, caller) => {
    const { state } = caller;
    const spec = specFor(caller, organizationId, specSlug);
    const rows = state.openApiSpecVersions.by('spec', spec.id);
    const key = (version: OpenApiSpecVersionRow) => [state.openApiSpecVersions.sequence(version.id)];
    return ok(
      paged(caller, query, { rows, key, order: 'desc', present: version => presentVersion(caller, spec, version) }),
    );
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest': ({ organizationId, specSlug }, caller) => {
    const spec = specFor(caller, organizationId, specSlug);
    return ok(presentVersion(caller, spec, latestVersion(caller, spec)));
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content': async (
    { organizationId, specSlug },
    caller,
  ) => {
    const spec = specFor(caller, organizationId, specSlug);
    return ok(await presentContent(caller, spec, latestVersion(caller, spec)));
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}': (input, caller) => {
    const spec = specFor(caller, input.organizationId, input.specSlug);
    return ok(presentVersion(caller, spec, versionOf(caller, spec, input.versionId)));
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content': async (input, caller) => {
    const spec = specFor(caller, input.organizationId, input.specSlug);
    return ok(await presentContent(caller, spec, versionOf(caller, spec, input.versionId)));
  },
} satisfies Partial<Handlers>;

/** Serves the text of a spec at an address outside of `/v1`, such as `/openapi/<version>/heron-api.yaml`. */
export function serveVersion(state: State, url: URL): HttpReply {
  assertSigned(state, url);
  const [versionId = '', name = ''] = url.pathname.split('/').slice(2);
  const type = name.endsWith('.json') ? 'application/json' : 'application/yaml';
  const { text } = state.openApiSpecVersions.get(versionId);
  return { status: 200, headers: { 'content-type': type }, bytes: Buffer.from(text) };
}

/** Stores a new source and starts processing it in the background. */
function submit(caller: Caller, organization: string, slug: string, source: OpenApiSpecRow['source']): OpenApiSpecRow {
  const { state, tasks } = caller;
  const now = state.now();
  const previous = findSpec(caller, organization, slug);
  const spec = state.openApiSpecs.put({
    ...(previous ? omit(previous, 'lastProcessErrorCode') : { id: state.newId(), organization, slug, createdAt: now }),
    source,
    processingState: 'pending',
    updatedAt: now,
  });
  tasks.start(() => processSpec(caller, spec));
  return spec;
}

function presentSpec(caller: Caller, row: OpenApiSpecRow): Schema<'OpenApiSpec'> {
  const { source, ...stored } = omit(row, 'organization');
  const path = `/orgs/${row.organization}/openapi/${row.slug}`;
  return {
    object: 'openapi-spec',
    ...stored,
    ...('url' in source ? { sourceURL: source.url } : {}),
    permissions: openApiPermissions(caller, row.organization),
    urls: { location: apiUrl(caller, path), app: appUrl(caller, path) },
  };
}

function presentVersion(
  caller: Caller,
  spec: OpenApiSpecRow,
  version: OpenApiSpecVersionRow,
): Schema<'OpenApiSpecVersion'> {
  const path = `/orgs/${spec.organization}/openapi/${spec.slug}/versions/${version.id}`;
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.createdAt,
    url: textAddress(caller, spec, version),
    urls: { location: apiUrl(caller, path) },
  };
}

async function presentContent(
  caller: Caller,
  spec: OpenApiSpecRow,
  version: OpenApiSpecVersionRow,
): Promise<Schema<'OpenApiSpecContent'>> {
  const name = fileName(spec, version);
  return { filesystem: { [name]: parseOpenApi(version.text) }, url: textAddress(caller, spec, version) };
}

function textAddress(caller: Caller, spec: OpenApiSpecRow, version: OpenApiSpecVersionRow): string {
  return signedAddress(caller, `/openapi/${version.id}/${fileName(spec, version)}`);
}

function fileName(spec: OpenApiSpecRow, version: OpenApiSpecVersionRow): string {
  return version.text.trimStart().startsWith('{') ? `${spec.slug}.json` : `${spec.slug}.yaml`;
}

function findSpec(caller: Caller, organizationId: string, slugOrId: string): OpenApiSpecRow | undefined {
  const { openApiSpecs } = caller.state;
  const [bySlug] = openApiSpecs.by('slug', slugKey(organizationId, slugOrId));
  const byId = openApiSpecs.find(slugOrId);
  return bySlug ?? (byId?.organization === organizationId ? byId : undefined);
}

function specFor(caller: Caller, organizationId: string, slugOrId: string): OpenApiSpecRow {
  requireOpenApiRight(caller, 'view', organizationFor(caller, organizationId));
  const spec = findSpec(caller, organizationId, slugOrId);
  if (!spec) throw new HttpError(404, `No OpenAPI specification of this organization has the slug '${slugOrId}'.`);
  return spec;
}

function versionOf(caller: Caller, spec: OpenApiSpecRow, versionId: string): OpenApiSpecVersionRow {
  const version = caller.state.openApiSpecVersions.get(versionId);
  if (version.spec !== spec.id) throw notFound('version', versionId);
  return version;
}

function latestVersion(caller: Caller, spec: OpenApiSpecRow): OpenApiSpecVersionRow {
  if (spec.lastVersion !== undefined) return caller.state.openApiSpecVersions.get(spec.lastVersion);
  throw new HttpError(404, `The specification '${spec.slug}' has no version yet: none could be read from its source.`);
}

/** Throws if the slug of a new specification is invalid; the contract does not limit slugs in addresses. */
function assertSlug(slug: string): void {
  const { pattern, maxLength } = limits['POST /orgs/{organizationId}/openapi'].slug;
  if (slug.length > maxLength) throw new HttpError(400, `specSlug must not have more than ${maxLength} characters.`);
  if (!new RegExp(pattern).test(slug)) throw new HttpError(400, `specSlug must match the pattern ${pattern}.`);
}
