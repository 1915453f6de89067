import { plain, words } from '../../api/words.ts';
import type { ChangeRequest } from '../content/changeRequests.ts';
import { conflictInWords, type Unresolved } from '../content/settled.ts';
import type { SpaceRight } from '../rights.ts';
import type { GivenVerdict } from './verdicts.ts';

/** What is known of a change request that somebody may want to merge. What is not known is undefined. */
export interface Facts {
  changeRequest: Pick<ChangeRequest, 'status' | 'subject' | 'outdated' | 'comments'>;
  conflict?: Unresolved | undefined;
  verdicts?: readonly GivenVerdict[] | undefined;
  /** The people who were asked to review it. */
  asked?: readonly Pick<GivenVerdict, 'user' | 'name'>[] | undefined;
  /** ID of the user who reads the list. */
  user?: string | undefined;
  pages?: LookedThrough | undefined;
  /** The names of the service's own rules. */
  rules?: readonly string[] | undefined;
  /** The rights that the user lacks in the space. */
  refused?: readonly SpaceRight[] | undefined;
}

/** What was found on changed pages. */
interface LookedThrough {
  /** How many were looked through, of how many that are changed. */
  looked: number;
  all: number;
  /** The titles of those with marks of a conflict. */
  marked: readonly string[];
  /** The titles of those with links that lead nowhere. */
  broken: readonly string[] | undefined;
}

/** One line of the checklist. */
export interface Check {
  /** A whole sentence. */
  text: string;
  state: 'met' | 'unmet' | 'unknown';
  /** What can be done about it. */
  remedy?: Remedy;
}

export type Remedy =
  | 'setStatus'
  | 'openChanges'
  | 'update'
  | 'setSubject'
  | 'nextConversation'
  | 'requestReviewers'
  | 'finishReview'
  | 'findBrokenLinks';

/** Whether a change request is ready to be merged, line by line. What cannot be known has no line. */
export function checklist(facts: Facts): Check[] {
  const checks = [
    ...ofChangeRequest(facts),
    ...ofConflicts(facts),
    ...ofVerdicts(facts),
    ...ofLinks(facts),
    ...(facts.rules ?? []).map(rule => ofRule(rule, facts)),
  ];
  return facts.refused?.length ? checks.map(check => withAllowedRemedy(check, facts.refused)) : checks;
}

/** Returns a line without its remedy where that takes a right that the user lacks. */
function withAllowedRemedy({ text, state, remedy }: Check, refused: readonly SpaceRight[] = []): Check {
  const right = remedy && rightFor.get(remedy);
  return remedy === undefined || (right && refused.includes(right)) ? { text, state } : { text, state, remedy };
}

/** The rights that remedies take. Those that change nothing take none. */
const rightFor: ReadonlyMap<Remedy, SpaceRight> = new Map<Remedy, SpaceRight>([
  ['setStatus', 'edit'],
  ['update', 'edit'],
  ['setSubject', 'edit'],
  ['requestReviewers', 'edit'],
  ['finishReview', 'comment'],
]);

/** Those that stand against a merge. */
export function unmet(checks: readonly Check[]): Check[] {
  return checks.filter(({ state }) => state !== 'met');
}

/** All of it as a text: what is left line by line, then what is in order. */
export function inWords(checks: readonly Check[]): string {
  const left = unmet(checks).map(({ text }) => text);
  const met = checks.filter(({ state }) => state === 'met').map(({ text }) => text);
  return [left.join('\n'), met.join(' ')].filter(Boolean).join('\n\n');
}

function ofChangeRequest({ changeRequest: { status, outdated, subject, comments } }: Facts): Check[] {
  return [
    status === 'draft' ? no('It is a draft, and cannot be merged before its status is open.', 'setStatus') : [],
    subject ? yes('It has a subject.') : no('It has no subject.', 'setSubject'),
    outdated === true ? no('It is outdated: the main content has changed since it was last updated.', 'update') : [],
    outdated === false ? yes('It holds the latest main content.') : [],
    // Where a server does not count them, none is told, too.
    comments > 0 ? no(openComments(comments), 'nextConversation') : [],
  ].flat();
}

function openComments(count: number): string {
  return `${count} ${count === 1 ? 'comment is' : 'comments are'} still open.`;
}

function ofConflicts({ conflict, pages }: Facts): Check[] {
  const marked = pages?.marked ?? [];
  return [
    conflict ? no(conflictInWords(conflict), 'openChanges') : [],
    marked.length > 0 ? no('Marks of a conflict stand on ' + named(marked) + '.', 'openChanges') : [],
  ].flat();
}

