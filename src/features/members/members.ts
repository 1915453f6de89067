import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { concatLists, mapItems, filterItems } from '../../api/listings.ts';
import { isApiError } from '../../api/errors.ts';
import { Notice } from '../../api/failure.ts';
import { isId } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  resourceLabel,
  type ResourceDefinition,
  resourceDefinitionOf,
} from '../../model/resources/resourceDefinitions.ts';
import { requestRoute, readResource } from '../../model/resources/readResources.ts';
import { describeRole, roles, type Role, teamRoles } from '../../model/roles.ts';
import { resourceAddress } from '../../model/session/connection.ts';
import { type Choice, confirm, pick, pickFrom } from '../../ui/prompts.ts';
import { WriteNotDone } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { type ResourceTarget, findItem, findItems, resourceName } from '../picking/items.ts';
import { treePathToSpace } from '../opening/treePaths.ts';

/** Changes the role of members to one that the user picks. */
export async function setRole(app: App, target: unknown, selected: unknown): Promise<void> {
  const members = await findItems(app, { target, selected }, t('Change Role'), isMember);
  const what = await describeMembers(members);
  const [one] = members;
  const now = one && members.length === 1 ? (await readResource(one.connection, one.item))['role'] : undefined;
  const prompt = {
    title: tEscaped`Role of ${what}`,
    placeHolder: now === undefined ? t('Which role do they have from now on?') : tEscaped`Now: ${describeRole(now)}`,
    empty: t('No other role'),
  };
  const others = roles.filter(({ value }) => value !== now).map(choice => ({ ...choice }));
  const role = await pick<Role>(prompt, others);
  const isAdmin = role === 'admin';
  if (isAdmin) {
    const question =
      members.length === 1
        ? tEscaped`Make ${what} an administrator?`
        : t`Make these ${members.length} members administrators?`;
    await confirm(question, administratorWarning, t('Make Administrator'));
  }
  const done: DoneSentences = {
    all: count => t`${count} changed.`,
    some: (count, total) => t`${count} of ${total} changed.`,
  };
  await changeMembers(tEscaped`Changing the role of ${what}`, done, members, { method: 'PATCH', body: { role } });
  if (one && members.length === 1) say.status(tEscaped`${what}: ${describeRole(role)} from now on`);
}

const administratorWarning = t('Administrators may do everything, also take the role from others, you among them.');

/** Marks members as users of single sign-on. */
export async function markAsSso(app: App, target: unknown, selected: unknown): Promise<void> {
  const members = await findItems(app, { target, selected }, t('Mark as SSO Member'), isMember);
  const what = await describeMembers(members);
  await confirm(
    tEscaped`Mark ${what} as SSO?`,
    t(
      'They sign in through a SAML provider of the organization from then on. The service has no way to take that back.',
    ),
    t('Mark'),
  );
  const done: DoneSentences = {
    all: count => t`${count} marked.`,
    some: (count, total) => t`${count} of ${total} marked.`,
  };
  await changeMembers(tEscaped`Marking ${what} as SSO`, done, members, { method: 'POST' });
  if (members.length === 1) say.status(tEscaped`${what} is marked as SSO`);
}

/** Lists the teams and the visible spaces of a member. Picking one reveals it in the view. */
export async function showAccess(app: App, target: unknown): Promise<void> {
  const member = await findItem(app, target, t('What Can This Person See?'), isMember);
  const { connection, item } = member;
  const { api } = connection;
  const { organizationId = '', userId = '' } = item.parameters;
  const name = await resourceName(member);
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const administration = `${organization}#administration`;
  const prompt = {
    title: tEscaped`What ${name} Can See`,
    placeHolder: t('Teams and spaces; choose one to show it in the view'),
    empty: tEscaped`${name} is in no team and can see no space.`,
  };
  const path = '/orgs/{organizationId}/members/{userId}';
  const { title, treePath } = await pickFrom<TreeRow>(prompt, (_, signal) => {
    const teams = mapItems(
      filterItems(api.list(`GET ${path}/teams`, { organizationId, userId }, { signal }), ({ team }) => isId(team?.id)),
      ({ team, member }): Choice<TreeRow> => {
        const address = resourceAddress(connection, '/orgs/{organizationId}/teams/{teamId}', {
          organizationId,
          teamId: team.id,
        });
        const title = resourceLabel(resourceDefinitionOf('team'), team);
        const treePath = async () => [organization, administration, `${administration}#teams`, address];
        const role = tEscaped`team · ${describeRole(member?.role, teamRoles)}`;
        return choiceOf('organization', title, role, { title, treePath });
      },
    );
    const spaces = mapItems(
      filterItems(api.list(`GET ${path}/spaces`, { organizationId, userId }, { signal }), ({ space }) =>
        isId(space?.id),
      ),
      ({ space, permission }): Choice<TreeRow> => {
        const title = resourceLabel(resourceDefinitionOf('space'), space);
        const treePath = () => treePathToSpace(connection, space.id);
        return choiceOf('notebook', title, describeRole(permission), { title, treePath });
      },
    );
    return concatLists([teams, spaces]);
  });
  if (await reveal(app, treePath)) return;
  throw new Notice(tEscaped`Could not show "${title}". You may not have access to it, or it was moved or deleted.`);
}

/** A row of the view, and the path to it. */
interface TreeRow {
  title: string;
  treePath: () => Promise<string[]>;
}

/** Returns false if the row is not in the view, for example because the user may not see it. */
async function reveal({ tree }: App, treePath: TreeRow['treePath']): Promise<boolean> {
  try {
    return Boolean(await tree.reveal(...(await treePath())));
  } catch (error) {
    if (isApiError(error, 'notFound', 'forbidden')) return false;
    throw error;
  }
}

function choiceOf<T>(icon: string, label: string, description: string, value: T): Choice<T> {
  return { label, description, iconPath: new vscode.ThemeIcon(icon), value };
}

async function changeMembers(
  title: string,
  done: DoneSentences,
  members: readonly ResourceTarget[],
  { method, body }: { method: 'PATCH' | 'POST'; body?: object },
): Promise<void> {
  const path = '/orgs/{organizationId}/members/{userId}';
  const route = method === 'PATCH' ? (`PATCH ${path}` as const) : (`POST ${path}/sso` as const);
  const wanted = method === 'PATCH' ? { ...body } : { sso: true };
  const labels = await Promise.all(members.map(resourceName));
  const parts = members.map(({ connection, item }, index) => ({
    label: labels[index] ?? '',
    action: tEscaped`change "${labels[index] ?? ''}"`,
    run: (signal: AbortSignal) => requestRoute(connection, route, item.parameters, body, { signal }),
    lookUp: async () => {
      const member = await readResource(connection, item, { isFresh: true });
      const isDone = Object.entries(wanted).every(([name, value]) => (member[name] ?? null) === value);
      return isDone ? t('It is changed.') : new WriteNotDone(t('It is not changed.'));
    },
  }));
  await runForEach(title, done, parts);
}

async function describeMembers(members: readonly ResourceTarget[]): Promise<string> {
  const [first] = members;
  return first && members.length === 1 ? resourceName(first) : t`${members.length} members`;
}

function isMember({ kind }: ResourceDefinition): boolean {
  return kind === 'member';
}
