import type { App } from '../app.ts';
import type { Commands } from '../ui/command.ts';
import { commands as attachments } from './attachments/commands.ts';
import { commands as changeRequests } from './changeRequests/commands.ts';
import { commands as content } from './content/commands.ts';
import { commands as editorLinks } from './editorLinks/commands.ts';
import { commands as help } from './help/commands.ts';
import { commands as links } from './links/commands.ts';
import { commands as integrations } from './integrations/commands.ts';
import { commands as members } from './members/commands.ts';
import { commands as openapi } from './openapi/commands.ts';
import { commands as preview } from './preview/commands.ts';
import { commands as requests } from './requests/commands.ts';
import { commands as resources } from './resources/commands.ts';
import { commands as reviewLists } from './reviewList/commands.ts';
import { commands as reviewPage } from './reviewPage/commands.ts';
import { commands as reviews } from './reviews/commands.ts';
import { commands as search } from './search/commands.ts';
import { commands as session } from './session/commands.ts';
import { commands as sites } from './sites/commands.ts';
import { commands as spaces } from './spaces/commands.ts';
import { commands as teams } from './teams/commands.ts';
import { commands as tree } from './tree/commands.ts';
import { commands as writing } from './writing/commands.ts';

/** All commands except those of comments. */
export const commands: Commands<App> = {
  ...attachments,
  ...changeRequests,
  ...content,
  ...editorLinks,
  ...help,
  ...links,
  ...integrations,
  ...members,
  ...openapi,
  ...preview,
  ...requests,
  ...resources,
  ...reviewLists,
  ...reviewPage,
  ...reviews,
  ...search,
  ...session,
  ...sites,
  ...spaces,
  ...teams,
  ...tree,
  ...writing,
};
