import type { Route } from '../../src/api/routes.ts';

/**
 * Operations that the extension does not use yet. This list only shrinks: routes.test.ts fails for outdated entries.
 */
export const routesWithoutUser: Route[] = [
  // Documented.
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
  'GET /spaces/{spaceId}/commenters',
  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',

  // Offered by some servers only.
  'GET /users/{userId}',
  'GET /subdomains/{subdomain}',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
  'GET /spaces/{spaceId}/content/files/{fileId}',
  'GET /spaces/{spaceId}/content/path/{pagePath}',
  'GET /spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
  'GET /spaces/{spaceId}/revisions/{revisionId}/changes',
  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces',
  'GET /integrations/{integrationName}/events',
];
