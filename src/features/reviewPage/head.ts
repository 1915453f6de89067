import { isDate, isId } from '../../api/readable.ts';
import { localTime, plain } from '../../api/words.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Change } from '../../model/content/changes.ts';
import { type Check, checklist, type Remedy } from '../../model/reviews/checklist.ts';
import { readFacts } from '../../model/reviews/readiness.ts';
import type { GivenVerdict } from '../../model/reviews/verdicts.ts';
import type { Models } from './pages.ts';
import type { Action, Head, Tone } from '../../webview/reviewPage/messages.ts';

/** What is said above the pages: what it is, who has decided what, and whether it is ready to be merged. */
export async function readHead(
  app: Models,
  place: ChangeRequestPlace,
  { signal, isWithPages }: { signal: AbortSignal; isWithPages: boolean },
): Promise<Head> {
  const changeRequest = await app.content.changeRequests.fresh(place, signal);
  const [facts, review] = await Promise.all([
    readFacts(app, place, changeRequest, { signal, isWithPages }),
    app.reviews.read(place, signal),
  ]);
  const isLeft = !isWithPages && review?.changes.some(({ page }) => page !== undefined);
  const { number, subject, status, createdBy, createdAt, updatedAt } = changeRequest;
  const isOver = status === 'merged' || status === 'archived';
  return {
    number,
    subject: subject || 'Untitled',
    status: plain(status),
    facts: [createdBy.displayName, time('opened', createdAt), time('changed', updatedAt)].filter(fact => fact),
    summary: review ? summaryOf(review.changes, review.more) : '',
    reviewers: (facts.verdicts ?? []).map(verdictOf),
    checks: isOver ? [] : [...checklist(facts).map(checkOf), ...(isLeft ? [lookThrough] : [])],
    actions: isOver ? [over] : [finish, ask, update, merge, rename, over],
    events: eventsOf(changeRequest, facts.verdicts ?? []),
  };
}

/** What has become of it, as far as the server tells when that was. */
function eventsOf(changeRequest: ChangeRequest, verdicts: readonly GivenVerdict[]): Head['events'] {
  const { createdBy, createdAt, updatedAt, mergedAt, status } = changeRequest;
  const isMerged = status === 'merged';
  const events = [
    { text: `${createdBy.displayName} opened it`, at: createdAt },
    ...verdicts.map(({ name, status: decided, at }) => ({ text: `${name} ${wordOf(decided)}`, at })),
    ...(isMerged ? [{ text: 'It was merged', at: mergedAt }] : [{ text: 'It was changed last', at: updatedAt }]),
  ];
  const told = events.flatMap(({ text, at }) => (isDate(at) ? [{ text: plain(text), at }] : []));
  told.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return told.map(({ text, at }) => ({ text, when: localTime(at) }));
}

function wordOf(status: string): string {
  return status === 'approved' ? 'approved it' : status === 'changes-requested' ? 'requested changes' : plain(status);
}

const lookThrough: Head['checks'][number] = {
  text: 'Links and marks of conflicts on its changed pages have not been looked for.',
  tone: 'open',
  action: 'lookThrough',
  label: 'Look',
};

type Offer = Head['actions'][number];
const finish: Offer = { action: 'finish', label: 'Finish Review…' };
const ask: Offer = { action: 'requestReviewers', label: 'Request Reviewers…' };
const rename: Offer = { action: 'setSubject', label: 'Change Subject…' };
const update: Offer = { action: 'update', label: 'Update' };
const merge: Offer = { action: 'merge', label: 'Merge…' };
const over: Offer = { action: 'openOverview', label: 'Overview' };

function time(what: string, at: unknown): string {
  return isDate(at) ? `${what} ${localTime(at)}` : '';
}

function verdictOf({ name, status, isOutdated, at }: GivenVerdict): Head['reviewers'][number] {
  const isFor = status === 'approved';
  const verdict = isFor ? 'Approved' : status === 'changes-requested' ? 'Changes requested' : plain(status);
  const tone: Tone = isOutdated ? 'open' : isFor ? 'good' : 'bad';
  return { name, verdict: isOutdated ? `${verdict} · outdated` : verdict, tone, when: isDate(at) ? localTime(at) : '' };
}

const tones = { met: 'good', unmet: 'bad', unknown: 'open' } as const;

const labels: Readonly<Record<Remedy, string>> = {
  setStatus: 'Change Status',
  openChanges: 'Show',
  update: 'Update',
  setSubject: 'Give It a Subject',
  nextConversation: 'Next',
  requestReviewers: 'Ask',
  findBrokenLinks: 'Show',
};

function checkOf({ text, state, remedy }: Check): Head['checks'][number] {
  const action: Action | undefined = remedy;
  return { text, tone: tones[state], ...(action && remedy && { action, label: labels[remedy] }) };
}

/** "10 pages edited, 1 new, 1 moved, 1 deleted. 2 files changed." */
function summaryOf(changes: readonly Change[], more: number): string {
  const pages = changes.filter(({ page }) => isId(page));
  const files = changes.filter(({ file }) => isId(file));
  const counted = (verb: Change['verb'], word: string) => {
    const count = pages.filter(change => change.verb === verb).length;
    return count ? [`${count} ${word}`] : [];
  };
  const moved = pages.filter(change => change.isMoved).length;
  const parts = [
    ...counted('edited', 'edited'),
    ...counted('created', 'new'),
    ...(moved ? [`${moved} moved`] : []),
    ...counted('deleted', 'deleted'),
  ];
  const renamed = pages.filter(change => change.hasNewSlug).map(({ name }) => `“${plain(name, 60)}”`);
  const others = renamed.length > 3 ? [`${renamed.length - 3} more`] : [];
  const said = [
    parts.length ? `Pages: ${parts.join(', ')}.` : '',
    renamed.length ? `Slug changed: ${new Intl.ListFormat('en').format([...renamed.slice(0, 3), ...others])}.` : '',
    files.length ? `Files changed: ${files.length}.` : '',
    more > 0 ? `${more} changes more the server does not list.` : '',
  ];
  return said.filter(part => part).join(' ') || 'It changes nothing yet.';
}
