import { t } from '@vscode/l10n';
import { isDate } from '../../../api/normalize.ts';
import { escapeLine } from '../../../api/escape.ts';
import type { ChangeRequest } from '../../../model/content/changeRequests.ts';
import type { Conversation } from '../../../model/discussions/requests.ts';
import type { ReviewerVerdict } from '../../../model/reviews/verdicts.ts';
import type { TimelineEvent, Tone } from '../../../webview/reviewPage/messages.ts';
import { timeOf } from './time.ts';

interface ChangeRequestEvent {
  who: string;
  did: string;
  tone: Tone | 'talk';
  at: unknown;
}

const it = t({ message: 'It', comment: ['The change request, as in "It was merged"'] });

const began = {
  one: t({ message: 'began a conversation', comment: ['After a name, as in "Mira began a conversation"'] }),
  several: (count: number) =>
    t({
      message: 'began {0} conversations',
      args: [count],
      comment: ['After a name, as in "Mira began 2 conversations"'],
    }),
};

/** Returns the events of a change request whose times are known. */
export function eventsOf(changeRequest: ChangeRequest, verdicts: readonly ReviewerVerdict[]): TimelineEvent[] {
  const { createdBy, createdAt, updatedAt, mergedAt, status } = changeRequest;
  const verdictEvents = verdicts.map(({ name, status, at }): ChangeRequestEvent => {
    return { who: name, did: describeVerdict(status), tone: toneOf(status), at };
  });
  return [
    toShownEvents({
      who: createdBy.displayName,
      did: t({ message: 'opened it', comment: ['After a name, as in "Mira opened it"'] }),
      tone: 'open',
      at: createdAt,
    }),
    ...verdictEvents.map(toShownEvents),
    toShownEvents(
      status === 'merged'
        ? {
            who: it,
            did: t({ message: 'was merged', comment: ['After "It", the change request'] }),
            tone: 'good',
            at: mergedAt,
          }
        : {
            who: it,
            did: t({ message: 'was last changed', comment: ['After "It", the change request'] }),
            tone: 'open',
            at: updatedAt,
          },
    ),
  ].flat();
}

/** Returns an event for each person and day on which conversations were started. */
export function conversationEvents(conversations: readonly Pick<Conversation, 'comment'>[]): TimelineEvent[] {
  const datedComments = conversations.map(({ comment }) => comment).filter(({ postedAt }) => isDate(postedAt));
  const days = Map.groupBy(
    datedComments,
    ({ postedBy, postedAt }) => `${postedBy.id} ${new Date(postedAt).toDateString()}`,
  );
  return [...days.values()].flatMap(comments => {
    const [last] = comments.toSorted((one, other) => Date.parse(other.postedAt) - Date.parse(one.postedAt));
    const did = comments.length === 1 ? began.one : began.several(comments.length);
    return last ? toShownEvents({ who: last.postedBy.displayName, did, tone: 'talk', at: last.postedAt }) : [];
  });
}

function toShownEvents({ who, did, tone, at }: ChangeRequestEvent): TimelineEvent[] {
  const when = timeOf(at);
  return when ? [{ who: escapeLine(who, 100) || t('Somebody'), did, tone, when, at: Date.parse(String(at)) }] : [];
}

export const approved = 'approved';
export const changesRequested = 'changes-requested';

function describeVerdict(status: string): string {
  return status === approved
    ? t({ message: 'approved it', comment: ['After a name, as in "Mira approved it"'] })
    : status === changesRequested
      ? t({ message: 'requested changes', comment: ['After a name, as in "Mira requested changes"'] })
      : escapeLine(status);
}

/** Returns the colour for a verdict. */
export function toneOf(status: string): Tone {
  return status === approved ? 'good' : status === changesRequested ? 'bad' : 'open';
}
