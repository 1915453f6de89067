import { t } from '@vscode/l10n';
import { formatList } from '../../api/lists.ts';
import { isId, normalizeUser } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type ResourceDefinition, resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { describeRole, teamRoles, type TeamRole } from '../../model/roles.ts';
import { WriteNotDone, type WriteOutcome, runWriteWithProgress } from '../../ui/progress.ts';
import { type Choice, confirm, pick, pickMany } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { type ResourceTarget, findItem, findItems, resourceName } from '../picking/items.ts';

type User = Schema<'User'>;

const route = 'PUT /orgs/{organizationId}/teams/{teamId}/members';

/** Lets the user select the members of a team. Sends additions and removals in one request. */
export async function addMembers(app: App, target: unknown): Promise<void> {
  const team = await findItem(app, target, t('Add Members to Team'), ({ kind }: ResourceDefinition) => kind === 'team');
  const { connection } = team;
  const input = teamOf(team);
  const name = await resourceName(team);
  const items = await connection.api.listAll('GET /orgs/{organizationId}/teams/{teamId}/members', input, {
    isFresh: true,
  });
  const before = items.flatMap(({ organization }) => usersWithId(organization?.user));
  const wanted = await pickWanted(team, name, before);
  const add = wanted.filter(({ id }) => !before.some(user => user.id === id));
  const remove = before.filter(({ id }) => !wanted.some(user => user.id === id));
  if (add.length + remove.length === 0) return;
  if (remove.length > 0) {
    const detail = t('They lose what only the team may see, and stay members of the organization.');
    await confirm(tEscaped`Remove ${namesOf(remove)} from the team "${name}"?`, detail, t('Remove'));
  }
  const role = add.length > 0 ? await pickRole(tEscaped`${namesOf(add)} in "${name}"`) : undefined;
  const memberships = Object.fromEntries(add.map(({ id }) => [id, { role: 'owner' as const }]));
  const body = {
    ...(add.length > 0 && { add: add.map(({ id }) => id) }),
    ...(remove.length > 0 && { remove: remove.map(({ id }) => id) }),
    ...(role === 'owner' && { memberships }),
  };
  await runWriteWithProgress(
    tEscaped`Changing who is in "${name}"`,
    signal => connection.api.request(route, { ...input, body }, { signal }),
    () => checkMembership(team, add, remove),
  );
  const sentences = [
    add.length > 0 ? tEscaped`${namesOf(add)} joined "${name}".` : '',
    remove.length > 0 ? tEscaped`No longer in it: ${namesOf(remove)}.` : '',
  ];
  say.status(sentences.filter(Boolean).join(' '));
}

/** Changes the role of team members, with one request for each team. */
export async function setTeamRole(app: App, target: unknown, selected: unknown): Promise<void> {
  const selectedMembers = await findItems(
    app,
    { target, selected },
    t('Change Role in Team'),
    ({ kind }: ResourceDefinition) => kind === 'teamMember',
  );
  const [first] = selectedMembers;
  const what = first && selectedMembers.length === 1 ? await resourceName(first) : t`${selectedMembers.length} members`;
  const role = await pickRole(tEscaped`Role of ${what} in the team`);
  const teams = Map.groupBy(selectedMembers, ({ item }) => item.parameters['teamId'] ?? '');
  const parts = [...teams.values()].map(async ([one = noMember(), ...others]) => ({
    label: teams.size > 1 ? await teamName(one) : '',
    action: tEscaped`change the role of ${what}`,
    run: async (signal: AbortSignal) => {
      const members = [one, ...others];
      const memberships = Object.fromEntries(members.map(({ item }) => [item.parameters['userId'] ?? '', { role }]));
      await one.connection.api.request(route, { ...teamOf(one), body: { memberships } }, { signal });
    },
    lookUp: async () => {
      const ids = new Set([one, ...others].map(({ item }) => item.parameters['userId']));
      const list = 'GET /orgs/{organizationId}/teams/{teamId}/members';
      const items = await one.connection.api.listAll(list, teamOf(one), { isFresh: true });
      const chosen = items.filter(({ organization }) => ids.has(organization?.user?.id));
      const isDone = chosen.every(({ team }) => team?.role === role);
      return isDone ? t('It is changed.') : new WriteNotDone(t('It is not changed.'));
    },
  }));
  const done: DoneSentences = {
    all: count => t`${count} teams changed.`,
    some: (count, total) => t`${count} of ${total} teams changed.`,
  };
  await runForEach(tEscaped`Changing the role of ${what}`, done, await Promise.all(parts));
  if (parts.length === 1) say.status(tEscaped`${what}: ${describeRole(role, teamRoles)} of the team from now on`);
}

function pickWanted({ connection, item }: ResourceTarget, name: string, before: readonly User[]): Promise<User[]> {
  const { organizationId = '' } = item.parameters;
  const prompt = {
    title: tEscaped`Members of "${name}"`,
    placeHolder: t('Search by name or email'),
    empty: t('No member found'),
    isSearchedByServer: true,
    idOf: ({ id }: User) => id,
  };
  const isIn = (user: User) => before.some(({ id }) => id === user.id);
  return pickMany(
    prompt,
    async function* (search, signal) {
      const query = { search: search || undefined, order: 'asc' as const };
      const members = connection.api.list('GET /orgs/{organizationId}/members', { organizationId, query }, { signal });
      for await (const { items, hasMore } of members) {
        const choices = items.flatMap(({ user, role }) =>
          usersWithId(user).map(one => choiceOf(one, isIn(one) ? t('in the team') : describeRole(role))),
        );
        yield { items: choices, hasMore };
      }
    },
    before.map(user => choiceOf(user, t('in the team'))),
  );
}

function pickRole(title: string): Promise<TeamRole> {
  const prompt = { title, placeHolder: t('Which role do they have in the team?'), empty: '' };
  return pick<TeamRole>(
    prompt,
    teamRoles.map(choice => ({ ...choice })),
  );
}

/** Looks up the outcome of a change whose reply was lost. */
async function checkMembership(
  team: ResourceTarget,
  add: readonly User[],
  remove: readonly User[],
): Promise<WriteOutcome> {
  const list = 'GET /orgs/{organizationId}/teams/{teamId}/members';
  const items = await team.connection.api.listAll(list, teamOf(team), { isFresh: true });
  const ids = new Set(items.map(({ organization }) => organization?.user?.id));
  const isDone = add.every(({ id }) => ids.has(id)) && !remove.some(({ id }) => ids.has(id));
  return isDone ? t('It is done.') : new WriteNotDone(t('It is not done.'));
}

function teamName({ connection, item }: ResourceTarget): Promise<string> {
  return resourceName({ connection, item: { definition: resourceDefinitionOf('team'), parameters: item.parameters } });
}

function noMember(): never {
  throw new Error('A team without members was changed.');
}

function teamOf({ item }: ResourceTarget): { organizationId: string; teamId: string } {
  const { organizationId = '', teamId = '' } = item.parameters;
  return { organizationId, teamId };
}

function usersWithId(user: unknown): User[] {
  const readable = normalizeUser(user);
  return readable && isId(readable.id) ? [readable] : [];
}

function choiceOf(user: User, remark: string): Choice<User> {
  return { label: user.displayName, description: user.email ?? '', detail: remark, value: user };
}

function namesOf(users: readonly User[]): string {
  return formatList(users.map(({ displayName }) => escapeLine(displayName, 50)));
}
