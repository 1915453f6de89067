import { t } from '@vscode/l10n';
import { mapItems, filterItems } from '../../api/listings.ts';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import { specVersionTime } from '../../model/openapi.ts';
import type { Organization } from '../../model/organizations.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { normalizeItems, pickOverOrganizations } from '../picking/pick.ts';
import type { OpenApiResource, OpenApiVersionResource } from './node.ts';

type Spec = Schema<'OpenApiSpec'>;
type Version = Schema<'OpenApiSpecVersion'>;

/** The specs that a picker offers. */
export interface SpecPrompt {
  title: string;
  isSuitable: (spec: Spec) => boolean;
  /** The message if there are no suitable specs. */
  empty: string;
}

/** Returns the spec of a row, or lets the user pick one. */
export async function findSpec(app: App, target: unknown, suitable: SpecPrompt): Promise<OpenApiResource> {
  const resource = resourceOf<OpenApiResource>(target, 'openapi');
  if (resource) return resource;
  const connection = await app.session.require();
  const { title, isSuitable, empty } = suitable;
  const list = ({ id: organizationId }: Organization, signal: AbortSignal) =>
    filterItems(connection.api.list('GET /orgs/{organizationId}/openapi', { organizationId }, { signal }), isSuitable);
  return pickOverOrganizations(connection, { title, placeHolder: t('Which OpenAPI spec?'), empty }, list, entry => {
    const { item: spec, organization } = entry;
    const link = spec.urls?.app;
    const value: OpenApiResource = { kind: 'openapi', connection, organization: organization.id, spec, link };
    return { label: spec.slug, description: organization.title, value };
  });
}

/** Returns the spec of a row, or lets the user pick any spec. */
export function findReadableSpec(app: App, target: unknown): Promise<OpenApiResource> {
  return findSpec(app, target, {
    title: t('OpenAPI Spec'),
    isSuitable: () => true,
    empty: t('There are no OpenAPI specs.'),
  });
}

/** Returns the version of a row, or lets the user pick one. */
export async function findVersion(app: App, target: unknown): Promise<OpenApiVersionResource> {
  const resource = resourceOf<OpenApiVersionResource>(target, 'openapiVersion');
  if (resource) return resource;
  return pickVersion(await findReadableSpec(app, target), { placeHolder: t('Which version?'), isSuitable: () => true });
}

interface SuitableVersions {
  placeHolder: string;
  isSuitable: (version: Version) => boolean;
}

/** Lets the user pick a version of a spec. The newest comes first. */
export function pickVersion(
  { connection, organization, spec }: OpenApiResource,
  { placeHolder, isSuitable }: SuitableVersions,
): Promise<OpenApiVersionResource> {
  const { slug, lastVersion } = spec;
  const prompt = { title: t`Versions of ${slug}`, placeHolder, empty: t('There are no versions to choose from.') };
  const choiceOf = (version: Version): Choice<OpenApiVersionResource> => ({
    label: specVersionTime(version),
    ...(version.id === lastVersion && { description: t('latest') }),
    value: { kind: 'openapiVersion', connection, organization, slug, version },
  });
  return pickFrom(prompt, (_, signal) => {
    const route = 'GET /orgs/{organizationId}/openapi/{specSlug}/versions';
    const input = { organizationId: organization, specSlug: slug };
    return mapItems(filterItems(normalizeItems(connection.api.list(route, input, { signal })), isSuitable), choiceOf);
  });
}
