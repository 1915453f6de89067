import { t } from '@vscode/l10n';
import { formatList } from '../../api/lists.ts';
import { unknownUser } from '../../api/normalize.ts';
import { hasVisibleText, escapeLine, tEscaped } from '../../api/escape.ts';
import type { ChangeRequest } from '../content/changeRequests.ts';
import { describeConflict, type UnresolvedConflict } from '../content/unresolvedConflicts.ts';
import type { SpaceRight } from '../rights.ts';
import { hasDescription } from './description.ts';
import type { MergeRule } from './rules.ts';
import type { ReviewerVerdict } from './verdicts.ts';

/** Facts that decide whether a change request is ready to be merged. Unknown facts are undefined. */
export interface MergeFacts {
  changeRequest: Pick<ChangeRequest, 'status' | 'subject' | 'outdated' | 'comments'> &
    Partial<Pick<ChangeRequest, 'createdBy' | 'description' | 'space'>>;
  conflict?: UnresolvedConflict | undefined;
  verdicts?: readonly ReviewerVerdict[] | undefined;
  /** The users who were asked to review the change request. */
  asked?: readonly Pick<ReviewerVerdict, 'user' | 'name'>[] | undefined;
  /** ID of the user who reads the list. */
  user?: string | undefined;
  pages?: PageCheckResults | undefined;
  /** The merge rules of the service. */
  rules?: readonly MergeRule[] | undefined;
  /** The rights that the user lacks in the space. */
  refused?: readonly SpaceRight[] | undefined;
}

/** The results of checking the changed pages. */
interface PageCheckResults {
  /** Number of pages that were checked; `all` is the number of changed pages. */
  looked: number;
  all: number;
  /** Titles of pages with conflict markers. */
  marked: readonly string[];
  /** Titles of pages with broken links; undefined if unknown. */
  broken: readonly string[] | undefined;
}

/** One line of the checklist. */
export interface Check {
  /** A whole sentence. */
  text: string;
  state: 'met' | 'unmet' | 'unknown';
  /** The action that is offered to meet the condition. */
  remedy?: Remedy;
}

export type Remedy =
  | 'setStatus'
  | 'openChanges'
  | 'update'
  | 'setSubject'
  | 'editDescription'
  | 'nextConversation'
  | 'requestReviewers'
  | 'finishReview'
  | 'findBrokenLinks'
  | 'copyLink'
  | 'openInBrowser';

/** Returns the merge checklist of a change request. Unknown facts have no line, except for merge rules. */
export function checklist(facts: MergeFacts): Check[] {
  const checks = [
    ...ofChangeRequest(facts),
    ...ofConflicts(facts),
    ...ofVerdicts(facts),
    ...ofLinks(facts),
    ...(facts.rules ?? []).map(rule => ofRule(rule, facts)),
  ];
  return facts.refused?.length ? checks.map(check => withAllowedRemedy(check, facts.refused)) : checks;
}

/** Removes the remedy from a line if the user lacks the right that it needs. */
function withAllowedRemedy({ text, state, remedy }: Check, refused: readonly SpaceRight[] = []): Check {
  const right = remedy && rightFor.get(remedy);
  return remedy === undefined || (right && refused.includes(right)) ? { text, state } : { text, state, remedy };
}

/** The rights that remedies need. Remedies that change nothing need none. */
const rightFor: ReadonlyMap<Remedy, SpaceRight> = new Map<Remedy, SpaceRight>([
  ['setStatus', 'edit'],
  ['update', 'edit'],
  ['setSubject', 'edit'],
  ['editDescription', 'edit'],
  ['requestReviewers', 'edit'],
  ['finishReview', 'comment'],
]);

/** Returns the lines that are unmet or unknown. */
export function unmetChecks(checks: readonly Check[]): Check[] {
  return checks.filter(({ state }) => state !== 'met');
}

/** Returns the checklist as text: the unmet lines, then the met ones in one paragraph. */
export function describeChecks(checks: readonly Check[]): string {
  const unmetTexts = unmetChecks(checks).map(({ text }) => text);
  const met = checks.filter(({ state }) => state === 'met').map(({ text }) => text);
  return [unmetTexts.join('\n'), met.join(' ')].filter(Boolean).join('\n\n');
}

