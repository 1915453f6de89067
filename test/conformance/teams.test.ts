import assert from 'node:assert/strict';
import { TeamMemberRole } from '@gitbook/api';
import type { GitBookAPI } from '@gitbook/api';
import { openService } from './client.ts';

const { Member, Owner } = TeamMemberRole;

describe('with the published client, a team', () => {
  it('is created, renamed, listed and deleted', async () => {
    const { api } = await openService();
    const { data: team, status } = await api.orgs.createOrganizationTeam('acme', { title: 'QA', members: ['colm'] });
    assert.deepEqual([status, team.title, team.members], [201, 'QA', 1]);
    assert.deepEqual((await api.orgs.getTeamInOrganizationById('acme', team.id)).data, team);

    const { data: renamed } = await api.orgs.updateTeamInOrganizationById('acme', team.id, { title: 'Quality' });
    assert.deepEqual(renamed, { ...team, title: 'Quality' });
    const { data: matches } = await api.orgs.listTeamsInOrganizationById('acme', { title: 'qual' });
    assert.deepEqual(matches.items, [renamed]);

    await api.orgs.removeTeamFromOrganizationById('acme', team.id);
    const { data: remaining } = await api.orgs.listTeamsInOrganizationById('acme');
    assert.deepEqual(
      remaining.items.map(({ id }) => id),
      ['writers'],
    );
  });

  it('is listed by a user who can manage it', async () => {
    const { api } = await openService();
    const teamsOf = async (owner: string) =>
      (await api.orgs.listTeamsInOrganizationById('acme', { owner })).data.items.map(({ id }) => id);
    assert.deepEqual(await teamsOf('rosa'), ['writers']);
    assert.deepEqual(await teamsOf('eden'), []);
  });

  it('adds and removes members one by one', async () => {
    const { api } = await openService();
    await api.orgs.addMemberToOrganizationTeamById('acme', 'writers', 'reed', { role: Member });
    assert.deepEqual(await rolesOf(api), { rosa: Owner, eden: Member, reed: Member });
    await api.orgs.addMemberToOrganizationTeamById('acme', 'writers', 'reed', { role: Owner });
    await api.orgs.deleteMemberFromOrganizationTeamById('acme', 'writers', 'eden');
    assert.deepEqual(await rolesOf(api), { rosa: Owner, reed: Owner });
  });

  it('adds and removes several members; those in both lists are removed', async () => {
    const { api } = await openService();
    await api.orgs.updateMembersInOrganizationTeam('acme', 'writers', {
      add: ['colm', 'reed@acme.example'],
      remove: ['eden', 'colm'],
      memberships: { reed: { role: Owner } },
    });
    assert.deepEqual(await rolesOf(api), { rosa: Owner, reed: Owner });
  });
});

async function rolesOf(api: GitBookAPI): Promise<Record<string, TeamMemberRole>> {
  const { data } = await api.orgs.listTeamMembersInOrganizationById('acme', 'writers');
  return Object.fromEntries(data.items.map(({ organization, team }) => [organization.id, team.role]));
}
