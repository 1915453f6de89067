import { HttpError } from './errors.ts';
import type { Handlers } from './replies.ts';

/** The documented operations that this sandbox does not play yet: each answers 501. */
export const unavailable = notYet(
  'GET /urls/content',
  'GET /subdomains/{subdomain}',
  'PATCH /orgs/{organizationId}',
  'DELETE /orgs/{organizationId}/link-invites/{inviteId}',
  'GET /orgs/{organizationId}/search',
  'GET /email-domains/{emailDomain}/orgs',
  'GET /orgs/{organizationId}/saml',
  'POST /orgs/{organizationId}/saml',
  'GET /orgs/{organizationId}/saml/{samlProviderId}',
  'PATCH /orgs/{organizationId}/saml/{samlProviderId}',
  'DELETE /orgs/{organizationId}/saml/{samlProviderId}',
  'GET /orgs/{organizationId}/sso',
  'GET /spaces/{spaceId}/links',
  'GET /spaces/{spaceId}/search',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
  'POST /orgs/{organizationId}/sites',
  'PATCH /orgs/{organizationId}/sites/{siteId}',
  'DELETE /orgs/{organizationId}/sites/{siteId}',
  'GET /orgs/{organizationId}/sites/{siteId}/published',
  'GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  'PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  'GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
  'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort',
  'POST /orgs/{organizationId}/sites/{siteId}/sections',
  'PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  'DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
  'POST /orgs/{organizationId}/sites/{siteId}/section-groups',
  'PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
  'GET /orgs/{organizationId}/sites/{siteId}/share-links',
  'POST /orgs/{organizationId}/sites/{siteId}/share-links',
  'PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  'DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  'GET /orgs/{organizationId}/translations',
  'POST /orgs/{organizationId}/translations',
  'GET /orgs/{organizationId}/translations/{translationSettingsId}',
  'PUT /orgs/{organizationId}/translations/{translationSettingsId}',
  'DELETE /orgs/{organizationId}/translations/{translationSettingsId}',
  'GET /integrations',
  'GET /integrations/{integrationName}',
  'POST /integrations/{integrationName}',
  'DELETE /integrations/{integrationName}',
  'GET /integrations/{integrationName}/installations',
);

function notYet<R extends keyof Handlers>(...routes: readonly R[]): Pick<Handlers, R> {
  const entries = routes.map(route => [route, () => refuse(route)]);
  return Object.fromEntries(entries) as Pick<Handlers, R>;
}

function refuse(route: string): never {
  throw new HttpError(501, `The sandbox does not play ${route} yet. Use the service itself for it.`);
}