function ofChangeRequest({ changeRequest: { status, outdated, subject, comments } }: MergeFacts): Check[] {
  return [
    status === 'draft' ? no(t('It is a draft, and cannot be merged before its status is open.'), 'setStatus') : [],
    subject ? yes(t('It has a subject.')) : no(t('It has no subject.'), 'setSubject'),
    outdated === true ? no(t('It is outdated: the main content has changed since it was last updated.'), 'update') : [],
    outdated === false ? yes(t('It holds the latest main content.')) : [],
    // Zero has no line, because it may mean that the server does not count comments.
    comments > 0 ? no(openComments(comments), 'nextConversation') : [],
  ].flat();
}

function openComments(count: number): string {
  return count === 1 ? t('1 comment is still open.') : t`${count} comments are still open.`;
}

function ofConflicts({ conflict, pages }: MergeFacts): Check[] {
  const marked = pages?.marked ?? [];
  return [
    conflict ? no(describeConflict(conflict), 'openChanges') : [],
    marked.length > 0 ? no(t`Marks of a conflict stand on ${named(marked)}.`, 'openChanges') : [],
  ].flat();
}

function ofVerdicts({ verdicts, asked = [], user }: MergeFacts): Check[] {
  // Users are not offered to remind themselves.
  const remedyFor = (reviewer: string): Remedy => (reviewer === user ? 'finishReview' : 'requestReviewers');
  const ofVerdict = (verdicts ?? []).map(verdict => {
    const sentence = verdictInWords(verdict, user);
    return verdict.status === 'approved' && !verdict.isOutdated ? yes(sentence) : no(sentence, remedyFor(verdict.user));
  });
  const hasAnswered = (one: (typeof asked)[number]) =>
    verdicts?.some(verdict => (verdict.user ? verdict.user === one.user : verdict.name === one.name));
  const waiting = asked.filter(one => !hasAnswered(one));
  return [
    ...(verdicts?.length === 0 ? [no(t('Nobody has reviewed it.'), 'requestReviewers')] : ofVerdict),
    ...(verdicts ? waiting : []).map(({ user: reviewer, name }) =>
      reviewer === user
        ? no(t('You were asked to review it, and have not.'), remedyFor(reviewer))
        : no(tEscaped`${name} was asked to review it, and has not.`, remedyFor(reviewer)),
    ),
  ];
}

function verdictInWords(
  { user: reviewer, name, status, isOutdated }: ReviewerVerdict,
  user: string | undefined,
): string {
  const isUser = reviewer === user;
  if (status === 'approved') {
    if (isUser) return isOutdated ? t('You approved it, before its newest change.') : t('You approved it.');
    return isOutdated ? tEscaped`${name} approved it, before its newest change.` : tEscaped`${name} approved it.`;
  }
  if (status === 'changes-requested') {
    if (isUser) {
      return isOutdated
        ? t('You requested changes to it, before its newest change.')
        : t('You requested changes to it.');
    }
    return isOutdated
      ? tEscaped`${name} requested changes to it, before its newest change.`
      : tEscaped`${name} requested changes to it.`;
  }
  if (isUser) {
    return isOutdated
      ? tEscaped`You decided on "${status}" for it, before its newest change.`
      : tEscaped`You decided on "${status}" for it.`;
  }
  return isOutdated
    ? tEscaped`${name} decided on "${status}" for it, before its newest change.`
    : tEscaped`${name} decided on "${status}" for it.`;
}

function ofLinks({ pages }: MergeFacts): Check[] {
  const { broken, looked, all } = pages ?? { broken: undefined, looked: 0, all: 0 };
  if (!broken || all === 0) return [];
  const isPart = looked < all;
  if (broken.length === 0) {
    const text = isPart
      ? t`The links on its changed pages lead somewhere, as far as the first ${looked} of ${all} tell.`
      : t('The links on its changed pages lead somewhere.');
    return [yes(text)];
  }
  const text = isPart
    ? t`Links on ${named(broken)} lead nowhere, as far as the first ${looked} of ${all} tell.`
    : t`Links on ${named(broken)} lead nowhere.`;
  return [no(text, 'findBrokenLinks')];
}

