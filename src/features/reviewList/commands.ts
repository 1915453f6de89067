import { t } from '@vscode/l10n';
import { Notice } from '../../api/failure.ts';
import { mapItems } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { listOverOrganizations } from '../../model/organizations.ts';
import type { QueryPerson, WatchedSpace } from '../../model/reviews/queries.ts';
import { spacesOf } from '../../model/spaces.ts';
import type { Commands } from '../../ui/command.ts';
import { type Choice, pickFrom, pickMany } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { normalizeItems, skipForbidden } from '../picking/pick.ts';
import { peopleOf } from './people.ts';
import { deleteQuery, renameQuery, saveQuery } from './saved.ts';

export const commands: Commands<App> = {
  'marginalia.reviewList.chooseCaller': { action: t('note who you are'), run: chooseCaller },
  'marginalia.reviewList.watchSpaces': { action: t('watch the spaces'), run: watchSpaces },
  'marginalia.reviewList.saveQuery': { action: t('save the query'), run: saveQuery },
  'marginalia.reviewList.renameQuery': { action: t('rename the query'), run: renameQuery },
  'marginalia.reviewList.deleteQuery': { action: t('delete the query'), run: deleteQuery },
};

/** Lets users of servers that do not report their ID pick themselves from the members of their organizations. */
async function chooseCaller({ session, inbox, reviewLists, tree }: App): Promise<void> {
  const connection = await session.require();
  if (connection.user) {
    const name = connection.userName ?? connection.label;
    throw new Notice(tEscaped`The server says that you are ${name}, so there is nothing to choose.`);
  }
  const currentId = inbox.settings.caller(connection)?.id;
  const caller = await pickFrom(
    {
      title: t('Choose Who You Are'),
      placeHolder: t('Search by name or email'),
      empty: t('No member found'),
      isSearchedByServer: true,
    },
    (search, signal) => mapItems(peopleOf(connection, search, signal), choice => withCurrentLabel(choice, currentId)),
  );
  await inbox.settings.setCaller(connection, caller);
  reviewLists.refresh();
  // The view of spaces finds spaces by the ID of the user.
  tree.refresh();
  say.status(tEscaped`The Review view now shows reviews for ${caller.name}.`);
}

function withCurrentLabel(choice: Choice<QueryPerson>, currentId: string | undefined): Choice<QueryPerson> {
  if (choice.value.id !== currentId) return choice;
  return { ...choice, description: [t('current'), choice.description].filter(Boolean).join(' · ') };
}

/** Lets the user select spaces for servers that cannot list the change requests of all spaces. */
async function watchSpaces({ session, inbox, reviewLists }: App): Promise<void> {
  const connection = await session.require();
  const { settings } = inbox;
  const prompt = {
    title: t('Watch Spaces in the Review View'),
    placeHolder: t('Spaces opened lately are listed, too'),
    empty: t('There are no spaces.'),
    idOf: ({ id }: WatchedSpace) => id,
  };
  const choiceOf = (value: WatchedSpace): Choice<WatchedSpace> => ({
    label: value.title ?? value.id,
    ...(value.organization && { description: value.organization }),
    value,
  });
  const watched = await pickMany<WatchedSpace>(
    prompt,
    (_, signal) => {
      const list = ({ id }: { id: string }) => skipForbidden(normalizeItems(spacesOf(connection, id, signal)));
      return mapItems(listOverOrganizations(connection, list, signal), ({ item: { id, title }, organization }) =>
        choiceOf({ id, title, organization: organization.title }),
      );
    },
    settings.chosenSpaces(connection).map(choiceOf),
  );
  await settings.setWatchedSpaces(connection, watched);
  reviewLists.refresh();
}
