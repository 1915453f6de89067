import { isDate } from '../../../api/readable.ts';
import { plain } from '../../../api/words.ts';
import type { ChangeRequest } from '../../../model/content/changeRequests.ts';
import type { Conversation } from '../../../model/discussions/requests.ts';
import type { GivenVerdict } from '../../../model/reviews/verdicts.ts';
import type { ShownEvent, Tone } from '../../../webview/reviewPage/messages.ts';
import { timeOf } from './time.ts';

interface Event {
  who: string;
  did: string;
  tone: Tone | 'talk';
  at: unknown;
}

/** What has become of a change request, as far as the server tells when that was. */
export function eventsOf(changeRequest: ChangeRequest, verdicts: readonly GivenVerdict[]): ShownEvent[] {
  const { createdBy, createdAt, updatedAt, mergedAt, status } = changeRequest;
  const decided = verdicts.map(({ name, status, at }): Event => {
    return { who: name, did: deedOf(status), tone: toneOf(status), at };
  });
  return [
    shown({ who: createdBy.displayName, did: 'opened it', tone: 'open', at: createdAt }),
    ...decided.map(shown),
    shown(
      status === 'merged'
        ? { who: 'It', did: 'was merged', tone: 'good', at: mergedAt }
        : { who: 'It', did: 'was last changed', tone: 'open', at: updatedAt },
    ),
  ].flat();
}

/** Who has begun to discuss it, and when: a line for each of them and day. */
export function talkOf(conversations: readonly Pick<Conversation, 'comment'>[]): ShownEvent[] {
  const told = conversations.map(({ comment }) => comment).filter(({ postedAt }) => isDate(postedAt));
  const days = Map.groupBy(told, ({ postedBy, postedAt }) => `${postedBy.id} ${new Date(postedAt).toDateString()}`);
  return [...days.values()].flatMap(comments => {
    const [last] = comments.toSorted((one, other) => Date.parse(other.postedAt) - Date.parse(one.postedAt));
    const did = comments.length === 1 ? 'began a conversation' : `began ${comments.length} conversations`;
    return last ? shown({ who: last.postedBy.displayName, did, tone: 'talk', at: last.postedAt }) : [];
  });
}

function shown({ who, did, tone, at }: Event): ShownEvent[] {
  const when = timeOf(at);
  return when ? [{ who: plain(who, 100) || 'Somebody', did, tone, when, at: Date.parse(String(at)) }] : [];
}

export const approved = 'approved';
export const against = 'changes-requested';

function deedOf(status: string): string {
  return status === approved ? 'approved it' : status === against ? 'requested changes' : plain(status);
}

/** How a verdict is meant. */
export function toneOf(status: string): Tone {
  return status === approved ? 'good' : status === against ? 'bad' : 'open';
}
