import assert from 'node:assert/strict';
import { MemberRole, TeamMemberRole } from '@gitbook/api';
import { fillAcme } from '../sandbox/acme.ts';
import { openService } from './client.ts';

describe('with the published client, members of an organization', () => {
  it('are listed in any order, and filtered', async () => {
    const { api } = await openService();
    const ids = async (query: Parameters<typeof api.orgs.listMembersInOrganizationById>[1]) => {
      const { data } = await api.orgs.listMembersInOrganizationById('acme', query);
      assert.equal(data.count, data.items.length);
      return data.items.map(({ id }) => id).join(' ');
    };
    assert.equal(await ids({ order: 'asc' }), 'ada cato rosa eden colm reed gus');
    assert.equal(await ids({ order: 'desc', sort: 'lastSeenAt' }), 'gus reed colm eden rosa cato ada');
    assert.equal(await ids({ role: MemberRole.Edit }), 'eden');
    assert.equal(await ids({ role: 'guest' }), 'gus');
    assert.equal(await ids({ search: 'ROSA@' }), 'rosa');
  });

  it('get another role, and are guests without one', async () => {
    const { api } = await openService();
    const { data: changed } = await api.orgs.updateMemberInOrganizationById('acme', 'reed', { role: MemberRole.Edit });
    assert.equal(changed.role, 'edit');
    assert.deepEqual((await api.orgs.getMemberInOrganizationById('acme', 'reed')).data, changed);
    const { data: guest } = await api.orgs.updateMemberInOrganizationById('acme', 'reed', { role: null });
    assert.equal(guest.role, null);
  });

  it('become members by single sign-on', async () => {
    const { api } = await openService();
    const { data: member } = await api.orgs.setUserAsSsoMemberForOrganization('acme', 'reed');
    assert.equal(member.sso, true);
    assert.deepEqual((await api.orgs.getMemberInOrganizationById('acme', 'reed')).data, member);
  });

  it('are removed, once', async () => {
    const { api } = await openService();
    assert.equal((await api.orgs.removeMemberFromOrganizationById('acme', 'reed')).status, 205);
    await assert.rejects(api.orgs.getMemberInOrganizationById('acme', 'reed'), { code: 404 });
    assert.equal((await api.orgs.removeMemberFromOrganizationById('acme', 'reed')).status, 204);
  });

  it('list their spaces and teams', async () => {
    const { api } = await openService();
    const { data: spaces } = await api.orgs.listSpacesForOrganizationMember('acme', 'colm', { order: 'asc' });
    assert.deepEqual(
      spaces.items.map(({ permission, space }) => `${permission} ${space.id}`),
      ['comment handbook', 'comment manual', 'comment guide'],
    );
    const { data: teams } = await api.orgs.listTeamsForOrganizationMember('acme', 'rosa', { title: 'WRIT' });
    assert.deepEqual(
      teams.items.map(({ member, team }) => [member.role, team.title]),
      [[TeamMemberRole.Owner, 'Writers']],
    );
  });

  it('are marked as seen after a ping', async () => {
    let now = new Date('2026-02-01T00:00:00.000Z');
    const { api } = await openService({ fill: fillAcme, clock: () => now });
    now = new Date('2026-02-02T00:00:00.000Z');
    assert.equal((await api.orgs.updateOrganizationMemberLastSeenAt('acme')).status, 200);
    const { data: ada } = await api.orgs.getMemberInOrganizationById('acme', 'ada');
    assert.equal(ada.lastSeenAt, now.toISOString());
  });
});
