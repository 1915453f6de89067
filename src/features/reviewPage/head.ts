import { t } from '@vscode/l10n';
import { formatList } from '../../api/lists.ts';
import { isId } from '../../api/normalize.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  describeStatus,
  hasEnded,
  supportsDescription,
} from '../../model/content/changeRequests.ts';
import { type Change, type ChangeVerb, otherChangeKinds } from '../../model/content/changes.ts';
import { knownOrganizations, type Organization } from '../../model/organizations.ts';
import { type Check, checklist, type Remedy } from '../../model/reviews/checklist.ts';
import { changeRequestLinksOf, descriptionLine, descriptionMarkdown } from '../../model/reviews/description.ts';
import { type KnownMergeFacts, readMergeFacts } from '../../model/reviews/readiness.ts';
import type { ComparisonBase } from '../../model/reviews/reviews.ts';
import type { Reviewer } from '../../model/reviews/reviewers.ts';
import type { ReviewSummary } from '../../model/reviews/verdicts.ts';
import type { SpaceRight } from '../../model/rights.ts';
import type { Space } from '../../model/spaces.ts';
import type { Action, ReviewHead } from '../../webview/reviewPage/messages.ts';
import type { ReviewPageModels } from './models.ts';
import { changesRequested, approved, eventsOf, toneOf } from './discussion/events.ts';
import { timeOf } from './discussion/time.ts';

/** Returns the title of a review page. */
export function reviewPageTitle({ number, subject }: { number: number; subject: string }): string {
  return escapeLine(tEscaped`#${number} ${subject}`);
}

interface HeadInput {
  /** The current change request. */
  changeRequest: ChangeRequest;
  signal: AbortSignal;
  isWithPages: boolean;
  /** ID of the signed-in user. */
  user: string | undefined;
}

/** Reads the head of a review page: the change request, its reviews, and the checklist for merging. */
export async function readHead(
  app: ReviewPageModels,
  place: ChangeRequestPlace,
  { changeRequest, signal, isWithPages, user }: HeadInput,
): Promise<ReviewHead> {
  const [facts, review, description, organizations] = await Promise.all([
    readMergeFacts(app, place, changeRequest, { signal, isWithPages, user }),
    app.reviews.read(place, signal),
    descriptionOf(changeRequest, signal),
    knownOrganizations(place.connection, signal).catch((error: unknown) => {
      app.failures.log('Could not list the organizations.', error);
      return [];
    }),
  ]);
  const arePagesUnchecked = !isWithPages && review?.changes.some(({ page }) => page !== undefined);
  const { number, subject, status, createdBy, createdAt, updatedAt } = changeRequest;
  const isOver = hasEnded(changeRequest);
  const checks = isOver ? [] : checklist(facts).map(checkOf);
  return {
    number,
    subject: escapeLine(subject) || t('Untitled'),
    status: escapeLine(describeStatus(status)),
    isOver,
    facts: [escapeLine(createdBy.displayName), locationOf(facts.space, organizations)].filter(Boolean),
    times: [
      ...labelledTime(t({ message: 'opened', comment: ['Before an age, such as "3d"'] }), createdAt),
      ...labelledTime(t({ message: 'changed', comment: ['Before an age, such as "3d"'] }), updatedAt),
    ],
    summary: review ? summarizeChanges(review, app.reviews.since(place)) : '',
    ...(description && { description }),
    links: (changeRequestLinksOf(changeRequest) ?? []).map(({ kind, title, address }) => ({
      kind,
      title,
      ...(address && { address }),
    })),
    reviewers: reviewersOf(facts).map(reviewer => reviewerOf(reviewer, user)),
    verdicts: (facts.verdicts ?? []).flatMap(({ summaries = [] }) => summaries.map(verdictOfSummary)),
    checks: arePagesUnchecked && !isOver ? [...checks, uncheckedPages] : checks,
    events: eventsOf(changeRequest, facts.verdicts ?? []),
    actions: actionsOf(changeRequest, facts.refused),
  };
}

/**
 * Renders the description. Images are replaced with their alternative text, because loading them would reveal the
 * reader to their servers.
 */
