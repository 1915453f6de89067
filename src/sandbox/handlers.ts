import { collections } from './collections.ts';
import { members } from './members.ts';
import { openapi } from './openapi.ts';
import { organizations } from './organizations.ts';
import type { Handlers } from './replies.ts';
import { siteStructure } from './siteStructure.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';
import { teams } from './teams.ts';
import { unavailable } from './unavailable.ts';
import { users } from './users.ts';

/** Every operation of the contract, each in the file of its noun. */
export const handlers: Handlers = {
  ...unavailable,
  ...users,
  ...organizations,
  ...members,
  ...teams,
  ...collections,
  ...spaces,
  ...sites,
  ...siteStructure,
  ...openapi,
};
