import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { mapItems } from '../../api/listings.ts';
import { Failure, Notice } from '../../api/failure.ts';
import { formatDateTime } from '../../api/time.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type ChangeRequest, type ChangeRequestPlace, changeRequestName } from '../../model/content/changeRequests.ts';
import { LastSeenRevisions } from '../../model/reviews/lastSeenRevisions.ts';
import { readReview } from '../../model/reviews/readReview.ts';
import type { ComparisonBase } from '../../model/reviews/reviews.ts';
import { earlierRevisions, fetchOwnReview, type Revision, supportsRevisions } from '../../model/reviews/revisions.ts';
import { type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { changeRequestOfTarget } from '../picking/findChangeRequest.ts';
import { normalizeItems } from '../picking/pick.ts';

/** Asks for an earlier revision, and lists only the changes since then. */
export async function compareSince(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const title = tEscaped`Compare ${changeRequestName(changeRequest)} Since...`;
  const choices = await choicesOf(app, place, changeRequest);
  if (choices.length === 1) throw new Failure(nothingElseSentence(place));
  const picked = await pick({ title, placeHolder: t('What has changed since when?'), empty: t('Nothing') }, choices);
  if (picked === 'all') return showAllChanges(app, place);
  const since = picked === 'revision' ? await pickRevision(title, place, changeRequest) : picked;
  if (since.revision === changeRequest.revision)
    throw new Failure(tEscaped`Nothing has changed in #${place.number} since ${since.label}.`);
  await compare(app, place, since);
  say.status(tEscaped`#${place.number}: what has changed since ${since.label}`);
}

/**
 * Returns the change request of a row or of the active document, or else one that is compared with an earlier revision.
 */
export async function findCompared(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const place = await changeRequestOfTarget(app, target);
  if (place) return place;
  const [only, ...others] = app.reviews.comparedPlaces();
  if (!only) throw new Notice(t('Every change request already shows all changes.'));
  if (others.length === 0) return only;
  const choices = [only, ...others].map((value): Choice<ChangeRequestPlace> => {
    const { subject } = app.content.changeRequests.cached(value) ?? { subject: '' };
    const description = t`since ${app.reviews.since(value)?.label ?? ''}`;
    return { label: `#${value.number} ${escapeLine(subject, 300)}`, description, value };
  });
  return pick({ title: t('Back to All Changes'), placeHolder: t('Of which change request?'), empty: '' }, choices);
}

/** Lists all changes of a change request again. */
export async function showAllChanges(app: App, place: ChangeRequestPlace): Promise<void> {
  if (!app.reviews.since(place)) throw new Notice(tEscaped`#${place.number} already shows all changes.`);
  await compare(app, place, undefined);
  say.status(tEscaped`#${place.number}: all changes`);
}

/** Compares with another revision. If that fails, throws the error and leaves the view unchanged. */
async function compare(
  { content, reviews }: App,
  place: ChangeRequestPlace,
  since: ComparisonBase | undefined,
): Promise<void> {
  const { review, isWhole } = await readReview(content, place, since?.revision, undefined);
  reviews.compareSince(place, since, isWhole ? review : undefined);
}

function nothingElseSentence({ number }: ChangeRequestPlace): string {
  return t`There is nothing else to compare #${number} with: you have not reviewed it, nor looked at an earlier revision of it on this computer, and this server does not offer earlier revisions.`;
}

type Picked = ComparisonBase | 'all' | 'revision';

async function choicesOf(app: App, place: ChangeRequestPlace, changeRequest: ChangeRequest) {
  const [review, hasRevisions] = await Promise.all([fetchOwnReview(place), supportsRevisions(place, changeRequest)]);
  const look = new LastSeenRevisions(app.context.globalState).previousVisit(place, changeRequest.revision);
  const now = app.reviews.since(place);
  const choices: Choice<Picked>[] = [
    { value: 'all', label: t('Base of the change request'), detail: t('All that it changes') },
  ];
  if (review)
    choices.push(
      choiceOf(t('My last review'), {
        ...review,
        label: t({ message: 'your last review', comment: ['Completes "since ..."'] }),
      }),
    );
  if (look) {
    const at = new Date(look.at).toISOString();
    choices.push(
      choiceOf(t('When I last looked'), {
        revision: look.revision,
        at,
        label: t({ message: 'you last looked', comment: ['Completes "since ..."'] }),
      }),
    );
  }
  if (hasRevisions) choices.push({ value: 'revision', label: t('A revision...'), detail: t('One that it had before') });
  return choices.map(choice => (isNow(choice.value, now) ? { ...choice, description: t('shown now') } : choice));
}

function isNow(value: Picked, now: ComparisonBase | undefined): boolean {
  return value === 'all' ? now === undefined : typeof value === 'object' && value.label === now?.label;
}

function choiceOf(
  label: string,
  { revision, at, label: since }: ComparisonBase & { at: string },
): Choice<ComparisonBase> {
  const time = formatDateTime(at, vscode.env.language) ?? '';
  return { label, detail: time, value: { revision, label: time ? `${since}, ${time}` : since } };
}

function pickRevision(title: string, place: ChangeRequestPlace, changeRequest: ChangeRequest): Promise<ComparisonBase> {
  const prompt = { title, placeHolder: t('Since which revision?'), empty: t('It has no earlier revision.') };
  return pickFrom(prompt, (_, signal) =>
    mapItems(normalizeItems(earlierRevisions(place, changeRequest, signal)), choiceOfRevision),
  );
}

function choiceOfRevision({ id, createdAt, type, git }: Revision): Choice<ComparisonBase> {
  const time = formatDateTime(createdAt, vscode.env.language) ?? t('an unknown time');
  const made = kinds.get(type) ?? type;
  return {
    label: time,
    description: made,
    detail: git?.message ?? '',
    value: {
      revision: id,
      label: t({ message: 'the revision of {0}', args: [time], comment: ['Completes "since ..."'] }),
    },
  };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['edits', t({ message: 'edited', comment: ['A revision'] })],
  ['merge', t('merged')],
  ['update', t('updated from the main content')],
  ['rollback', t('rolled back')],
  ['computed', t('made by the service')],
]);
