import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const organizationId = 'acme';
const okta = { organizationId, samlProviderId: 'okta' };
const notAdmin = /asks for the role Administrator, and yours is Creator/;
const noProvider = { samlProviderId: 'nowhere' };
const noTeam = /^body.defaultTeam is 'nowhere', which is no team of 'Acme'/;

const read = (world: OpenSandbox, samlProviderId: string) =>
  world.call('GET /orgs/{organizationId}/saml/{samlProviderId}', { organizationId, samlProviderId });
const signIns = async (world: OpenSandbox) =>
  (await world.call('GET /orgs/{organizationId}/sso', { organizationId })).items?.map(({ label }) => label);

export const samlProviderRows = {
  'GET /orgs/{organizationId}/saml': {
    input: { organizationId },
    status: 200,
    success: async ({ result, world }) => assert.deepEqual(result, { count: 1, items: [await read(world, 'okta')] }),
    bad: [[{ query: { page: 'no page' } }, /^query.page is not a page of this list/]],
    missing: { organizationId: 'zenith' },
    forbidden: ['cato', notAdmin],
  },
  'POST /orgs/{organizationId}/saml': {
    input: { organizationId, body: { label: 'Ping', defaultTeam: 'writers', defaultRole: null } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.label, result.defaultRole, result.status], ['Ping', null, 'pending']);
      assert.equal(result.defaultTeam?.title, 'Writers');
      assert.deepEqual(await read(world, result.id), result);
    },
    bad: [[{ body: { label: 'Ping', defaultTeam: 'nowhere' } }, noTeam]],
    missing: { organizationId: 'zenith' },
    forbidden: ['cato', notAdmin],
  },
  'GET /orgs/{organizationId}/saml/{samlProviderId}': {
    input: okta,
    status: 200,
    success: ({ result }) => assert.deepEqual([result.label, result.status], ['Okta', 'active']),
    missing: noProvider,
    forbidden: ['cato', notAdmin],
  },
  'PATCH /orgs/{organizationId}/saml/{samlProviderId}': {
    input: { ...okta, body: { label: 'Okta 2', certificate: '' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.label, result.entityID, result.status], ['Okta 2', 'okta', 'pending']);
      assert.deepEqual(await read(world, 'okta'), result);
      assert.deepEqual(await signIns(world), []);
    },
    bad: [[{ body: { defaultTeam: 'nowhere' } }, noTeam]],
    missing: noProvider,
    forbidden: ['cato', notAdmin],
  },
  'DELETE /orgs/{organizationId}/saml/{samlProviderId}': {
    input: okta,
    status: 204,
    async success({ world }) {
      const { message } = await world.refusal('GET /orgs/{organizationId}/saml/{samlProviderId}', okta);
      assert.equal(message, "No SAML provider has the ID 'okta'.");
      assert.deepEqual(await signIns(world), []);
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['cato', notAdmin],
  },
  'GET /orgs/{organizationId}/sso': {
    input: { organizationId },
    status: 200,
    async success({ result, world }) {
      const { service } = await read(world, 'okta');
      assert.deepEqual(result, { items: [{ id: 'okta', label: 'Okta', startURL: service?.startURL }] });
    },
    missing: { organizationId: 'zenith' },
    forbidden: { because: 'every member may see how to sign in' },
  },
} satisfies Rows;