async function descriptionOf(changeRequest: ChangeRequest, signal: AbortSignal): Promise<ReviewHead['description']> {
  const markdown = await descriptionMarkdown(changeRequest);
  if (markdown === '') return undefined;
  const { renderUntrustedMarkdown } = await import('./renderUntrustedMarkdown.ts');
  const html = await renderUntrustedMarkdown(markdown, 'description', signal);
  const isLong = markdown.length > 600 || markdown.split('\n').length > 12;
  return { html, firstLine: descriptionLine(changeRequest, 160), isLong };
}

/** Returns the actions that the status and the user's rights allow. A merged change request allows none. */
function actionsOf(changeRequest: ChangeRequest, refused: readonly SpaceRight[]): Action[] {
  const { status, outdated } = changeRequest;
  if (status === 'merged') return [];
  const isArchived = status === 'archived';
  const editActions: Action[] = isArchived ? ['reopen', 'setStatus'] : ['setStatus', 'setSubject', 'requestReviewers'];
  if (!isArchived && outdated !== false) editActions.push('update');
  if (supportsDescription(changeRequest)) editActions.push('editDescription');
  if (changeRequestLinksOf(changeRequest)) editActions.push('editLinks');
  const canMerge = !isArchived && status !== 'draft' && !refused.includes('merge');
  return [...(refused.includes('edit') ? [] : editActions), ...(canMerge ? ['merge' as const] : [])];
}

/** Returns the name of the space, and of its organization if there are several. */
function locationOf(space: Space | undefined, organizations: readonly Organization[]): string {
  const organization = organizations.length > 1 && organizations.find(({ id }) => id === space?.organization);
  return [space?.title ?? '', organization ? organization.title : '']
    .map(title => escapeLine(title))
    .filter(Boolean)
    .join(', ');
}

/** Returns the reviewers; if the requested ones cannot be read, only those with a verdict. */
function reviewersOf({ reviewers, verdicts = [] }: KnownMergeFacts): readonly Reviewer[] {
  const defaults = { isAsked: false, isVerdictKnown: true };
  return reviewers ?? verdicts.map(verdict => ({ user: verdict.user, name: verdict.name, ...defaults, verdict }));
}

function labelledTime(what: string, at: unknown): ReviewHead['times'] {
  const time = timeOf(at);
  return time ? [{ what, at: time }] : [];
}

const uncheckedPages: ReviewHead['checks'][number] = {
  text: t('Links and marks of conflicts on its changed pages have not been looked for.'),
  tone: 'open',
  action: 'lookThrough',
  label: t('Look'),
};

function reviewerOf(
  { user: id, name, verdict, isVerdictKnown }: Reviewer,
  user: string | undefined,
): ReviewHead['reviewers'][number] {
  const isYou = id !== undefined && id === user;
  if (!verdict) {
    return { name: escapeLine(name, 100), verdict: isVerdictKnown ? t('Waiting') : t('Asked'), tone: 'open', isYou };
  }
  const { status, isOutdated, at } = verdict;
  const label = verdictName(status);
  const when = timeOf(at);
  return {
    name: escapeLine(name, 100),
    verdict: isOutdated ? t`${label} · outdated` : label,
    tone: isOutdated ? 'warn' : toneOf(status),
    isYou,
    ...(when && { when }),
  };
}

const tones = { met: 'good', unmet: 'bad', unknown: 'open' } as const;

const labels: Readonly<Record<Remedy, string>> = {
  setStatus: t('Change Status'),
  openChanges: t('Show'),
  update: t('Update'),
  setSubject: t('Give It a Subject'),
  editDescription: t('Add Description'),
  nextConversation: t('Next'),
  requestReviewers: t({ message: 'Ask', comment: ['Button that asks for reviewers'] }),
  finishReview: t('Finish Review'),
  findBrokenLinks: t('Show'),
  copyLink: t('Copy Link'),
  openInBrowser: t('Open in Browser'),
};

function checkOf({ text, state, remedy }: Check): ReviewHead['checks'][number] {
  const action: Action | undefined = remedy;
  return { text, tone: tones[state], ...(action && remedy && { action, label: labels[remedy] }) };
}

