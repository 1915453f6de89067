import type { Schema } from '../../../api/routes.ts';
import { hasContent } from '../../../markdown/document.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import type { ChangeRequestRow, ReviewRow, SpaceRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { isOutdated } from './changeRequests.ts';

type MergeRule = Schema<'MergeRuleInput'>;

/** Throws if a merge violates the merge rules of the space, or those of its organization if the space inherits them. */
export function assertMergeRulesMet(caller: Caller, space: SpaceRow, changeRequest: ChangeRequestRow): void {
  const { type, rules = [] } = rulesFor(caller.state, space);
  if (type !== 'rules') return;
  const canBypass = ({ rule, users = [] }: MergeRule) => rule === 'allow_bypass' && users.includes(caller.user.id);
  if (rules.some(canBypass)) return;
  const [reason] = rules.flatMap(rule => missingFor(rule, caller, changeRequest) ?? []);
  if (reason === undefined) return;
  throw new HttpError(409, `Could not merge #${changeRequest.number}: a merge rule is not met. ${reason}`);
}

function rulesFor(state: State, { mergeRules, organization }: SpaceRow): Schema<'SpaceMergeRulesInput'> {
  if (mergeRules && mergeRules.type !== 'inherit') return mergeRules;
  return state.organizations.get(organization).mergeRules ?? { type: 'none' };
}

/** Returns sentences that describe what a rule still requires, or undefined if it is met. */
function missingFor(rule: MergeRule, { state, user }: Caller, changeRequest: ChangeRequestRow): string | undefined {
  const newest = new Map(state.reviews.by('changeRequest', changeRequest.id).map(review => [review.reviewer, review]));
  const reviews = [...newest.values()];
  const hasApproved = (id: string) => newest.get(id)?.status === 'approved';
  const nameOf = (id: string) => state.users.find(id)?.displayName ?? `'${id}'`;
  const { users = [] } = rule;
  switch (rule.rule) {
    case 'require_specific_reviewers':
      return sentenceIf(users.filter(id => !hasApproved(id)).map(nameOf)[0], 'has not approved it.');
    case 'require_one_of_specific_reviewers':
      if (users.some(hasApproved)) return undefined;
      return `It needs the approval of ${new Intl.ListFormat('en', { type: 'disjunction' }).format(users.map(nameOf))}.`;
    case 'require_at_least_one_review':
      return reviews.length > 0 ? undefined : 'Nobody has reviewed it.';
    case 'require_at_least_one_approved_review':
      return reviews.some(isApproval) ? undefined : 'Nobody has approved it.';
    case 'require_all_reviews_approved':
      return sentenceIf(
        reviews.filter(review => !isApproval(review)).map(({ reviewer }) => nameOf(reviewer))[0],
        'has not approved it.',
      );
    case 'require_agent_review':
      return 'It needs the review of an agent, and the sandbox has none.';
    case 'require_up_to_date_change_request':
      return isOutdated(state, changeRequest) ? 'It is outdated: update it first.' : undefined;
    case 'require_change_request_subject':
      return changeRequest.subject.trim() === '' ? 'It has no subject.' : undefined;
    case 'require_change_request_description':
      return hasContent(changeRequest.description?.nodes) ? undefined : 'It has no description.';
    case 'require_author_to_merge':
      if (user.id === changeRequest.createdBy) return undefined;
      return `Only ${nameOf(changeRequest.createdBy)}, who created it, may merge it.`;
    case 'custom':
      return (
        `${rule.message ?? `It needs this to be true: ${rule.expression ?? ''}.`} ` +
        'The sandbox evaluates no expressions, so a custom rule is never met here.'
      );
    case 'allow_bypass':
      return undefined;
  }
}

function isApproval({ status }: ReviewRow): boolean {
  return status === 'approved';
}

function sentenceIf(name: string | undefined, rest: string): string | undefined {
  return name === undefined ? undefined : `${name} ${rest}`;
}

/** Throws if a rule lacks a field that its kind requires. */
export function assertMergeRules(mergeRules: Schema<'SpaceMergeRulesInput'> | undefined): void {
  if (mergeRules?.type !== 'rules') return;
  if (!mergeRules.rules) throw new HttpError(400, 'body.mergeRules.rules is missing.');
  for (const [index, rule] of mergeRules.rules.entries()) {
    const needed = memberNeededBy.get(rule.rule);
    if (needed === undefined || rule[needed] !== undefined) continue;
    throw new HttpError(400, `body.mergeRules.rules[${index}].${needed} is missing.`);
  }
}

const memberNeededBy: ReadonlyMap<MergeRule['rule'], 'users' | 'expression'> = new Map([
  ['require_specific_reviewers', 'users'],
  ['require_one_of_specific_reviewers', 'users'],
  ['allow_bypass', 'users'],
  ['custom', 'expression'],
]);
