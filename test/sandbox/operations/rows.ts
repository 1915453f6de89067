import { adaptiveSchemaRows } from './adaptiveSchemas.ts';
import { changeRequestContentRows } from './changeRequestContent.ts';
import { changeRequestRows } from './changeRequests.ts';
import { collectionRows } from './collections.ts';
import { commentRows } from './comments.ts';
import { integrationRows } from './integrations.ts';
import { memberRows } from './members.ts';
import { openapiRows } from './openapi.ts';
import { organizationRows } from './organizations.ts';
import type { Rows } from './row.ts';
import { reviewerRows } from './reviewers.ts';
import { samlProviderRows } from './samlProviders.ts';
import { searchRows } from './search.ts';
import { shareLinkRows } from './shareLinks.ts';
import { siteSectionGroupRows } from './siteSectionGroups.ts';
import { siteSectionRows } from './siteSections.ts';
import { siteStructureRows } from './siteStructure.ts';
import { siteRows } from './sites.ts';
import { spaceRows } from './spaces.ts';
import { teamRows } from './teams.ts';
import { translationRows } from './translations.ts';

/** The table: a row for every documented operation, in one file per noun. */
export const rows: Rows = {
  ...organizationRows,
  ...searchRows,
  ...memberRows,
  ...teamRows,
  ...samlProviderRows,
  ...translationRows,
  ...integrationRows,
  ...collectionRows,
  ...spaceRows,
  ...changeRequestRows,
  ...changeRequestContentRows,
  ...reviewerRows,
  ...commentRows,
  ...siteRows,
  ...adaptiveSchemaRows,
  ...siteSectionRows,
  ...siteSectionGroupRows,
  ...siteStructureRows,
  ...shareLinkRows,
  ...openapiRows,
};