/** Summarizes the changes: "10 pages edited, 1 new, 1 moved, 1 deleted. 2 files changed." */
export function summarizeChanges(
  { changes, more }: { changes: readonly Change[]; more: number },
  since: Pick<ComparisonBase, 'label'> | undefined,
): string {
  const pages = changes.filter(({ page }) => isId(page));
  const files = changes.filter(({ file }) => isId(file));
  const countOf = (verb: ChangeVerb) =>
    pages.filter(change => (verb === 'moved' ? change.isMoved : change.verb === verb)).length;
  const counts = pageCounts.map(({ verb, ...texts }) => ({ count: countOf(verb), ...texts }));
  const parts = counts
    .filter(({ count }) => count > 0)
    .map(({ count, one, several, further }, index) =>
      index > 0 ? further(count) : count === 1 ? one : several(count),
    );
  const renamed = pages.filter(change => change.hasNewSlug).map(({ name }) => `“${escapeLine(name, 60)}”`);
  const others = renamed.length > 3 ? [t`${renamed.length - 3} more`] : [];
  const sentences = [
    parts.length ? `${parts.join(', ')}.` : '',
    renamed.length ? t`Slug changed: ${formatList([...renamed.slice(0, 3), ...others])}.` : '',
    ...(files.length ? [files.length === 1 ? t('1 file changed.') : t`${files.length} files changed.`] : []),
    ...otherCounts(changes),
    ...(more > 0 ? [unlistedSentence(more)] : []),
  ];
  const all = sentences.filter(part => part).join(' ');
  if (!since) return all || t('It changes nothing yet.');
  // A local comparison covers pages and files only.
  return all ? t`Since ${since.label}: ${all}` : t`Since ${since.label}: no page and no file has changed.`;
}

/** The texts for the numbers of changed pages. The first number in a summary has the word "pages". */
const pageCounts: readonly {
  verb: ChangeVerb;
  one: string;
  several: (count: number) => string;
  further: (count: number) => string;
}[] = [
  {
    verb: 'edited',
    one: t('1 page edited'),
    several: count => t`${count} pages edited`,
    further: count => t({ message: '{0} edited', args: [count], comment: ['Pages'] }),
  },
  {
    verb: 'created',
    one: t('1 page new'),
    several: count => t`${count} pages new`,
    further: count => t({ message: '{0} new', args: [count], comment: ['Pages'] }),
  },
  {
    verb: 'moved',
    one: t('1 page moved'),
    several: count => t`${count} pages moved`,
    further: count => t({ message: '{0} moved', args: [count], comment: ['Pages'] }),
  },
  {
    verb: 'deleted',
    one: t('1 page deleted'),
    several: count => t`${count} pages deleted`,
    further: count => t({ message: '{0} deleted', args: [count], comment: ['Pages'] }),
  },
];

function unlistedSentence(count: number): string {
  return count === 1
    ? t('1 more change is not listed by the server.')
    : t`${count} more changes are not listed by the server.`;
}

/** Counts the changes that are neither pages nor files, by kind: "2 variables changed." */
function otherCounts(changes: readonly Change[]): string[] {
  const others = changes.filter(({ page, file }) => !isId(page) && !isId(file));
  return [...Map.groupBy(others, ({ detail }) => detail)].map(([kind, { length }]) => {
    const { one, several } = otherSentences.get(kind) ?? unknownKindSentences;
    return length === 1 ? one : several(length);
  });
}

const otherSentences = new Map([
  [
    otherChangeKinds.variable,
    { one: t('1 variable changed.'), several: (count: number) => t`${count} variables changed.` },
  ],
  [
    otherChangeKinds.reusableContent,
    {
      one: t('1 piece of reusable content changed.'),
      several: (count: number) => t`${count} pieces of reusable content changed.`,
    },
  ],
  [otherChangeKinds.tag, { one: t('1 tag changed.'), several: (count: number) => t`${count} tags changed.` }],
]);

const unknownKindSentences = { one: t('1 other change.'), several: (count: number) => t`${count} other changes.` };

function verdictOfSummary({ comment, status }: ReviewSummary): NonNullable<ReviewHead['verdicts']>[number] {
  return { comment, verdict: verdictName(status), tone: toneOf(status) };
}

function verdictName(status: string): string {
  return status === approved
    ? t('Approved')
    : status === changesRequested
      ? t('Changes requested')
      : escapeLine(status);
}
