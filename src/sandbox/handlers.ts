import { adaptiveSchemas } from './operations/sites/adaptiveSchemas.ts';
import { changeRequests } from './operations/changeRequests/changeRequests.ts';
import { changes } from './operations/changeRequests/changes.ts';
import { collections } from './operations/spaces/collections.ts';
import { commenters } from './operations/comments/commenters.ts';
import { commentReplies } from './operations/comments/commentReplies.ts';
import { comments } from './operations/comments/comments.ts';
import { content } from './operations/content/content.ts';
import { contentEdits } from './operations/content/contentEdits.ts';
import { contentImport } from './operations/content/contentImport.ts';
import { contentUrls } from './operations/content/contentUrls.ts';
import { importRuns } from './operations/content/importRuns.ts';
import { integrations } from './operations/integrations.ts';
import { inviteLinks } from './operations/organizations/inviteLinks.ts';
import { links } from './operations/content/links.ts';
import { members } from './operations/organizations/members.ts';
import { merging } from './operations/changeRequests/merging.ts';
import { openapi } from './operations/openapi/openapi.ts';
import { organizations } from './operations/organizations/organizations.ts';
import type { Handlers } from './reply/answers.ts';
import { pdfs } from './operations/changeRequests/pdfs.ts';
import { publishedSites } from './operations/sites/publishedSites.ts';
import { reviewers } from './operations/reviews/reviewers.ts';
import { reviews } from './operations/reviews/reviews.ts';
import { shareLinks } from './operations/sites/shareLinks.ts';
import { siteSectionGroups } from './operations/sites/siteSectionGroups.ts';
import { siteSections } from './operations/sites/siteSections.ts';
import { siteStructure } from './operations/sites/siteStructure.ts';
import { sites } from './operations/sites/sites.ts';
import { spaceCopies } from './operations/spaces/spaceCopies.ts';
import { spaceMoves } from './operations/spaces/spaceMoves.ts';
import { spacePermissions } from './operations/spaces/spacePermissions.ts';
import { spaces } from './operations/spaces/spaces.ts';
import { search } from './operations/spaces/search.ts';
import { samlProviders } from './operations/organizations/samlProviders.ts';
import { teamMembers } from './operations/organizations/teamMembers.ts';
import { teams } from './operations/organizations/teams.ts';
import { translations } from './operations/translations.ts';
import { users } from './operations/organizations/users.ts';

/** The handlers of all operations in the contract. Each file contains those of one noun. */
export const handlers: Handlers = {
  ...users,
  ...organizations,
  ...inviteLinks,
  ...members,
  ...teams,
  ...teamMembers,
  ...samlProviders,
  ...collections,
  ...spaces,
  ...spaceCopies,
  ...spaceMoves,
  ...spacePermissions,
  ...links,
  ...importRuns,
  ...search,
  ...changeRequests,
  ...merging,
  ...reviewers,
  ...reviews,
  ...changes,
  ...content,
  ...contentEdits,
  ...contentImport,
  ...contentUrls,
  ...pdfs,
  ...comments,
  ...commentReplies,
  ...commenters,
  ...sites,
  ...siteStructure,
  ...siteSections,
  ...siteSectionGroups,
  ...shareLinks,
  ...publishedSites,
  ...adaptiveSchemas,
  ...openapi,
  ...translations,
  ...integrations,
};
