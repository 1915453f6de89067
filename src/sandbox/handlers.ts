import { adaptiveSchemas } from './adaptiveSchemas.ts';
import { changeRequests } from './changeRequests.ts';
import { changes } from './changes.ts';
import { collections } from './collections.ts';
import { commenters } from './commenters.ts';
import { commentReplies } from './commentReplies.ts';
import { comments } from './comments.ts';
import { content } from './content.ts';
import { contentEdits } from './contentEdits.ts';
import { contentImport } from './contentImport.ts';
import { contentUrls } from './contentUrls.ts';
import { integrations } from './integrations.ts';
import { inviteLinks } from './inviteLinks.ts';
import { links } from './links.ts';
import { members } from './members.ts';
import { merging } from './merging.ts';
import { openapi } from './openapi.ts';
import { organizations } from './organizations.ts';
import type { Handlers } from './replies.ts';
import { pdfs } from './pdfs.ts';
import { publishedSites } from './publishedSites.ts';
import { reviewers } from './reviewers.ts';
import { reviews } from './reviews.ts';
import { shareLinks } from './shareLinks.ts';
import { siteSectionGroups } from './siteSectionGroups.ts';
import { siteSections } from './siteSections.ts';
import { siteStructure } from './siteStructure.ts';
import { sites } from './sites.ts';
import { spaceCopies } from './spaceCopies.ts';
import { spaceMoves } from './spaceMoves.ts';
import { spaces } from './spaces.ts';
import { search } from './search.ts';
import { samlProviders } from './samlProviders.ts';
import { teamMembers } from './teamMembers.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';
import { users } from './users.ts';

/** Every operation of the contract, each in the file of its noun. */
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
  ...links,
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
