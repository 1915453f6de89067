import assert from 'node:assert/strict';
import type { Rows } from './row.ts';

const organizationId = 'acme';

export const organizationRows = {
  'GET /orgs': {
    input: {},
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.items.map(({ id }) => id),
        ['acme'],
      ),
    missing: { because: 'somebody without an organization has an empty list' },
    forbidden: { because: 'it lists one’s own organizations' },
  },
  'GET /orgs/{organizationId}': {
    input: { organizationId },
    status: 200,
    success: ({ result }) => assert.equal(result.title, 'Acme'),
    missing: { organizationId: 'zenith' },
    forbidden: { because: 'members may see it, and for others it does not exist' },
  },
  'PATCH /orgs/{organizationId}': {
    input: { organizationId, body: { title: 'Acme Ltd', defaultContent: { type: 'site', site: 'docs' } } },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.title, 'Acme Ltd');
      assert.deepEqual(await world.call('GET /orgs/{organizationId}', { organizationId }), result);
    },
    bad: [
      [{ body: { hostname: '-acme-' } }, /^body.hostname must match the pattern .*, and is '-acme-'/],
      [
        { body: { defaultContent: { type: 'site', site: 'no' } } },
        /^body.defaultContent.site is 'no', which is no site/,
      ],
    ],
    missing: { organizationId: 'zenith' },
    forbidden: ['cato', /asks for the role Administrator, and yours is Creator/],
  },
  'DELETE /orgs/{organizationId}/link-invites/{inviteId}': {
    input: { organizationId, inviteId: 'join' },
    status: 205,
    async success({ world, input }) {
      // No operation lists invite links, so the second deletion shows that the link is gone.
      const again = await world.reply('DELETE /orgs/{organizationId}/link-invites/{inviteId}', input);
      assert.equal(again.status, 204);
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['cato', /asks for the role Administrator, and yours is Creator/],
  },
  'GET /email-domains/{emailDomain}/orgs': {
    input: { emailDomain: 'acme.example' },
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.organizations?.map(({ id, permissions }) => [id, permissions?.view]),
        [['zenith', false]],
      ),
    bad: [[{ emailDomain: 'acme' }, /^emailDomain must be a domain, such as example.com, and is 'acme'/]],
    missing: { because: 'of a domain that no organization is open to there is an empty list' },
    forbidden: ['zoe', /invites people of 'acme.example': your email is of another domain/],
  },
  'GET /subdomains/{subdomain}': {
    input: { subdomain: 'zenith-docs' },
    status: 200,
    success: ({ result }) => assert.deepEqual(result.target, { type: 'organization', organization: 'zenith' }),
    bad: [[{ subdomain: 'No.' }, /^subdomain must match the pattern .*, and is 'No.'/]],
    missing: { subdomain: 'nobody' },
    forbidden: { because: 'who reads what an organization publishes knows its subdomain' },
  },
} satisfies Rows;
