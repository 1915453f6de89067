import { documentedOnly } from '../../host/support.ts';
import type { Write } from './write.ts';
import { writesOfChangeRequests } from './writesOfChangeRequests.ts';
import { writesOfOrganizations } from './writesOfOrganizations.ts';
import { writesOfSites } from './writesOfSites.ts';
import { writesOfSpaces } from './writesOfSpaces.ts';

/** The commands that write, as far as this kind of server offers them. */
export const writes: readonly Write[] = [
  ...writesOfChangeRequests,
  ...writesOfOrganizations,
  ...writesOfSites,
  ...writesOfSpaces,
].filter(({ isOptional }) => !documentedOnly || !isOptional);
