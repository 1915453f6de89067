import { only, mapped } from '../../api/listings.ts';
import { shownUser } from '../../api/readable.ts';
import type { App } from '../../app.ts';
import { overOrganizations } from '../../model/organizations.ts';
import type { Person, WatchedSpace } from '../../model/reviews/queries.ts';
import { spacesOf } from '../../model/spaces.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Commands } from '../../ui/command.ts';
import { type Choice, pickFrom, pickMany } from '../../ui/prompts.ts';
import { shownPages, unlessRefused } from '../pick.ts';

export const commands: Commands<App> = {
  'marginalia.reviewList.chooseCaller': { action: 'note who you are', run: chooseCaller },
  'marginalia.reviewList.watchSpaces': { action: 'watch the spaces', run: watchSpaces },
};

/** Lets the user say who of the members of his organizations he is. */
async function chooseCaller({ session, reviews, reviewLists }: App): Promise<void> {
  const connection = await session.require();
  const caller = await pickPerson(connection, { title: 'Choose Who You Are', placeHolder: 'Search by name or email' });
  await (await reviews.inbox).choices.setCaller(connection, caller);
  reviewLists.refresh();
}

/** Lets the user pick a member of any organization, searching on the service. */
function pickPerson(connection: Connection, prompt: { title: string; placeHolder: string }): Promise<Person> {
  const route = 'GET /orgs/{organizationId}/members';
  return pickFrom({ ...prompt, empty: 'No member found', searches: true }, (search, signal) => {
    const query = { search: search || undefined, order: 'asc' as const };
    const members = overOrganizations(
      connection,
      ({ id: organizationId }) => unlessRefused(connection.api.list(route, { organizationId, query }, { signal })),
      signal,
    );
    const offered = new Set<string>();
    const people = mapped(members, ({ item, organization }) => ({ user: shownUser(item.user), organization }));
    const once = only(people, ({ user }) => Boolean(user?.id) && offered.size < offered.add(user?.id ?? '').size);
    return mapped(once, ({ user, organization }): Choice<Person> => {
      const { id = '', displayName: name = '', email } = user ?? {};
      return { label: name, description: [email, organization.title].filter(Boolean).join(' · '), value: { id, name } };
    });
  });
}

/** Lets the user tick the spaces whose change requests are listed where the server does not list all together. */
async function watchSpaces({ session, reviews, reviewLists }: App): Promise<void> {
  const connection = await session.require();
  const { choices } = await reviews.inbox;
  const prompt = {
    title: 'Watch Spaces',
    placeHolder: 'Spaces whose change requests the view Review lists, beside those opened lately',
    empty: 'There are no spaces.',
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
      const list = ({ id }: { id: string }) => unlessRefused(shownPages(spacesOf(connection, id, signal)));
      return mapped(overOrganizations(connection, list, signal), ({ item: { id, title }, organization }) =>
        choiceOf({ id, title, organization: organization.title }),
      );
    },
    choices.chosen(connection).map(choiceOf),
  );
  await choices.watch(connection, watched);
  reviewLists.refresh();
}
