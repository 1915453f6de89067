import { documentedOnly } from '../../host/support.ts';
import { isFullSize } from '../../size.ts';
import type { Write } from './write.ts';
import { writesOfChangeRequests } from './writesOfChangeRequests.ts';
import { writesOfContent } from './writesOfContent.ts';
import { writesOfDocuments } from './writesOfDocuments.ts';
import { writesOfItems } from './writesOfItems.ts';
import { writesOfOrganizations } from './writesOfOrganizations.ts';
import { writesOfPages } from './writesOfPages.ts';
import { writesOfReviews } from './writesOfReviews.ts';
import { writesOfSites } from './writesOfSites.ts';
import { writesOfSpaces } from './writesOfSpaces.ts';

/** The writes of all tables, without those that this server or this run excludes. */
export const writes: readonly Write[] = [
  ...writesOfChangeRequests,
  ...writesOfContent,
  ...writesOfPages,
  ...writesOfReviews,
  ...writesOfOrganizations,
  ...writesOfSites,
  ...writesOfSpaces,
  ...writesOfItems,
  ...writesOfDocuments,
].filter(({ isOptional, isLikeAnother }) => (!documentedOnly || !isOptional) && (isFullSize || !isLikeAnother));