function ofVerdicts({ verdicts, asked = [], user }: Facts): Check[] {
  // Nobody is offered to remind themselves.
  const remedyFor = (reviewer: string): Remedy => (reviewer === user ? 'finishReview' : 'requestReviewers');
  const given = (verdicts ?? []).map(verdict => {
    const sentence = verdictInWords(verdict, user);
    return verdict.status === 'approved' && !verdict.isOutdated ? yes(sentence) : no(sentence, remedyFor(verdict.user));
  });
  const hasAnswered = (one: (typeof asked)[number]) =>
    verdicts?.some(verdict => (verdict.user ? verdict.user === one.user : verdict.name === one.name));
  const waiting = asked.filter(one => !hasAnswered(one));
  return [
    ...(verdicts?.length === 0 ? [no('Nobody has reviewed it.', 'requestReviewers')] : given),
    ...(verdicts ? waiting : []).map(({ user: reviewer, name }) =>
      reviewer === user
        ? no('You were asked to review it, and have not.', remedyFor(reviewer))
        : no(words`${name} was asked to review it, and has not.`, remedyFor(reviewer)),
    ),
  ];
}

function verdictInWords({ user: reviewer, name, status, isOutdated }: GivenVerdict, user: string | undefined): string {
  const decided = decisions.get(status) ?? words`decided on "${status}" for`;
  return (
    words`${reviewer === user ? 'You' : name} ` + decided + (isOutdated ? ' it, before its newest change.' : ' it.')
  );
}

const decisions: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved'],
  ['changes-requested', 'requested changes to'],
]);

function ofLinks({ pages }: Facts): Check[] {
  const { broken, looked, all } = pages ?? { broken: undefined, looked: 0, all: 0 };
  if (!broken || all === 0) return [];
  const part = looked < all ? `, as far as the first ${looked} of ${all} tell` : '';
  if (broken.length === 0) return [yes(`The links on its changed pages lead somewhere${part}.`)];
  return [no('Links on ' + named(broken) + ` lead nowhere${part}.`, 'findBrokenLinks')];
}

/** One of the service's own rules, as far as it can be told here whether it is kept. */
function ofRule(rule: string, { changeRequest, verdicts, asked }: Facts): Check {
  const kept = rules.get(rule);
  const isKept = kept?.test({ changeRequest, verdicts, asked });
  if (!kept || isKept === undefined) {
    const name = kept?.text ?? words`"${rule}"`;
    return { text: 'Whether this rule of the service is kept cannot be told here: ' + name + '.', state: 'unknown' };
  }
  const text = (isKept ? 'A rule of the service is kept: ' : 'A rule of the service is not kept: ') + kept.text + '.';
  return isKept ? { text, state: 'met' } : { text, state: 'unmet', remedy: kept.remedy };
}

interface Rule {
  text: string;
  /** Undefined where that is not known. */
  test: (facts: Facts) => boolean | undefined;
  remedy: Remedy;
}

/** The rules that the service is known to have. */
const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'require_at_least_one_review',
    {
      text: 'somebody reviews it',
      test: ({ verdicts }) => verdicts && verdicts.length > 0,
      remedy: 'requestReviewers',
    },
  ],
  [
    'require_at_least_one_approved_review',
    {
      text: 'somebody approves it',
      test: ({ verdicts }) => verdicts?.some(({ status }) => status === 'approved'),
      remedy: 'requestReviewers',
    },
  ],
  [
    'require_all_reviews_approved',
    {
      text: 'all who review it approve',
      test: ({ verdicts }) => verdicts?.every(({ status }) => status === 'approved'),
      remedy: 'requestReviewers',
    },
  ],
  [
    'require_up_to_date_change_request',
    {
      text: 'it holds the latest main content',
      test: ({ changeRequest: { outdated } }) => (outdated === undefined ? undefined : !outdated),
      remedy: 'update',
    },
  ],
  [
    'require_change_request_subject',
    { text: 'it has a subject', test: ({ changeRequest }) => changeRequest.subject !== '', remedy: 'setSubject' },
  ],
]);

function named(titles: readonly string[]): string {
  const shown = titles.slice(0, 5).map(title => `"${plain(title, 60)}"`);
  if (titles.length > shown.length) shown.push(`${titles.length - shown.length} more`);
  return new Intl.ListFormat('en').format(shown);
}

function yes(text: string): Check {
  return { text, state: 'met' };
}

function no(text: string, remedy: Remedy): Check {
  return { text, state: 'unmet', remedy };
}