/** Returns the line for a merge rule of the service; its state is `unknown` if the rule cannot be checked here. */
function ofRule(rule: MergeRule, facts: MergeFacts): Check {
  const { kind, people, condition } = rule;
  if (kind === 'allow_bypass') {
    const text = t`${sentenceStart(formatNames(people, facts))} can bypass the merge rules.`;
    return { text, state: 'met' };
  }
  const known: Requirement | undefined = requirementOf(rule, facts);
  // The sentence around it has a full stop of its own.
  const quoted = tEscaped`"${(condition ?? kind).replace(/\.$/, '')}"`;
  const { requirement, isMet, missing = [], remedy } = known ?? { requirement: quoted };
  if (isMet === undefined) {
    const text = t`Merge rule not checked: ${requirement}. Only the service can check it.`;
    return { text, state: 'unknown', remedy: 'openInBrowser' };
  }
  if (isMet) return yes(t`Merge rule met: ${requirement}.`);
  const isOnReader = missing.some(({ user }) => user === facts.user);
  const sentences = [
    t`Merge rule not met: ${requirement}.`,
    ...(missing.length > 0 ? [t`Waiting for ${formatNames(missing, facts)}.`] : []),
  ];
  return no(sentences.join(' '), (isOnReader ? 'finishReview' : remedy) ?? 'openInBrowser');
}

/** The requirement of a merge rule. */
interface Requirement {
  /** A noun phrase that completes "Merge rule met:". */
  requirement: string;
  /** Undefined if unknown. */
  isMet?: boolean | undefined;
  /** The people whose approval is missing. */
  missing?: readonly Person[] | undefined;
  remedy?: Remedy;
}

type Person = MergeRule['people'][number];

/** Returns undefined for a rule that only the service can check. */
function requirementOf({ kind, people }: MergeRule, facts: MergeFacts): Requirement | undefined {
  const { changeRequest, verdicts, user } = facts;
  const hasApproved = (person: Person) =>
    verdicts?.some(verdict => verdict.user === person.user && isApproval(verdict));
  const remedy = 'requestReviewers';
  switch (kind) {
    case 'require_specific_reviewers': {
      if (people.length === 0) return { requirement: t('approval from specific reviewers') };
      const requirement = t`approval from ${formatNames(people, facts)}`;
      const missing = verdicts && people.filter(person => !hasApproved(person));
      return { requirement, isMet: missing && missing.length === 0, missing, remedy };
    }
    case 'require_one_of_specific_reviewers': {
      if (people.length === 0) return { requirement: t('approval from a specific reviewer') };
      const requirement = t`approval from ${formatNames(people, facts, 'disjunction')}`;
      return { requirement, isMet: verdicts && people.some(hasApproved), remedy };
    }
    case 'require_at_least_one_review':
      return { requirement: t('at least one review'), isMet: verdicts && verdicts.length > 0, remedy };
    case 'require_at_least_one_approved_review':
      return { requirement: t('at least one approval'), isMet: verdicts?.some(isApproval), remedy };
    case 'require_all_reviews_approved': {
      const requirement = t('approval from everyone who reviewed it');
      const missing = verdicts?.filter(verdict => !isApproval(verdict));
      return { requirement, isMet: missing && missing.length === 0, missing, remedy };
    }
    case 'require_agent_review':
      return { requirement: t("a review by the service's AI agent") };
    case 'require_up_to_date_change_request': {
      const { outdated } = changeRequest;
      const isMet = outdated === undefined ? undefined : !outdated;
      return { requirement: t('up to date with the main content'), isMet, remedy: 'update' };
    }
    case 'require_change_request_subject':
      return { requirement: t('a subject'), isMet: hasVisibleText(changeRequest.subject), remedy: 'setSubject' };
    case 'require_change_request_description':
      return { requirement: t('a description'), isMet: hasDescription(changeRequest), remedy: 'editDescription' };
    case 'require_author_to_merge': {
      const { id, displayName } = changeRequest.createdBy ?? unknownUser();
      const isMet = user === undefined || id === '' ? undefined : user === id;
      return { requirement: tEscaped`merged by its author, ${displayName}`, isMet, remedy: 'copyLink' };
    }
    default:
      return undefined;
  }
}

function isApproval({ status }: ReviewerVerdict): boolean {
  return status === 'approved';
}

function formatNames(
  people: readonly Person[],
  { user }: MergeFacts,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const names = people.map(person =>
    person.user === user ? t({ message: 'you', comment: ['One of a list of names'] }) : escapeLine(person.name, 60),
  );
  return formatList(names, type) || t('nobody');
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function named(titles: readonly string[]): string {
  const firstTitles = titles.slice(0, 5).map(title => t`"${escapeLine(title, 60)}"`);
  if (titles.length > firstTitles.length) firstTitles.push(t`${titles.length - firstTitles.length} more`);
  return formatList(firstTitles);
}

function yes(text: string): Check {
  return { text, state: 'met' };
}

function no(text: string, remedy: Remedy): Check {
  return { text, state: 'unmet', remedy };
}
