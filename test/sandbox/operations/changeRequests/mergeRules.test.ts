import assert from 'node:assert/strict';
import type { RequestInput } from '../../../../src/api/routes.ts';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const space = '/spaces/{spaceId}';
const organization = '/orgs/{organizationId}';
const organizationId = 'acme';
const changeRequest = `${space}/change-requests/{changeRequestId}` as const;
const merge = `POST ${changeRequest}/merge` as const;
const reviews = `POST ${changeRequest}/reviews` as const;

type Rule = NonNullable<NonNullable<RequestInput<`PATCH ${typeof space}`>['body']['mergeRules']>['rules']>[number];

describe('merge rules of the sandbox', () => {
  let docs: Docs;
  let input: { spaceId: string; changeRequestId: string };
  beforeEach(async () => {
    docs = await openDocs({ 'README.md': 'One.\n' });
    input = { spaceId, changeRequestId: (await docs.propose([])).id };
  });

  const setRules = (...rules: Rule[]) =>
    docs.call(`PATCH ${space}`, { spaceId, body: { mergeRules: { type: 'rules', rules } } });
  const review = (as: string, status: 'approved' | 'changes-requested') =>
    docs.call(reviews, { ...input, body: { status } }, { as });
  const refused = async (message: RegExp, as = 'ada') => {
    const refusal = await docs.refusal(merge, input, { as });
    assert.equal(refusal.status, 409, refusal.message);
    assert.match(refusal.message, message);
  };
  const merged = async (as = 'ada') => assert.equal((await docs.call(merge, input, { as })).result, 'merge');

  it('are inherited, and empty by default', async () => {
    assert.deepEqual((await docs.call(`GET ${space}`, { spaceId })).mergeRules, { type: 'inherit' });
    assert.deepEqual((await docs.call(`GET ${organization}`, { organizationId })).mergeRules, { type: 'none' });
    await merged();
  });

  it('of an organization apply to a space that inherits them, and to no other', async () => {
    const mergeRules = { type: 'rules' as const, rules: [{ rule: 'require_at_least_one_review' as const }] };
    const changed = await docs.call(`PATCH ${organization}`, { organizationId, body: { mergeRules } });
    assert.deepEqual(changed.mergeRules, mergeRules);
    await refused(/^Could not merge #1: a merge rule is not met\. Nobody has reviewed it\.$/);
    const withNone = await docs.call(`PATCH ${space}`, { spaceId, body: { mergeRules: { type: 'none' } } });
    assert.deepEqual(withNone.mergeRules, { type: 'none' });
    await merged();
  });

  it('can require a review, or an approval', async () => {
    await setRules({ rule: 'require_at_least_one_review' }, { rule: 'require_at_least_one_approved_review' });
    await refused(/Nobody has reviewed it/);
    await review('rosa', 'changes-requested');
    await refused(/Nobody has approved it/);
    await review('cato', 'approved');
    await merged();
  });

  it('can require that the last verdict of every reviewer is an approval', async () => {
    await setRules({ rule: 'require_all_reviews_approved' });
    await review('rosa', 'changes-requested');
    await refused(/Rosa has not approved it/);
    await review('rosa', 'approved');
    await merged();
  });

  it('can require the approval of each of several users', async () => {
    await setRules({ rule: 'require_specific_reviewers', users: ['rosa', 'cato'] });
    await review('rosa', 'approved');
    await refused(/Cato has not approved it/);
    await review('cato', 'approved');
    await merged();
  });

  it('can require the approval of one of several users', async () => {
    await setRules({ rule: 'require_one_of_specific_reviewers', users: ['rosa', 'cato'] });
    await review('ada', 'approved');
    await refused(/It needs the approval of Rosa or Cato\./);
    await review('cato', 'approved');
    await merged();
  });

  it('can require the latest main content', async () => {
    await setRules({ rule: 'require_up_to_date_change_request' });
    await docs.merge(await docs.propose([{ operation: 'insert_page', title: 'B', document: { markdown: 'B.' } }]));
    await refused(/It is outdated: update it first/);
    await docs.call(`POST ${changeRequest}/update`, input);
    await merged();
  });

  it('can require a subject', async () => {
    await setRules({ rule: 'require_change_request_subject' });
    await docs.call(`PATCH ${changeRequest}`, { ...input, body: { subject: ' ' } });
    await refused(/It has no subject/);
    await docs.call(`PATCH ${changeRequest}`, { ...input, body: { subject: 'Lamps' } });
    await merged();
  });

  it('can require a description with visible text', async () => {
    await setRules({ rule: 'require_change_request_description' });
    await refused(/It has no description/);
    const describe = (text: string) => {
      const leaves = [{ object: 'leaf' as const, text, marks: [] }];
      const nodes = [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }];
      const description = { object: 'document' as const, data: {}, nodes };
      return docs.call(`PATCH ${changeRequest}`, { ...input, body: { description } });
    };
    await describe(' ');
    await refused(/It has no description/);
    await describe('Lamps burn at night.');
    await merged();
  });

  it('can require a merge by the author', async () => {
    await setRules({ rule: 'require_author_to_merge' });
    await refused(/Only Eden, who created it, may merge it/);
  });

  it('reject a merge with the name of the rule when the sandbox cannot check it', async () => {
    await setRules({ rule: 'custom', expression: 'actor.id === "ada"', message: 'Ask Legal first.' });
    await refused(/Ask Legal first\. The sandbox evaluates no expressions/);
    await setRules({ rule: 'custom', expression: 'actor.id === "ada"' });
    await refused(/It needs this to be true: actor\.id === "ada"\. The sandbox/);
    await setRules({ rule: 'require_agent_review' });
    await refused(/the review of an agent, and the sandbox has none/);
  });

  it('can be bypassed by users who are allowed to', async () => {
    await setRules({ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: ['cato'] });
    await refused(/Nobody has reviewed it/);
    await merged('cato');
  });

  for (const [mergeRules, message] of [
    [{ type: 'rules' }, /^body\.mergeRules\.rules is missing/],
    [{ type: 'rules', rules: [{ rule: 'allow_bypass' }] }, /^body\.mergeRules\.rules\[0\]\.users is missing/],
    [{ type: 'rules', rules: [{ rule: 'custom' }] }, /^body\.mergeRules\.rules\[0\]\.expression is missing/],
    [{ type: 'rules', rules: [{ rule: 'no' }] }, /^body\.mergeRules\.rules\[0\]\.rule must be one of: /],
    [{ type: 'no' }, /^body\.mergeRules\.type must be one of: inherit, none, rules/],
  ] as const) {
    it(`cannot be ${JSON.stringify(mergeRules)}`, async () => {
      const refusal = await docs.refusal(`PATCH ${space}`, { spaceId, body: { mergeRules } } as never);
      assert.deepEqual([refusal.status, message.test(refusal.message)], [400, true], refusal.message);
    });
  }

  it('do not exist on a server with only the documented operations', async () => {
    const documented = await openDocs({ 'README.md': 'One.\n' }, { documentedOnly: true });
    const body = { title: 'Wiki', mergeRules: { type: 'none' as const } };
    const changed = await documented.call(`PATCH ${space}`, { spaceId, body });
    assert.deepEqual([changed.title, changed.mergeRules], ['Wiki', undefined]);
    assert.equal((await documented.call(`GET ${organization}`, { organizationId })).mergeRules, undefined);
  });
});
