import assert from 'node:assert/strict';
import { checkLocation, checkReply } from '../checkReply.ts';

describe('validation of replies against the contract', () => {
  const user = { object: 'user', id: 'ada', displayName: 'Ada' };

  it('accepts replies that follow the contract', () => {
    checkReply('GET /user', 200, user);
    checkReply('GET /user', 404, { error: { code: 404, message: 'No.' } });
    checkReply('DELETE /spaces/{spaceId}', 205, undefined);
  });

  it('finds undocumented members at any depth', () => {
    assert.throws(() => checkReply('GET /user', 200, { ...user, nickname: 'A' }), /additional properties \(nickname\)/);
    const list = { count: 1, items: [{ object: 'site', id: 'docs', urls: { secret: '' } }] };
    assert.throws(() => checkReply('GET /orgs/{organizationId}/sites', 200, list), /\/items\/0\/urls .*\(secret\)/);
  });

  it('finds wrong types, unknown values, and missing members', () => {
    assert.throws(() => checkReply('GET /user', 200, { ...user, displayName: 1 }), /displayName must be string/);
    assert.throws(() => checkReply('GET /user', 200, { object: 'user', id: 'ada' }), /required property 'displayName'/);
    const member = { object: 'member', id: 'ada', role: 'owner', user };
    assert.throws(() => checkReply('GET /orgs/{organizationId}/members/{userId}', 200, member), /\/role must be equal/);
  });

  it('finds missing or undocumented Location headers', () => {
    checkLocation('POST /orgs/{organizationId}/sites', 201, 'http://sandbox.test/v1/orgs/acme/sites/docs');
    assert.throws(() => checkLocation('POST /orgs/{organizationId}/sites', 201, null), /with the Location null/);
    assert.throws(() => checkLocation('PUT /orgs/{organizationId}/teams', 201, 'here'), /with the Location here/);
  });

  it('finds undocumented statuses and bodies', () => {
    assert.throws(() => checkReply('GET /user', 201, user), /which the contract does not have/);
    assert.throws(() => checkReply('DELETE /spaces/{spaceId}', 205, {}), /has none there/);
  });
});
